/**
 * Baseline: a Koa server that reads JSON, counts each call of a client in Redis, writes a line of log and answers JSON. A
 * pattern of the caller's is tried in a thread, as any server must that its callers cannot stop.
 */
import path from 'node:path';
import Koa from 'koa';
import pino from 'pino';
import { createClient } from '@redis/client';
import { Tinypool } from 'tinypool';

interface Call {
  readonly params: { readonly text: string; readonly pattern?: string };
}

const redis = createClient({ url: process.env['REDIS_URL'] ?? '' });
await redis.connect();
const logger = pino();
const threads = new Tinypool({
  filename: path.join(import.meta.dirname, 'find-matches.ts'),
  runtime: 'worker_threads',
  minThreads: 2,
  maxThreads: 2,
});
const app = new Koa({ proxy: true });
app.use(async (ctx) => {
  const start = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const { params } = JSON.parse(Buffer.concat(chunks).toString()) as Call;
  const key = `calls:${ctx.ip}`;
  const [calls] = await redis.multi().incr(key).expire(key, 86_400).execTyped();
  ctx.set('X-Calls', String(calls));
  ctx.body = {
    result: params.pattern === undefined ? params.text : await threads.run(params, { name: 'findMatches' }),
  };
  logger.info({ method: ctx.method, path: ctx.path, status: 200, ms: performance.now() - start }, 'request');
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  redis.destroy();
  void threads.destroy();
});
