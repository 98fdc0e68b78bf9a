import path from 'node:path';

import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
import { DeterminismViolationError } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { bundleOf } from '#test/support/bundle-of.ts';
import * as workflows from '#workflows/index.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';
import { spanSink, startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { historyKinds, recordHistories } from '#test/support/record-histories.ts';
import { currentRelease, fileOfRelease, historiesOf, releases } from '#test/support/releases.ts';

const current = await currentRelease();
const saved = await releases();

beforeAll(async () => {
  quietRuntime();
  if (process.env['RECORD_RELEASE']) await recordHistories(fileOfRelease(current, 'histories'));
});
// A replay runs in this thread, and has the SDK look at each promise of the process ever after.
afterAll(() => globalHandlers.uninstall());

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
    { workflowBundle: await bundleOf(options), replayName: 'saved', sinks: spanSink() },
    parsed,
  ))
    errors.set(workflowId, error);
  return errors;
}

describe.each(saved)('the histories of release %s', (release) => {
  test.each([
    ['', false],
    [' while it is traced', true],
  ])('are the way that the workflow of today goes%s', async (_, isTraced) => {
    const histories = await historiesOf(release);
    const errors = await replay(
      [...histories].map(([workflowId, history]) => ({ workflowId, history })),
      { isTraced },
    );
    expect(errors.size).toBeGreaterThan(0);
    expect(Object.fromEntries(errors)).toEqual(
      Object.fromEntries([...histories.keys()].map((kind) => [kind, undefined])),
    );
  });

  test('name no machine', async () => {
    for (const [, history] of await historiesOf(release)) {
      const text = JSON.stringify(history);
      expect(text).not.toMatch(/\d+@/);
      expect(text).not.toContain(path.resolve(import.meta.dirname, '../..'));
      expect([...text.matchAll(/"identity":"([^"]*)"/g)].map(([, name]) => name)).not.toContainEqual(
        expect.not.stringMatching(/^worker$/),
      );
    }
  });
});

/** The workflow type of a history. */
const typeOf = ({ events: [first] }: { events: Record<string, unknown>[] }) =>
  (first!['workflowExecutionStartedEventAttributes'] as { workflowType: { name: string } }).workflowType.name;

test('the current release has a history of every course, and of every workflow', async () => {
  const histories = await historiesOf(current);
  expect([...histories.keys()].toSorted()).toEqual(historyKinds.toSorted());
  expect(new Set([...histories.values()].map(typeOf))).toEqual(new Set(Object.keys(workflows)));
});

test('a history of another way is noticed', async () => {
  const history = (await historiesOf(saved[0]!)).get('one-request')!;
  const scheduled = history.events.find((event) => 'activityTaskScheduledEventAttributes' in event);
  (scheduled!['activityTaskScheduledEventAttributes'] as { activityType: object }).activityType = {
    name: 'anotherActivity',
  };
  const errors = await replay([{ workflowId: 'changed', history }]);
  expect(errors.get('changed')).toBeInstanceOf(DeterminismViolationError);
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
