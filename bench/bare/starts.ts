/**
 * Baseline: the minimum Koa server that reads JSON, starts the workflow of a delivery and answers JSON, as safe as a
 * webhook must be: the body is stored under its event id, once, before the start, and marked after it. With SHOWN an
 * operator finds and sees the run as ours.
 */
import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { connectTemporal } from '#temporal/connect.ts';
import { createShownRunStart, startBareRun } from './start-bare-run.ts';
import { connectBareStore } from './store.ts';

const { client, close } = await connectTemporal();
const store = await connectBareStore(process.env['REDIS_URL']);
const startShown = createShownRunStart(client);
const start = process.env['SHOWN'] === undefined ? (id: string) => startBareRun(client, id) : startShown;
const app = new Koa();
app.use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { event_id: eventId } = JSON.parse(body) as { readonly event_id?: string };
  // Event ids in bodies come again in the next round.
  const id = eventId === undefined ? ctx.get('x-service-event-id') : `${eventId}:${randomUUID()}`;
  await store.keep(id, body);
  await start(id);
  await store.markStarted(id);
  ctx.body = { status: 'accepted', id };
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  store.close();
  void close();
});
