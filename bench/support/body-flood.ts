// A process that opens many connections at once and sends a body of 1 MB on each, over a time.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface FloodAnswer {
  readonly number: number;
  readonly hook: number;
  /** 0 where the connection ended without an answer. */
  readonly status: number;
  readonly text: string;
  readonly hasRetryAfter: boolean;
}

export interface Flood {
  readonly hooks: readonly string[];
  readonly connections: number;
  readonly overMs: number;
}

const bodyBytes = 1_000_000;
const headBytes = 64;
const rest = Buffer.alloc(bodyBytes - headBytes, 'reveille ');
const pieces = 40;
const pieceBytes = Math.ceil(rest.length / pieces);

/** The body of the request with this number. */
export const floodBody = (number: number): Buffer =>
  Buffer.concat([Buffer.from(`request ${number}`.padEnd(headBytes)), rest]);

/** As most clients do: what is still to be sent is not, once there is an answer. */
function isWhole(answer: string): boolean {
  const [head = '', text] = answer.split('\r\n\r\n');
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  return text !== undefined && Buffer.byteLength(text) >= length;
}

async function send(number: number, { hooks, overMs }: Flood): Promise<FloodAnswer> {
  const hook = number % hooks.length;
  const { hostname, port, pathname } = new URL(hooks[hook] ?? '');
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let isOver = false;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (isWhole(Buffer.concat(chunks).toString())) socket.destroy();
  });
  socket.on('error', () => undefined);
  const closed = Promise.withResolvers<void>();
  socket.on('close', () => {
    isOver = true;
    closed.resolve();
  });
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${bodyBytes}`,
    `X-Service-Event-Id: flood-${number}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(`request ${number}`.padEnd(headBytes));
  for (let at = 0; at < rest.length && !isOver; at += pieceBytes) {
    socket.write(rest.subarray(at, at + pieceBytes));
    await delay(overMs / pieces);
  }
  await closed.promise;
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { number, hook, status, text, hasRetryAfter: /^retry-after: \d+$/im.test(head) };
}

process.once('message', (message) => {
  const flood = message as Flood;
  const all = Array.from({ length: flood.connections }, (_, number) => send(number, flood));
  void Promise.all(all).then((answers) => process.send?.(answers, () => process.exit()));
});
