import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, expect, test } from 'vitest';

import { workflowBundle } from '../../worker/bundle.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { spanSink, startRunsWorker } from '../support/runs-worker.ts';
import { startApi } from '../support/service.ts';
import { historyFile, historyKinds as kinds, recordHistories } from '../support/record-histories.ts';

const folder = path.join(import.meta.dirname, 'histories');

beforeAll(async () => {
  quietRuntime();
  if (process.env['RECORD_HISTORIES']) await recordHistories(folder);
});

async function replay(
  histories: readonly { workflowId: string; history: unknown }[],
  options: { readonly isTraced?: boolean } = {},
) {
  const parsed = histories.map(({ workflowId, history }) => ({
    workflowId,
    history: historyFromJSON(history),
  }));
  const errors = new Map<string, Error | undefined>();
  for await (const { workflowId, error } of Worker.runReplayHistories(
    { workflowBundle: await workflowBundle(options), replayName: 'saved', sinks: spanSink() },
    parsed,
  ))
    errors.set(workflowId, error);
  return errors;
}

const read = async (kind: string) =>
  JSON.parse(await readFile(historyFile(folder, kind), 'utf8')) as { events: Record<string, unknown>[] };

test.each([
  ['', false],
  [' while it is traced', true],
])('the workflow of today goes the way of every saved history%s', async (_, isTraced) => {
  const histories = await Promise.all(
    kinds.map(async (kind) => ({ workflowId: kind, history: await read(kind) })),
  );
  expect(Object.fromEntries(await replay(histories, { isTraced }))).toEqual(
    Object.fromEntries(kinds.map((kind) => [kind, undefined])),
  );
});

test('a history of another way is noticed', async () => {
  const history = await read('one-request');
  const scheduled = history.events.find((event) => 'activityTaskScheduledEventAttributes' in event);
  (scheduled!['activityTaskScheduledEventAttributes'] as { activityType: object }).activityType = {
    name: 'anotherActivity',
  };
  const errors = await replay([{ workflowId: 'changed', history }]);
  expect(errors.get('changed')).toBeInstanceOf(DeterminismViolationError);
});

test('the saved histories are those of the table and name no machine', async () => {
  const files = await readdir(folder);
  expect(files.toSorted()).toEqual(kinds.map((kind) => `${kind}.history.json`).toSorted());
  for (const kind of kinds) {
    const text = await readFile(historyFile(folder, kind), 'utf8');
    expect(text).not.toContain(hostname());
    expect(text).not.toContain(path.resolve(import.meta.dirname, '../..'));
    expect([...text.matchAll(/"identity": "([^"]*)"/g)].map(([, name]) => name)).not.toContainEqual(
      expect.not.stringMatching(/^worker$/),
    );
  }
});

test('a run that was traced goes on where nothing is traced', async () => {
  await using api = await startApi();
  let told = 0;
  await using _worker = await startRunsWorker(api, { sinks: spanSink(() => (told += 1)) });
  const { newAutomation, manage } = await api.newOwner();
  const { hook } = await newAutomation();
  const delivered = await fetch(hook, { method: 'POST', body: '{"id":7}' });
  const { deliveryId } = (await delivered.json()) as { deliveryId: string };
  type Delivery = { outcome: string; workflow: { id: string } };
  const read = async () => (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as Delivery;
  await expect.poll(async () => (await read()).outcome).toBe('succeeded');
  const { id: workflowId } = (await read()).workflow;
  const handle = api.temporal.client.workflow.getHandle(workflowId);
  await handle.result();
  const history = JSON.parse(historyToJSON(await handle.fetchHistory())) as unknown;
  expect(told).toBeGreaterThan(0);
  expect((await replay([{ workflowId, history }])).get(workflowId)).toBeUndefined();
});
