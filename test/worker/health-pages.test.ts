import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, inject, onTestFinished, test } from 'vitest';

import { startTemporal } from '../../bin/embedded/temporal.ts';
import { plainEnvironment } from '../support/reveille.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { freePort } from '../../platform/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A worker process that polls, and the port of its debugger. Its Temporal is its own: it would take the runs of others. */
async function startWorker(metricsPort: number) {
  const dataDir = await temporaryFolder('reveille-health-');
  const temporal = await startTemporal({ dataDir, inMemory: true, log: () => {} });
  onTestFinished(() => temporal.stop());
  const debugPort = await freePort();
  const worker = fork('worker/main.ts', {
    cwd: root,
    execArgv: [`--inspect=127.0.0.1:${debugPort}`],
    env: {
      ...plainEnvironment(),
      ADMIN_TOKEN: 'operator-token-of-tests',
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
  const exited = once(worker, 'exit');
  onTestFinished(async () => {
    worker.kill('SIGKILL');
    await exited;
  });
  await once(worker, 'message');
  return { debugPort };
}

/** Keeps its main thread busy for ever; its other threads go on. */
async function block(debugPort: number): Promise<void> {
  const list = await fetch(`http://127.0.0.1:${debugPort}/json/list`);
  const [{ webSocketDebuggerUrl }] = (await list.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'for (;;);' } }));
  onTestFinished(() => socket.close());
}

/** The health check of docker-compose.yml; its exit code. */
async function check(metricsPort: number): Promise<number> {
  const args = ['bin/healthcheck.mjs', '/healthz', 'METRICS_PORT'];
  const env = { METRICS_PORT: String(metricsPort) };
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env });
  return await run.then(
    () => 0,
    ({ code }: { code: number }) => code,
  );
}

test('a worker whose main thread stands still does not pass its health check', async () => {
  const metricsPort = await freePort();
  const { debugPort } = await startWorker(metricsPort);
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
  expect(await check(metricsPort)).toBe(0);
  await block(debugPort);
  expect(await check(metricsPort)).toBe(1);
});
