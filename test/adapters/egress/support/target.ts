import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

type Answer = (received: Received, response: ServerResponse) => void;

interface Listening {
  readonly port: number;
  /** How many connections were opened. */
  readonly connections: () => number;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

async function listen(server: Server, host: string, secure = false): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  if (secure) server.on('tlsClientError', () => undefined);
  await new Promise<void>((done) => server.listen(0, host, done));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function listener(received: Received[], answer: Answer): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const one = { method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() };
      received.push(one);
      answer(one, response);
    });
  };
}

/** An HTTP server on loopback that keeps what it received. */
export async function httpTarget(answer: Answer = (_, response) => response.end('ok'), host = '127.0.0.1') {
  const received: Received[] = [];
  const listening = await listen(createServer(listener(received, answer)), host);
  return { ...listening, received, url: `http://${host}:${listening.port}` };
}

/** The same over TLS. */
export async function httpsTarget(
  { key, cert }: { readonly key: string; readonly cert: string },
  answer: Answer = (_, response) => response.end('ok'),
) {
  const received: Received[] = [];
  const listening = await listen(
    createTlsServer({ key, cert }, listener(received, answer)),
    '127.0.0.1',
    true,
  );
  return { ...listening, received };
}

/** A TCP server that speaks HTTP by hand, for answers that Node would not send. */
export async function rawTarget(onRequest: (socket: Socket, text: string) => void) {
  const texts: string[] = [];
  const server = createTcpServer((socket) => {
    socket.once('data', (data) => {
      texts.push(data.toString());
      onRequest(socket, data.toString());
    });
  });
  const listening = await listen(server, '127.0.0.1');
  return { ...listening, texts, url: `http://127.0.0.1:${listening.port}` };
}
