import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { Connection, ScheduleClient } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

import { startTemporal } from '#bin/embedded/temporal.ts';
import { plainEnvironment } from '#test/support/reveille.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { freePort } from '#platform/free-port.ts';
import { sweepScheduleId } from '#temporal/sweep-schedule.ts';

const root = path.resolve(import.meta.dirname, '../..');

const folder = folderOfFile('reveille-health-');
let [metricsPort, debugPort] = [0, 0];
let temporal: Awaited<ReturnType<typeof startTemporal>>;
let worker: ChildProcess;

/** A worker process that polls. Its Temporal is its own: it would take the runs of others. */
beforeAll(async () => {
  const dataDir = folder();
  // In the place of the folder of the blobs: none can be stored.
  await writeFile(path.join(dataDir, 'blobs'), '');
  temporal = await startTemporal({ dataDir, inMemory: true, log: () => {} });
  [metricsPort, debugPort] = [await freePort(), await freePort()];
  worker = fork('worker/main.ts', {
    cwd: root,
    execArgv: [`--inspect=127.0.0.1:${debugPort}`],
    env: {
      ...plainEnvironment(),
      // A setting of the API alone is not read.
      ADMIN_TOKEN_FILE: '/run/secrets/not-mounted-here',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      METRICS_PORT: String(metricsPort),
      REDIS_URL: `${inject('redisUrl').replace(/\/$/, '')}/2`,
      TEMPORAL_ADDRESS: temporal.address,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(worker, 'message');
});
afterAll(async () => {
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
  await temporal.stop();
});

/** Keeps its main thread busy for ever; its other threads go on. */
async function block(): Promise<void> {
  const list = await fetch(`http://127.0.0.1:${debugPort}/json/list`);
  const [{ webSocketDebuggerUrl }] = (await list.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'for (;;);' } }));
  onTestFinished(() => socket.close());
}

/** The health check of docker-compose.yml; its exit code. */
async function check(): Promise<number> {
  const args = ['bin/healthcheck.mjs', '/readyz', 'METRICS_PORT'];
  const env = { METRICS_PORT: String(metricsPort) };
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env });
  return await run.then(
    () => 0,
    ({ code }: { code: number }) => code,
  );
}

test('a worker tells how long its work waited, by queue, under the names that alerts and scalers ask for', async () => {
  const connection = await Connection.connect({ address: temporal.address });
  onTestFinished(() => connection.close());
  const schedule = new ScheduleClient({ connection }).getHandle(sweepScheduleId(taskQueues.runs));
  await schedule.trigger();
  for (const kind of ['workflow_task', 'activity']) {
    const counted = new RegExp(
      `^temporal_${kind}_schedule_to_start_latency_bucket\\{(?=.*task_queue="runs")(?=.*le="1000").*\\} [1-9]`,
      'm',
    );
    await expect
      .poll(async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
      .toMatch(counted);
  }
});

test('a worker that polls is not ready while it can store no file', async () => {
  const readiness = async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
    return [response.status, await response.json()];
  };
  expect(await readiness()).toEqual([503, { code: 'NOT_READY', missing: ['blobs'] }]);
  await rm(path.join(folder(), 'blobs'));
  await expect.poll(readiness).toEqual([200, { status: 'ready' }]);
});

test('a worker whose main thread stands still does not pass its health check', async () => {
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const page = await metrics.text();
  expect(metrics.status).toBe(200);
  for (const name of [
    'temporal_worker_task_slots_available',
    'nodejs_eventloop_lag_p99_seconds',
    'reveille_run_seconds',
  ])
    expect(page).toContain(`# TYPE ${name} `);
  const names = [...page.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  const health = await fetch(`http://127.0.0.1:${metricsPort}/healthz`);
  expect([health.status, await health.json()]).toEqual([
    200,
    { status: 'polling', states: ['RUNNING', 'RUNNING'] },
  ]);
  expect(await check()).toBe(0);
  await block();
  expect(await check()).toBe(1);
});
