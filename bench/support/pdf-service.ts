import { randomBytes, randomUUID } from 'node:crypto';

import { Agent, request } from 'undici';

import { connectRedis } from '#store/connection/connect.ts';
import { createAwaitedResults } from '#store/jobs/awaited-results.ts';
import { connectTemporal } from '#temporal/connect.ts';
import { createComputeRunner } from '#temporal/run-compute.ts';
import type { PdfContest } from './pdf-contests.ts';
import { startProcess } from './process.ts';
import { startServers } from './servers.ts';
import { freePort } from '#platform/free-port.ts';

/** A request body, encoded before it is measured. */
export interface Upload {
  readonly contentType: string;
  readonly body: Buffer;
}

export async function uploadOf({ action, ranges }: PdfContest, bytes: Buffer<ArrayBuffer>): Promise<Upload> {
  const form = new FormData();
  form.append('action', action);
  if (ranges !== null) form.append('ranges', ranges);
  const count = action === 'merge' ? 2 : 1;
  for (let n = 1; n <= count; n += 1) form.append('files', new Blob([bytes]), `${n}.pdf`);
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/**
 * API, worker, Temporal and Redis as `npm start` runs them, with a quota that is high enough; and beside them a worker whose
 * one activity does nothing.
 */
export async function startPdfService() {
  const servers = await startServers();
  const port = await freePort();
  const settings = {
    PORT: String(port),
    METRICS_PORT: '0',
    DATA_DIR: servers.dataDir,
    REDIS_URL: servers.redisUrl,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    ADMIN_TOKEN: randomUUID(),
    MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PUBLIC_QUOTA: '100000000',
    LOG_LEVEL: 'error',
  };
  const api = await startProcess('api/main.ts', settings);
  const worker = await startProcess('worker/main.ts', settings);
  const bareWorker = await startProcess('bench/bare/worker.ts', settings);
  process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
  const temporal = await connectTemporal();
  const taskQueues = { compute: 'bare', runs: 'bare' };
  const compute = createComputeRunner({ client: temporal.client, taskQueues });
  const redis = await connectRedis(servers.redisUrl, () => undefined);
  const awaited = createAwaitedResults({ redis, logger: { warn: () => undefined } });
  const agent = new Agent({ connections: 1, pipelining: 1 });

  async function send({ contentType, body }: Upload): Promise<void> {
    const answer = await request(`http://127.0.0.1:${port}/api/tools/pdf`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
      dispatcher: agent,
    });
    const text = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode !== 200)
      throw new Error(`answered ${answer.statusCode} ${text.toString().slice(0, 300)}`);
  }

  /** Temporal's share of a call: an activity like that of a PDF, which does nothing. */
  async function doNothing(): Promise<void> {
    const id = `bare_${randomUUID()}`;
    const call = { activity: 'nothing', id, input: {}, summary: 'nothing', timeoutMs: 60_000, isQuick: true };
    await compute.run(call, new AbortController().signal);
  }

  /** The same until the worker tells that it is done. */
  async function beTold(): Promise<void> {
    const id = `told_${randomUUID()}`;
    const told = Promise.withResolvers<unknown>();
    awaited.wait(id, told.resolve);
    const input = { jobId: id, answerTo: awaited.channel };
    const call = { activity: 'tell', id, input, summary: 'tell', timeoutMs: 60_000, isQuick: true };
    await Promise.race([told.promise, compute.run(call, new AbortController().signal)]);
  }

  async function stop(): Promise<void> {
    await agent.close();
    awaited.close();
    await redis.close();
    await temporal.close();
    for (const one of [api, worker, bareWorker]) await one.stop();
    await servers.stop();
  }
  return { send, doNothing, beTold, stop };
}
