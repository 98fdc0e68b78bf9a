import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createConversationStarter } from '#temporal/conversations.ts';
import { bundleOf } from '#test/support/bundle-of.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';

const message = () => ({
  workspaceId: 'ws_1',
  agentId: newId('agent'),
  agentName: 'Agent',
  conversationId: newId('conversation'),
  messageId: newId('message'),
});

test.each([
  ['limit on number of concurrent in-flight updates has been reached (10)', 'full'],
  ['namespace concurrent poller limit exceeded', 'pending'],
] as const)('a message that Temporal refuses with "%s" is %s', async (details, said) => {
  await using connection = await openConnection();
  const client = new Client({ connection: connection.opened });
  const refused = Object.assign(new Error(details), { code: 8, details, metadata: {} });
  client.workflow.executeUpdateWithStart = () => Promise.reject(refused);
  const { say } = createConversationStarter({ client, taskQueue: 'none', publicUrl: 'http://localhost' });
  expect(await say(message(), 1_000)).toBe(said);
});

test('a message is handed over when it is accepted, however long its answer takes', async () => {
  quietRuntime();
  await using connection = await openConnection();
  const client = new Client({ connection: connection.opened });
  const native = await NativeConnection.connect({ address: inject('temporalAddress') });
  const taskQueue = newId('automation');
  const held = Promise.withResolvers<{ status: 'ended'; ending: object }>();
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: await bundleOf(),
    activities: { beginMessage: () => held.promise },
  });
  const { handOver, say } = createConversationStarter({
    client,
    taskQueue,
    publicUrl: 'http://localhost',
    idleMs: 100,
  });
  await worker.runUntil(async () => {
    const one = message();
    expect(await handOver(one, 60_000)).toBe('pending');
    held.resolve({ status: 'ended', ending: { outcome: 'succeeded', reason: null } });
    expect(await say(one, 60_000)).toBe('ended');
  });
  await native.close();
});

async function openConnection() {
  const opened = await Connection.connect({ address: inject('temporalAddress') });
  return { opened, [Symbol.asyncDispose]: () => opened.close() };
}
