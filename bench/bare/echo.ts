/** Baseline: the minimum Koa server that reads JSON and answers JSON. */
import Koa from 'koa';

interface Echo {
  readonly params: { readonly text: string };
}

const app = new Koa();
app.use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const { params } = JSON.parse(Buffer.concat(chunks).toString()) as Echo;
  ctx.body = { result: params.text };
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
