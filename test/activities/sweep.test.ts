import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, test } from 'vitest';

import { type SweepDeps, sweepActivities } from '#activities/sweep.ts';
import type { SweepFailure } from '#activities/sweep-tally.ts';
import type { SweepReport } from '#domain/sweep-report.ts';
import type { Pass } from '#domain/pass.ts';
import { rangeOf } from '#domain/sweep-range.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';

const error = new Error('with a detail that stays out of the report');

const nothing = () => Promise.resolve<Pass>({ done: 0, failures: [] });

/** A sweep over two workspaces in which there is nothing to do. */
const idle: SweepDeps = {
  alertWatch: { sweep: nothing },
  eventWaker: { resume: nothing },
  archiver: { archiveEnded: nothing },
  erasureRecovery: { resume: nothing },
  fileRewrites: { advance: () => Promise.resolve(0) },
  jobs: { sweep: () => Promise.resolve(0) },
  heldRecovery: { resume: nothing },
  messageRecovery: { requeue: nothing },
  onSweepFailure: () => undefined,
  olderDeliveries: { catchUp: nothing },
  retention: { removeExpired: nothing },
  secretRotation: { rotate: nothing },
  slots: { sweep: nothing },
  sweepIndex: {
    due: () => Promise.resolve(['ws_1', 'ws_2']),
    settle: () => Promise.resolve(),
    now: () => 1_000,
  },
  nextWork: () => Promise.resolve(null),
};

/** A sweep over two workspaces whose tasks do what the test says; `visits` are those that nobody spoke of. */
async function sweep(tasks: Partial<SweepDeps>, heartbeatDetails?: unknown) {
  const visits: string[] = [];
  const failures: SweepFailure[] = [];
  const visit = (task: string) => (workspaceId: string) => {
    visits.push(`${task} ${workspaceId}`);
    return Promise.resolve<Pass>({ done: 1, failures: [] });
  };
  const { sweepWorkspaces } = sweepActivities({
    alertWatch: { sweep: visit('alerts') },
    eventWaker: { resume: visit('events') },
    archiver: { archiveEnded: visit('archive') },
    erasureRecovery: { resume: visit('erasures') },
    fileRewrites: { advance: () => Promise.resolve(1) },
    jobs: { sweep: () => Promise.resolve(3) },
    heldRecovery: { resume: visit('held') },
    messageRecovery: { requeue: visit('messages') },
    onSweepFailure: (failure) => failures.push(failure),
    olderDeliveries: { catchUp: visit('index') },
    retention: { removeExpired: visit('retention') },
    secretRotation: { rotate: visit('secrets') },
    slots: { sweep: visit('slots') },
    sweepIndex: idle.sweepIndex,
    nextWork: idle.nextWork,
    ...tasks,
  });
  const environment = new MockActivityEnvironment({ heartbeatDetails }, { logger: quietLogger });
  const report = (await environment.run(sweepWorkspaces)) as SweepReport;
  return { report, visits, failures };
}

const visitsOf = (workspaceId: string) =>
  [
    'slots',
    'held',
    'messages',
    'erasures',
    'alerts',
    'events',
    'retention',
    'archive',
    'index',
    'secrets',
  ].map((task) => `${task} ${workspaceId}`);

test('a sweep does every task in every workspace and adds up what it did', async () => {
  const { report, visits, failures } = await sweep({});
  for (const id of ['ws_1', 'ws_2'])
    expect(visits.filter((visit) => visit.endsWith(id))).toEqual(visitsOf(id));
  expect(report).toEqual({
    workspacesLookedAt: 2,
    slotsReclaimed: 2,
    heldResumed: 2,
    messagesRequeued: 2,
    erasuresResumed: 2,
    alertsResumed: 2,
    eventsResumed: 2,
    recordsExpired: 2,
    deliveriesArchived: 2,
    deliveriesIndexed: 2,
    secretsRewrapped: 2,
    jobFilesRemoved: 0,
    filesRewritten: 0,
    failures: [],
    failureCount: 0,
  });
  expect(failures).toEqual([]);
});

test('a workspace that fails delays neither its other tasks nor another workspace, and is reported', async () => {
  const { report, visits, failures } = await sweep({
    messageRecovery: { requeue: () => Promise.reject(error) },
  });
  for (const id of ['ws_1', 'ws_2'])
    expect(visits.filter((visit) => visit.endsWith(id))).toEqual(
      visitsOf(id).filter((visit) => !visit.startsWith('messages')),
    );
  expect(report).toMatchObject({
    messagesRequeued: 0,
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

describe('the beginning of a sweep', () => {
  const begin = async (deps: Partial<SweepDeps>) => {
    const { beginSweep } = sweepActivities({ ...idle, ...deps });
    const environment = new MockActivityEnvironment({}, { logger: quietLogger });
    return (await environment.run(beginSweep)) as Awaited<ReturnType<typeof beginSweep>>;
  };

  test('does what belongs to no workspace, and names each range in which work is due once', async () => {
    const due = () => Promise.resolve(['ws_1', 'ws_2', 'ws_1']);
    const { ranges, report } = await begin({
      jobs: { sweep: () => Promise.resolve(3) },
      fileRewrites: { advance: () => Promise.resolve(1) },
      sweepIndex: { ...idle.sweepIndex, due },
    });
    expect(ranges).toEqual([...new Set(['ws_1', 'ws_2'].map(rangeOf))].toSorted());
    expect(report).toMatchObject({ jobFilesRemoved: 3, filesRewritten: 1, workspacesLookedAt: 0 });
  });

  test('reports job files that cannot be swept, and fails for none', async () => {
    const { ranges, report } = await begin({ jobs: { sweep: () => Promise.reject(error) } });
    expect(ranges).not.toEqual([]);
    expect(report).toMatchObject({ failures: ['jobFilesRemoved: job files'], failureCount: 1 });
  });
});

test('a sweep of a range asks for the workspaces of that range', async () => {
  const asked: unknown[] = [];
  const due = (range?: string) => {
    asked.push(range);
    return Promise.resolve(['ws_1']);
  };
  const { sweepWorkspaces } = sweepActivities({ ...idle, sweepIndex: { ...idle.sweepIndex, due } });
  const environment = new MockActivityEnvironment({}, { logger: quietLogger });
  await environment.run(sweepWorkspaces, 'a');
  // As an open sweep of an earlier release asks.
  await environment.run(sweepWorkspaces);
  expect(asked).toEqual(['a', '']);
});

test('a workspace with more to archive than one pass does holds no other up, and is gone on with after all', async () => {
  const looks: string[] = [];
  const passes: Record<string, Pass[]> = {
    ws_1: [
      { done: 2, failures: [], hasMore: true },
      { done: 2, failures: [], hasMore: true },
      { done: 1, failures: [] },
    ],
    ws_2: [{ done: 2, failures: [], hasMore: true }],
  };
  const { report, visits } = await sweep({
    archiver: {
      archiveEnded: (id) => {
        looks.push(id);
        return Promise.resolve(passes[id]?.shift() ?? { done: 0, failures: [{ record: 'blobs', error }] });
      },
    },
  });
  expect(looks.toSorted()).toEqual(['ws_1', 'ws_1', 'ws_1', 'ws_2', 'ws_2']);
  expect(looks.slice(0, 2).toSorted()).toEqual(['ws_1', 'ws_2']);
  expect(visits.filter((visit) => visit.startsWith('slots'))).toHaveLength(2);
  expect(report).toMatchObject({ deliveriesArchived: 7, workspacesLookedAt: 2, failureCount: 1 });
});

test('a workspace in which a task takes long holds no other of its range up', async () => {
  const settled: string[] = [];
  const { promise, resolve } = Promise.withResolvers<Pass>();
  const { report } = await sweep({
    archiver: { archiveEnded: (id) => (id === 'ws_1' ? promise : nothing()) },
    sweepIndex: {
      ...idle.sweepIndex,
      settle: (id) => {
        settled.push(id);
        resolve({ done: 1, failures: [] });
        return Promise.resolve();
      },
    },
  });
  expect(settled).toEqual(['ws_2', 'ws_1']);
  expect(report).toMatchObject({ workspacesLookedAt: 2 });
});

test('a report names the first failures and counts all', async () => {
  const failures = Array.from({ length: 30 }, (_, n) => ({ record: `delivery ${n}`, error }));
  const { report } = await sweep({ slots: { sweep: () => Promise.resolve({ done: 0, failures }) } });
  expect(report.failures).toHaveLength(20);
  expect(report.failureCount).toBe(60);
});

describe('after a look at a workspace', () => {
  const settled = async (tasks: Partial<SweepDeps>) => {
    const looks: unknown[] = [];
    const settle = (...look: unknown[]) => Promise.resolve(void looks.push(look));
    const { report } = await sweep({ sweepIndex: { ...idle.sweepIndex, settle }, ...tasks });
    return { looks, report };
  };

  test('the next one is when work is due', async () => {
    const nextWork = (workspaceId: string) => Promise.resolve(workspaceId === 'ws_1' ? 9_000 : null);
    const { looks, report } = await settled({ nextWork });
    expect(looks).toEqual([
      ['ws_1', 1_000, 9_000],
      ['ws_2', 1_000, null],
    ]);
    expect(report).toMatchObject({ workspacesLookedAt: 2 });
  });

  test('the next one is at once where something failed', async () => {
    const { looks } = await settled({
      retention: { removeExpired: (id) => (id === 'ws_1' ? Promise.reject(error) : nothing()) },
    });
    expect(looks).toEqual([
      ['ws_1', 1_000, 0],
      ['ws_2', 1_000, null],
    ]);
  });

  test('an unknown state of the next one is a failure, and the sweep continues', async () => {
    const { report } = await settled({ nextWork: () => Promise.reject(error) });
    expect(report).toMatchObject({ workspacesLookedAt: 0, failureCount: 2 });
  });
});

test('a sweep tells with its heartbeats how far it is', async () => {
  const told = Promise.withResolvers<unknown>();
  const { sweepWorkspaces } = sweepActivities({
    ...idle,
    // The second workspace waits for a heartbeat.
    slots: {
      sweep: async (workspaceId) => {
        if (workspaceId === 'ws_2') await told.promise;
        return { done: 1, failures: [] };
      },
    },
  });
  const environment = new MockActivityEnvironment({}, { logger: quietLogger });
  environment.on('heartbeat', told.resolve);
  await environment.run(sweepWorkspaces);
  expect(await told.promise).toMatchObject({ sweptUpTo: 'ws_1', report: { slotsReclaimed: 1 } });
});

describe('a sweep whose attempt was cut off', () => {
  const done = {
    slotsReclaimed: 5,
    messagesRequeued: 0,
    recordsExpired: 0,
    secretsRewrapped: 0,
    jobFilesRemoved: 0,
  };
  const report = { ...done, failures: ['slotsReclaimed of ws_1: delivery dlv_1'], failureCount: 1 };

  test('goes on behind the last workspace that is done, and keeps what was counted', async () => {
    const { report: after, visits } = await sweep({}, { sweptUpTo: 'ws_1', report });
    expect(visits).toEqual(visitsOf('ws_2'));
    expect(after).toEqual({
      ...report,
      workspacesLookedAt: 1,
      erasuresResumed: 1,
      alertsResumed: 1,
      eventsResumed: 1,
      slotsReclaimed: 6,
      heldResumed: 1,
      messagesRequeued: 1,
      recordsExpired: 1,
      deliveriesArchived: 1,
      deliveriesIndexed: 1,
      secretsRewrapped: 1,
      jobFilesRemoved: 0,
      filesRewritten: 0,
    });
  });

  test.each([
    ['before the first was done', { report }],
    ['behind one that is gone', { sweptUpTo: 'ws_0', report }],
    ['by a version that told no progress', undefined],
  ])('begins with the first workspace where it was cut off %s', async (_, details) => {
    const { visits } = await sweep({}, details);
    for (const id of ['ws_1', 'ws_2'])
      expect(visits.filter((visit) => visit.endsWith(id))).toEqual(visitsOf(id));
  });
});
