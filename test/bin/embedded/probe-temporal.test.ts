import { once } from 'node:events';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { probeTemporal } from '#bin/embedded/temporal.ts';
import { freePort } from '#platform/free-port.ts';

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const grpc = { ':status': 200, 'content-type': 'application/grpc' };

/** A server of gRPC that answers a call so. */
const answering = (answer: (stream: ServerHttp2Stream) => void) =>
  listen(createHttp2Server().on('stream', answer));

describe('probeTemporal', () => {
  it('resolves at the status 0, which comes after the answer', async () => {
    const address = await answering((stream) => {
      stream.respond(grpc, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(Buffer.from('\0\0\0\0\0', 'latin1'));
    });
    await expect(probeTemporal(address)).resolves.toBeUndefined();
  });

  it('rejects at another status, which comes alone', async () => {
    const address = await answering((stream) =>
      stream.respond({ ...grpc, 'grpc-status': '5' }, { endStream: true }),
    );
    await expect(probeTemporal(address)).rejects.toThrow('Temporal answers with status 5');
  });

  it('rejects where an answer has no status', async () => {
    const address = await answering((stream) => stream.respond({ ':status': 404 }, { endStream: true }));
    await expect(probeTemporal(address)).rejects.toThrow('Temporal answers with status undefined');
  });

  it.each([
    ['speaks another protocol', (socket: Socket) => socket.end('220 ready\r\n'), 'Protocol error'],
    // By how far the connection was.
    ['closes', (socket: Socket) => socket.destroy(), /status undefined|ECONNRESET|EPIPE|canceled/],
    ['is silent', (socket: Socket) => socket.resume(), 'aborted'],
  ])('rejects where a server %s', async (_, answer, why) => {
    const server = createServer((socket) => answer(socket.on('error', () => undefined)));
    await expect(probeTemporal(await listen(server))).rejects.toThrow(why);
  });

  it('rejects where there is none', async () => {
    await expect(probeTemporal(`127.0.0.1:${await freePort()}`)).rejects.toThrow('ECONNREFUSED');
  });
});
