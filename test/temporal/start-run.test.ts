import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, test } from 'vitest';

import { neverStored } from '../../domain/never-stored.ts';
import { createRunStarter } from '../../temporal/start-run.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { testTemporal } from '../support/service.ts';

test('an id is used again only where its run waited for its record in vain', async () => {
  quietRuntime();
  const taskQueue = randomUUID();
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  await using connected = await testTemporal();
  const { client } = connected.temporal;
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowsPath: fileURLToPath(new URL('support/ending-runs.ts', import.meta.url)),
  });
  const { start } = createRunStarter({ client, taskQueue, recordUrl: (id) => id });
  /** Starts one that ends so, waits for its end, and starts it again. */
  async function startTwice(deliveryId: string) {
    const workflowId = `${taskQueue}/${deliveryId}`;
    const ids = { workspaceId: 'ws_1', automationId: 'aut_1', deliveryId };
    const run = { ...ids, workflowId, automationName: 'Orders', reference: null };
    expect(await start(run)).toBe('started');
    await client.workflow
      .getHandle(workflowId)
      .result()
      .catch(() => undefined);
    return await start(run);
  }
  const answers = await worker.runUntil(
    async () => await Promise.all(['completed', 'Whatever', neverStored].map(startTwice)),
  );
  expect(answers).toEqual(['already-started', 'already-started', 'started']);
  await connection.close();
});
