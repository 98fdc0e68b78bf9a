import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, inject, test } from 'vitest';

import { taskQueues } from '#domain/task-queues.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { plainEnvironment } from '#test/support/reveille.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis, testTemporal } from '#test/support/service.ts';

const root = path.resolve(import.meta.dirname, '../..');
const hook = pathToFileURL(path.join(root, 'test/support/note-modules.ts')).href;

/** Has a worker process do one run and tells which modules it loaded. */
async function modulesOfOneRun(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-modules-'));
  const log = path.join(folder, 'modules');
  // A worker process sweeps every workspace there is: those of other tests are not its business.
  const redisUrl = `${inject('redisUrl').replace(/\/$/, '')}/1`;
  await using store = await testRedis(redisUrl);
  await using client = await testTemporal();
  const { run } = await beginRun(store.redis);
  const worker = fork(path.join(root, 'worker/main.ts'), {
    execArgv: ['--import', hook],
    env: {
      ...plainEnvironment(),
      DATA_DIR: folder,
      METRICS_PORT: '0',
      REDIS_URL: redisUrl,
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      LOG_LEVEL: 'silent',
      MODULES_LOG: log,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(worker, 'exit');
  try {
    const { workflow } = client.temporal.client;
    const ending = await workflow.execute('automationRun', {
      taskQueue: taskQueues.runs,
      workflowId: `packages/${run.deliveryId}`,
      args: [run],
    });
    expect(ending).toMatchObject({ outcome: 'succeeded' });
    return (await readFile(log, 'utf8')).split('\n');
  } finally {
    worker.kill('SIGTERM');
    await ended;
    await client.temporal.client.schedule.getHandle(`sweep-${taskQueues.runs}`).delete();
    await rm(folder, { recursive: true, force: true });
  }
}

const ofProviders = (modules: readonly string[]) =>
  modules.filter((url) => /\/node_modules\/(ai|@ai-sdk\/[^/]+)\//.test(url));

test('a worker without MODEL does its runs without the SDK or a package of a provider', async () => {
  const modules = await modulesOfOneRun({});
  expect(ofProviders(modules)).toEqual([]);
  expect(modules.some((url) => url.endsWith('/rules/decide.ts'))).toBe(true);
});

test('with MODEL it loads the SDK and the package of that provider only', async () => {
  await using server = await startModelServer(() => ({ text: 'Done.' }));
  const modules = await modulesOfOneRun({
    MODEL: 'openai-compatible/m',
    MODEL_BASE_URL: server.baseUrl,
  });
  const packages = new Set(
    ofProviders(modules).map((url) => /node_modules\/(ai|@ai-sdk\/[^/]+)/.exec(url)![1]),
  );
  expect([...packages]).toEqual(expect.arrayContaining(['ai', '@ai-sdk/openai-compatible']));
  for (const other of ['anthropic', 'openai', 'google']) expect(packages).not.toContain(`@ai-sdk/${other}`);
});
