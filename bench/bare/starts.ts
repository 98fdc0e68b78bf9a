/** Baseline: the minimum Koa server that reads JSON, starts the workflow of a delivery and answers JSON. */
import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { connectTemporal } from '../../temporal/connect.ts';
import { startBareRun } from './start-bare-run.ts';

const { client, close } = await connectTemporal();
const app = new Koa();
app.use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const { event_id: eventId } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly event_id: string };
  await startBareRun(client, randomUUID());
  ctx.body = { status: 'accepted', eventId };
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void close();
});
