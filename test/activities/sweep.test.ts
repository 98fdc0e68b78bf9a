import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';

import {
  type SweepDeps,
  sweepActivities,
  type SweepFailure,
  type SweepReport,
} from '../../activities/sweep.ts';
import type { Pass } from '../../domain/pass.ts';
import { quietLogger } from '../support/quiet-runtime.ts';

const error = new Error('with a detail that stays out of the report');

/** A sweep over two workspaces whose tasks do what the test says; `visits` are those that nobody spoke of. */
async function sweep(tasks: Partial<SweepDeps>) {
  const visits: string[] = [];
  const failures: SweepFailure[] = [];
  const visit = (task: string) => (workspaceId: string) => {
    visits.push(`${task} ${workspaceId}`);
    return Promise.resolve<Pass>({ done: 1, failures: [] });
  };
  const { sweepWorkspaces } = sweepActivities({
    jobs: { sweep: () => Promise.resolve(3) },
    messageRecovery: { requeue: visit('messages') },
    onSweepFailure: (failure) => failures.push(failure),
    retention: { removeExpired: visit('retention') },
    secretRotation: { rotate: visit('secrets') },
    slots: { reclaim: visit('slots') },
    workspaces: { listIds: () => Promise.resolve(['ws_1', 'ws_2']) },
    ...tasks,
  });
  const environment = new MockActivityEnvironment({}, { logger: quietLogger });
  const report = (await environment.run(sweepWorkspaces)) as SweepReport;
  return { report, visits, failures };
}

const visitsOf = (workspaceId: string) =>
  ['slots', 'messages', 'retention', 'secrets'].map((task) => `${task} ${workspaceId}`);

test('a sweep does every task in every workspace and adds up what it did', async () => {
  const { report, visits, failures } = await sweep({});
  expect(visits).toEqual([...visitsOf('ws_1'), ...visitsOf('ws_2')]);
  expect(report).toEqual({
    slotsReclaimed: 2,
    messagesRequeued: 2,
    recordsExpired: 2,
    secretsRewrapped: 2,
    jobFoldersRemoved: 3,
    failures: [],
    failureCount: 0,
  });
  expect(failures).toEqual([]);
});

test('a workspace that fails delays neither its other tasks nor another workspace, and is reported', async () => {
  const { report, visits, failures } = await sweep({
    messageRecovery: { requeue: () => Promise.reject(error) },
  });
  expect(visits).toEqual(
    [...visitsOf('ws_1'), ...visitsOf('ws_2')].filter((one) => !one.includes('messages')),
  );
  expect(report).toMatchObject({
    messagesRequeued: 0,
    jobFoldersRemoved: 3,
    failures: ['messagesRequeued of ws_1: the whole task', 'messagesRequeued of ws_2: the whole task'],
    failureCount: 2,
  });
  expect(failures.map(({ workspaceId, error: cause }) => [workspaceId, cause])).toEqual([
    ['ws_1', error],
    ['ws_2', error],
  ]);
  expect(JSON.stringify(report)).not.toContain('detail');
});

test('a record that fails is reported beside what was done for the others', async () => {
  const pass = { done: 4, failures: [{ record: 'automation aut_1', error }] };
  const { report, failures } = await sweep({ retention: { removeExpired: () => Promise.resolve(pass) } });
  expect(report).toMatchObject({ recordsExpired: 8, failureCount: 2 });
  expect(report.failures[0]).toBe('recordsExpired of ws_1: automation aut_1');
  expect(failures[0]).toEqual({
    task: 'recordsExpired',
    workspaceId: 'ws_1',
    record: 'automation aut_1',
    error,
  });
});

test('job folders that cannot be swept do not fail the sweep', async () => {
  const { report } = await sweep({ jobs: { sweep: () => Promise.reject(error) } });
  expect(report).toMatchObject({ slotsReclaimed: 2, failures: ['jobFoldersRemoved: job folders'] });
});

test('a report names the first failures and counts all', async () => {
  const failures = Array.from({ length: 30 }, (_, n) => ({ record: `delivery ${n}`, error }));
  const { report } = await sweep({ slots: { reclaim: () => Promise.resolve({ done: 0, failures }) } });
  expect(report.failures).toHaveLength(20);
  expect(report.failureCount).toBe(60);
});
