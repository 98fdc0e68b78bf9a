import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { readBytes } from '#api/body/read-bytes.ts';
import { DomainError } from '#domain/domain-error.ts';

it.each([
  ['a part of its body', 10],
  ['its whole body', 3],
])('rejects where the sender left after %s, before it was read', async (_, announced) => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sending = request({
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    headers: { 'content-length': announced },
  });
  sending.on('error', () => undefined).write('abc');
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  const closed = new Promise((resolve) => incoming.on('error', () => undefined).once('close', resolve));
  sending.destroy();
  await closed;
  const tooLarge = () => new DomainError('PAYLOAD_TOO_LARGE', 'too large');
  const limit = { bytesMax: 100, tooLarge, noRoom: tooLarge };
  await expect(readBytes(incoming, limit)).rejects.toThrow('disconnected');
});
