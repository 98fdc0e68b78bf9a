import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

import Koa from 'koa';
import { expect, it } from 'vitest';

import type { DrainTimes } from '#api/drain.ts';
import { listen } from '#api/server.ts';
import type { AppState } from '#api/state.ts';

const never = 2 ** 30;

/** A server whose answers wait until the test lets them go. */
async function startServer(drain: DrainTimes) {
  const begun = Promise.withResolvers<void>();
  const complete = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const app = new Koa<AppState>();
  app.use(async (context) => {
    if (context.path === '/at-once') {
      context.body = 'done';
      return;
    }
    if (context.path === '/large') {
      // More than the buffers of a connection take.
      context.body = Buffer.alloc(64_000_000);
      return;
    }
    if (context.path === '/half') begun.resolve();
    for await (const _ of context.req);
    complete.resolve();
    await release.promise;
    context.body = 'done';
  });
  app.silent = true;
  const server = await listen(app, { host: '127.0.0.1', port: 0, drain });
  const url = `http://127.0.0.1:${server.port}`;
  return { ...server, url, begun: begun.promise, complete: complete.promise, release: release.resolve };
}

async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

it('closes a connection that sent nothing yet, or half a request, at once', async () => {
  const server = await startServer({ takeMs: 0, transferMs: never });
  const [bare, half] = [await openConnection(server.port), await openConnection(server.port)];
  half.write('POST /hooks/x HTTP/1.1\r\nHost: loc');
  // Both have been accepted once a later connection has been answered.
  await (await fetch(`${server.url}/at-once`)).text();
  const closed = Promise.all([once(bare, 'close'), once(half, 'close')]);
  await server.close();
  await closed;
});

it('finishes an answer under way, however long it takes, and closes its connection after it', async () => {
  const server = await startServer({ takeMs: 0, transferMs: 1 });
  const stuck = await openConnection(server.port);
  stuck.write('POST /half HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf');
  const answer = fetch(`${server.url}/whole`, { method: 'POST', body: 'an order' });
  await Promise.all([server.begun, server.complete]);
  const cut = once(stuck, 'close');
  const closed = server.close();
  await cut;
  server.release();
  const response = await answer;
  expect([response.status, response.headers.get('connection'), await response.text()]).toEqual([
    200,
    'close',
    'done',
  ]);
  await closed;
});

it('cuts off a request that is still arriving when its time is over', async () => {
  const server = await startServer({ takeMs: 0, transferMs: 1 });
  const slow = await openConnection(server.port);
  slow.write('POST /half HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf');
  await server.begun;
  const cut = once(slow, 'close');
  await server.close();
  await cut;
});

it('cuts off an answer that is complete and that nobody reads when its time is over', async () => {
  const server = await startServer({ takeMs: 0, transferMs: 1 });
  const unread = await openConnection(server.port);
  unread.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(unread, 'readable');
  await server.close();
});

it('lets an answer that is complete be read to its end', async () => {
  const server = await startServer({ takeMs: 0, transferMs: never });
  const reader = await openConnection(server.port);
  reader.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(reader, 'readable');
  const closed = server.close();
  // Closed once it was shown not to take new ones.
  await expect.poll(async () => fetch(`${server.url}/at-once`).catch(() => 'refused')).toBe('refused');
  let bytes = 0;
  for await (const chunk of reader) bytes += (chunk as Buffer).length;
  expect(bytes).toBeGreaterThan(64_000_000);
  await closed;
});

it('still takes requests on used connections for a moment, and announces their end', async () => {
  const server = await startServer({ takeMs: never, transferMs: never });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async () => {
    const sending = request(`${server.url}/at-once`, { agent }).end();
    const [response] = await once(sending, 'response');
    response.resume();
    await once(response, 'end');
    return { isReused: sending.reusedSocket, connection: response.headers.connection };
  };
  expect(await send()).toEqual({ isReused: false, connection: 'keep-alive' });
  const closed = server.close();
  expect(await send()).toEqual({ isReused: true, connection: 'close' });
  // Its connection was the last one: nothing is left to wait for.
  await closed;
});
