import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Below the ports that systems hand out by themselves, so that what is stored can name it. */
export const targetPort = 21_789;
const portWaitMs = 300_000;

export type Target = Awaited<ReturnType<typeof startTarget>>;

/**
 * Answers each request with 201, those of a closed path when it is opened. Waits while another run of the tests on this machine
 * has the port.
 */
export async function startTarget() {
  const closed = new Set<string>();
  const waiting: (readonly [string, () => void])[] = [];
  const seen: { readonly path: string; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const answer = () => void response.writeHead(201).end();
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      seen.push({ path, body });
      if (closed.has(path)) waiting.push([path, answer]);
      else answer();
    });
  });
  const deadline = Date.now() + portWaitMs;
  for (;;) {
    server.listen(targetPort, '127.0.0.1');
    try {
      await once(server, 'listening');
      break;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(500);
    }
  }
  return {
    /** Bodies that came to a path, in order. */
    bodies: (path: string) => seen.filter((one) => one.path === path).map(({ body }) => body),
    close: (path: string) => void closed.add(path),
    open(path: string) {
      closed.delete(path);
      for (const [asked, answer] of waiting) if (asked === path) answer();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
