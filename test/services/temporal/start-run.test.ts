import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, test } from 'vitest';

import { neverStored } from '#domain/never-stored.ts';
import { searchAttributes } from '#temporal/search-attributes.ts';
import { createRunStarter } from '#temporal/start-run.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';
import { testTemporal } from '#test/support/service.ts';

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
  const { start } = createRunStarter({ client, taskQueue, publicUrl: 'https://hooks.example' });
  /** Starts one that ends so, waits for its end, and starts it again. */
  async function startTwice(deliveryId: string) {
    const workflowId = `${taskQueue}/${deliveryId}`;
    const ids = { workspaceId: 'ws_1', automationId: 'aut_1', deliveryId };
    const run = { ...ids, workflowId, eventId: 'evt_1', automationName: 'Orders', reference: null };
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

test('a run is found by its delivery and its event, and its details lead to the console', async () => {
  const taskQueue = randomUUID();
  await using connected = await testTemporal();
  const { client } = connected.temporal;
  const { start } = createRunStarter({ client, taskQueue, publicUrl: 'https://hooks.example' });
  const ids = {
    workspaceId: 'ws_1',
    automationId: 'aut_1',
    deliveryId: `dlv_${taskQueue}`,
    eventId: 'e'.repeat(300),
  };
  const workflowId = `run/${taskQueue}`;
  await start({ ...ids, workflowId, automationName: '[Orders](https://evil.example)', reference: null });
  const handle = client.workflow.getHandle(workflowId);
  const described = await handle.describe();
  expect(described.typedSearchAttributes.get(searchAttributes.deliveryId)).toBe(ids.deliveryId);
  expect(described.typedSearchAttributes.get(searchAttributes.eventId)).toBe('e'.repeat(255));
  expect(await described.staticSummary()).toBe(String.raw`\[Orders\]\(https://evil.example\)`);
  expect(await described.staticDetails()).toContain(
    `(https://hooks.example/console/deliveries/${ids.deliveryId})`,
  );
  await handle.terminate();
});
