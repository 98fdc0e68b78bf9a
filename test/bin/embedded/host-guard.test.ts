import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, it, onTestFinished } from 'vitest';

import { startHostGuard } from '#bin/embedded/host-guard.ts';
import { freePort } from '#platform/free-port.ts';

/** A server that answers what it was asked, and a guard before it. */
async function guarded(names: readonly string[] = []) {
  let asked = 0;
  const server = createServer((incoming, response) => {
    asked += 1;
    const { method, url, headers } = incoming;
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    void text(incoming).then((body) =>
      response.writeHead(201).end(`${method} ${url} ${headers.host} ${body}`),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const target = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  const port = await freePort();
  const guard = await startHostGuard({ port, target, names });
  onTestFinished(() => {
    guard.close();
    server.close();
    server.closeAllConnections();
  });
  async function ask(host: string, { method = 'GET', body = '' } = {}) {
    const sent = request({ host: '127.0.0.1', port, path: '/a?b', method, headers: { host } }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, cookies: answer.headers['set-cookie'], text: await text(answer) };
  }
  return { ask, port, server, asked: () => asked };
}

it.each(['localhost', 'LOCALHOST:8233', '127.0.0.1', '127.0.0.1:1', '[::1]:8233', 'ui.example:8233'])(
  'passes on what is asked of %s',
  async (host) => {
    const { ask } = await guarded(['UI.example']);
    expect(await ask(host, { method: 'POST', body: 'hello' })).toEqual({
      status: 201,
      cookies: ['a=1', 'b=2'],
      text: `POST /a?b ${host} hello`,
    });
  },
);

it.each([
  'evil.example',
  'evil.example:8233',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example@localhost',
  'localhost/evil.example',
  'localhost evil.example',
  '127.0.0.2',
])('refuses what is asked of "%s", and the server behind receives no deliveries of it', async (host) => {
  const { ask, asked } = await guarded();
  const answer = await ask(host);
  expect([400, 403]).toContain(answer.status);
  expect(asked()).toBe(0);
});

it('answers 502 where the server behind is gone', async () => {
  const { ask, server } = await guarded();
  server.close();
  server.closeAllConnections();
  expect(await ask('localhost')).toMatchObject({ status: 502 });
});
