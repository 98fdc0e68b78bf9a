import { createSocket } from 'node:dgram';
import { connect, createServer, type Server } from 'node:net';
import { pipeline } from 'node:stream';

/** Connections of the server that comes along go there, or there is a server to be made, which is sent back. */
export type Wish = { readonly to: { host: string; port: number } } | { readonly listenOn: number };

// Started by networks.ts in the namespace of the bridges, which ends with this process.
process.on('message', (wish: Wish, published?: Server) => {
  if ('to' in wish) {
    published!.on('connection', (socket) => {
      pipeline(socket, connect(wish.to), socket, () => undefined);
    });
    process.send!('published');
    return;
  }
  const server = createServer().listen(wish.listenOn, () =>
    process.send!('listening', server, {}, () => server.close()),
  );
});
process.on('disconnect', () => process.exit());
// The run answers what is asked there.
const names = createSocket('udp4').bind(53, () => {
  process.send!('ready', names, {}, () => names.close());
});
