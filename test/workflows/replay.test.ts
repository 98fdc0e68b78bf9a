import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, expect, test } from 'vitest';

import { workflowBundle } from '../../worker/bundle.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { historyFile, historyKinds as kinds, recordHistories } from '../support/record-histories.ts';

const folder = path.join(import.meta.dirname, 'histories');

beforeAll(async () => {
  quietRuntime();
  if (process.env['RECORD_HISTORIES']) await recordHistories(folder);
});

async function replay(histories: readonly { workflowId: string; history: unknown }[]) {
  const parsed = histories.map(({ workflowId, history }) => ({
    workflowId,
    history: historyFromJSON(history),
  }));
  const errors = new Map<string, Error | undefined>();
  for await (const { workflowId, error } of Worker.runReplayHistories(
    { workflowBundle: await workflowBundle(), replayName: 'saved' },
    parsed,
  ))
    errors.set(workflowId, error);
  return errors;
}

const read = async (kind: string) =>
  JSON.parse(await readFile(historyFile(folder, kind), 'utf8')) as { events: Record<string, unknown>[] };

test('the workflow of today goes the way of every saved history', async () => {
  const histories = await Promise.all(
    kinds.map(async (kind) => ({ workflowId: kind, history: await read(kind) })),
  );
  expect(Object.fromEntries(await replay(histories))).toEqual(
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
