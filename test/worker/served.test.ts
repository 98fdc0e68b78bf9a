import { randomUUID } from 'node:crypto';

import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { servable } from '#domain/served.ts';
import { createWorkers } from '#worker/create-workers.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';

let connection: NativeConnection;
beforeAll(async () => {
  quietRuntime();
  connection = await NativeConnection.connect({ address: inject('temporalAddress') });
});
afterAll(() => connection.close());

const queuesOf = { all: ['runs', 'compute'], hooks: ['runs'], tools: ['compute'] } as const;

it.each(servable)('a worker that serves %s polls the queues of that and no others', async (served) => {
  const id = randomUUID();
  const workers = await createWorkers(
    { connection, namespace: 'default', taskQueues: { runs: `runs-${id}`, compute: `compute-${id}` } },
    {
      served,
      runsActivities: { nothing: () => undefined },
      computeActivities: { nothing: () => undefined },
      computeSlots: 1,
      isTraced: false,
    },
  );
  const queues = workers.map(({ options }) => options.taskQueue);
  const running = workers.map((worker) => worker.run());
  for (const worker of workers) worker.shutdown();
  await Promise.all(running);
  expect(queues).toEqual(queuesOf[served].map((queue) => `${queue}-${id}`));
});
