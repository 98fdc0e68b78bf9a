import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Target = Awaited<ReturnType<typeof startTarget>>;

/** A path of the target whose requests come again only after a start of another service. */
export const askedAgainLate = '/orders';

/** Paths that process nothing until they are open; tells what each answered. */
export async function startTarget() {
  const open = new Set<string>();
  const answers: { readonly path: string; readonly status: number; readonly key: string }[] = [];
  const server = createServer((request, response) => {
    const asked = request.url ?? '';
    const status = open.has(asked) ? 201 : 503;
    answers.push({ path: asked, status, key: String(request.headers['x-api-key']) });
    const retryAfter = asked === askedAgainLate ? '30' : '3';
    response.writeHead(status, status === 503 ? { 'retry-after': retryAfter } : {});
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    open: (asked: string) => void open.add(asked),
    close: (asked: string) => void open.delete(asked),
    /** With which keys a path was asked. */
    keys: (asked: string) => answers.flatMap(({ path: seen, key }) => (seen === asked ? [key] : [])),
    tries: (asked: string) => answers.filter(({ path: seen }) => seen === asked).length,
    /** How often the target did something. */
    effects: (asked: string) =>
      answers.filter(({ path: seen, status }) => seen === asked && status === 201).length,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
