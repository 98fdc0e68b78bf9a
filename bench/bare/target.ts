import { createServer } from 'node:http';

/** A JSON API with a 10 kB response on the loopback port PORT; runs until stopped. */
const item = {
  id: 1,
  name: 'A thing of an ordinary API',
  path: '/v1/things/1',
  tags: ['a', 'b & c', '100%'],
};
const items = Array.from({ length: 200 }, (_, id) => ({ ...item, id }));
const body = JSON.stringify({ items }).slice(0, 10_000);

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(Number(process.env['PORT']), '127.0.0.1', 4096, () => process.send?.('ready'));
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  process.disconnect();
});
