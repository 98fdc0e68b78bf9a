/**
 * Baseline: the minimum Koa server that reads JSON, starts the workflow of a delivery and answers JSON. With REDIS_URL it
 * is as safe as a webhook must be: the body is stored under its event id, once, before the start, and marked after it. With
 * SHOWN an operator finds and sees the run as ours.
 */
import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { createClient } from '@redis/client';
import { connectTemporal } from '#temporal/connect.ts';
import { createShownRunStart, startBareRun } from './start-bare-run.ts';

const { client, close } = await connectTemporal();
const redisUrl = process.env['REDIS_URL'];
const redis = redisUrl === undefined ? undefined : await createClient({ url: redisUrl }).connect();
const startShown = createShownRunStart(client);
const start = process.env['SHOWN'] === undefined ? (id: string) => startBareRun(client, id) : startShown;
const app = new Koa();
app.use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { event_id: eventId } = JSON.parse(body) as { readonly event_id: string };
  const id = randomUUID();
  await redis?.set(`bare:${id}:${eventId}`, body, { condition: 'NX' });
  await start(id);
  await redis?.set(`bare:${id}:started`, '1');
  ctx.body = { status: 'accepted', eventId };
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  redis?.destroy();
  void close();
});
