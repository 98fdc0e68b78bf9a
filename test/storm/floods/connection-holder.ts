// A process that opens connections to a hook and holds them: a third says nothing, a third sends its headers and a third
// its body at one byte a second. A connection that the server closes is opened again.
import { connect, type Socket } from 'node:net';

export interface Held {
  readonly open: number;
  /** Since the beginning. */
  readonly closedByServer: number;
  readonly failed: number;
}

const [url = '', count = '0'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const begin = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n`;
const kinds = [
  '',
  begin,
  `${begin}content-type: application/json\r\ncontent-length: 100000\r\n\r\n`,
] as const;
/** A byte of a header's value, and of a JSON body; nothing for a connection that is silent. */
const drips = ['', 'x', ' '] as const;
const openedAtOnce = 200;

const open = new Map<number, Socket>();
let [closedByServer, failed] = [0, 0];

function hold(number: number): void {
  const kind = number % kinds.length;
  const socket = connect(Number(port), hostname, () => {
    if (kinds[kind] !== '') socket.write(kind === 1 ? `${begin}x-slow: ` : kinds[kind]!);
  });
  open.set(number, socket);
  socket.resume();
  socket.on('error', () => (failed += 1));
  socket.on('close', () => {
    closedByServer += 1;
    open.delete(number);
  });
}

let next = 0;
setInterval(() => {
  const missing = Array.from({ length: Number(count) }, (_, number) => (next + number) % Number(count));
  let opened = 0;
  for (const number of missing) {
    if (opened === openedAtOnce) break;
    if (open.has(number)) continue;
    hold(number);
    opened += 1;
    next = number + 1;
  }
}, 250);
setInterval(() => {
  for (const [number, socket] of open) {
    const drip = drips[number % kinds.length]!;
    if (drip !== '' && socket.writable) socket.write(drip);
  }
}, 1_000);
setInterval(() => process.send!({ open: open.size, closedByServer, failed } satisfies Held), 500);
process.on('disconnect', () => process.exit());
