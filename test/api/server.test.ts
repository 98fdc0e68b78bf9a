import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';

import { takeFiles } from '#api/body/arrival-time.ts';
import { type ListenOptions, listen } from '#api/server.ts';
import type { AppState } from '#api/state.ts';

/** Answers with the length of the body; at `/files` the body may take long, at `/unread` it is not read. */
async function startServer(options: Partial<ListenOptions>) {
  const app = new Koa<AppState>();
  app.silent = true;
  app.use(async (context) => {
    context.body = 'unread';
    if (context.path === '/unread') return;
    if (context.path === '/files') takeFiles(context.req);
    let bytes = 0;
    for await (const chunk of context.req) bytes += (chunk as Buffer).byteLength;
    context.body = `${bytes} bytes`;
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0, ...options });
  onTestFinished(server.close);
  return server;
}

/** A client that does not close its side when the server does. */
async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => void socket.once('end', resolve).once('close', resolve));
  return Buffer.concat(chunks).toString();
}

const half = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}Content-Length: 9\r\n\r\nhalf`;

it('refuses a body that takes too long with 408, and closes the connection', async () => {
  const { port } = await startServer({ bodyMs: 20 });
  const socket = await openConnection(port);
  socket.write(half('/hooks/x'));
  const answer = await readToEnd(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
  expect(answer).toContain('Connection: close');
});

it('closes the connection of a request that was answered before its body arrived', async () => {
  const { port } = await startServer({ bodyMs: 20 });
  const socket = await openConnection(port);
  socket.write(half('/unread'));
  const answer = await readToEnd(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).not.toContain('REQUEST_TIMEOUT');
});

it('gives files longer, and requests without a body any time', async () => {
  const { port } = await startServer({ bodyMs: 20 });
  const [files, late, read] = [
    await openConnection(port),
    await openConnection(port),
    await openConnection(port),
  ];
  files.write(half('/files', 'Connection: close\r\n'));
  late.write(half('/hooks/x'));
  expect(await readToEnd(late)).toContain('408');
  files.write(' more');
  expect(await readToEnd(files)).toContain('9 bytes');
  read.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(await readToEnd(read)).toContain('0 bytes');
});

it('closes connections beyond the most that it holds, says so, and takes others once there is room', async () => {
  let dropped = 0;
  const { port } = await startServer({ connectionsMax: 2, onDrop: () => (dropped += 1) });
  const first = await openConnection(port);
  await openConnection(port);
  const refused = await openConnection(port);
  expect(await readToEnd(refused)).toBe('');
  expect(dropped).toBe(1);
  first.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(await readToEnd(first)).toContain('200 OK');
  first.destroy();
  await once(first, 'close');
  await expect
    .poll(async () => {
      const next = await openConnection(port);
      next.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      return await readToEnd(next);
    })
    .toContain('200 OK');
});

it('closes a connection after a refusal also where the client does not', async () => {
  const { port } = await startServer({ lingerMs: 20 });
  const socket = await openConnection(port);
  const broken = new Promise((resolve) => void socket.once('close', resolve));
  socket.write('no request\r\n\r\n');
  expect(await readToEnd(socket)).toContain('"code":"INVALID_REQUEST"');
  // A connection closed as a whole resets a client that continues to send.
  const sending = setInterval(() => socket.write('more'), 5);
  await broken;
  clearInterval(sending);
});

it('begins a small request before most of the large ones that came in the same moment', async () => {
  const order: string[] = [];
  const app = new Koa<AppState>();
  app.use((context) => {
    order.push(context.path);
    context.body = 'read';
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0, drain: { takeMs: 0, transferMs: 0 } });
  onTestFinished(server.close);
  const sockets = await Promise.all(Array.from({ length: 101 }, () => openConnection(server.port)));
  const ask = (head: (number: number) => string) =>
    Promise.all(
      sockets.map(async (socket, number) => {
        socket.write(`${head(number)}\r\n\r\n`);
        await once(socket, 'data');
      }),
    );
  await ask(() => 'GET /first HTTP/1.1\r\nHost: localhost');
  order.length = 0;
  const large = 'POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000';
  await ask((number) => (number < 100 ? large : 'GET /small HTTP/1.1\r\nHost: localhost'));
  expect(order.length).toBe(101);
  expect(order.indexOf('/small')).toBeLessThan(50);
});
