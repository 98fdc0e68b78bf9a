import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request as an API outside sees it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
  readonly body: string;
}

interface OrderTargetOptions {
  /** Demanded in `X-API-Key`. */
  readonly key: string;
  readonly answerAfterMs?: number;
  /** Answers in another way than `201` after `answerAfterMs`; not asked about what is held. */
  readonly answer?: (request: SeenRequest, response: ServerResponse) => Promise<void>;
}

/**
 * An API on loopback that demands a key, answers each order after a moment and remembers every request, answered or not.
 * Requests to a path below `/held` are answered when that path is released, so that runs stay where they are.
 */
export async function startOrderTarget({ key, answerAfterMs = 0, answer = recorded }: OrderTargetOptions) {
  const seen: SeenRequest[] = [];
  const refused: SeenRequest[] = [];
  const released: string[] = [];
  let held: { readonly path: string; readonly answer: () => void }[] = [];
  let open = 0;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url: path = '', headers } = request;
    const idempotencyKey = headers['idempotency-key']?.toString() ?? null;
    const one = { method, path, idempotencyKey, body };
    if (headers['x-api-key'] !== key) {
      refused.push(one);
      response.writeHead(401).end();
      return;
    }
    seen.push(one);
    if (path.startsWith('/held')) {
      if (!released.some((prefix) => path.startsWith(prefix))) await hold(path, response);
      return await recorded(one, response);
    }
    await pause(answerAfterMs);
    await answer(one, response);
  }

  async function hold(path: string, response: ServerResponse): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const one = { path, answer: resolve };
    held.push(one);
    // Whoever sent it waits no longer.
    response.once('close', () => (held = held.filter((other) => other !== one)));
    await promise;
  }

  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    // A sender that died in the middle of its request is what some tests are about.
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** Those that came without the key. */
    refused,
    /** Requests that are waiting for their answer at this moment. */
    open: () => open,
    /** Requests below `prefix` that are held at this moment. */
    holding: (prefix: string) => held.filter(({ path }) => path.startsWith(prefix)).length,
    /** Answers what is held below `prefix`, now and from now on. */
    release: (prefix = '/held') => {
      released.push(prefix);
      for (const { path, answer } of held) if (path.startsWith(prefix)) answer();
      held = held.filter(({ path }) => !path.startsWith(prefix));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function recorded(_: SeenRequest, response: ServerResponse): Promise<void> {
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"recorded":true}');
}

/** How often each value occurs. */
export function countBy<T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
}
