import { randomUUID } from 'node:crypto';

import { NativeConnection, Worker } from '@temporalio/worker';
import { inject } from 'vitest';

import { alertWorkflowId } from '#domain/alerts/alert-id.ts';
import { erasureWorkflowId } from '#domain/erasure-id.ts';

import { bundleOf } from './bundle-of.ts';
import { startRunsWorker } from './runs-worker.ts';
import { saveHistory } from './save-history.ts';
import { startApi } from './service.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
type Recorder = (folder: string, kind: string, api: Api) => Promise<void>;

const inWorker = async (api: Api, work: () => Promise<void>) => {
  await using _worker = await startRunsWorker(api);
  await work();
};

/** Workflows that are no runs have histories as well: the sweep, an erasure, alerts, the rest of a replay, held deliveries, events, English that a model reads, rehearsals and work on a PDF. */
const recorders: Readonly<Record<string, Recorder>> = {
  sweep: async (folder, kind, api) =>
    await inWorker(api, async () => {
      // A workspace that has not been looked at.
      await api.newOwner();
      const { client } = api.temporal;
      const options = { workflowId: randomUUID(), taskQueue: api.runsQueue, args: [] };
      const handle = await client.workflow.start('sweep', options);
      await handle.result();
      await saveHistory(folder, kind, handle);
    }),
  erase: async (folder, kind, api) =>
    await inWorker(api, async () => {
      const { manage } = await api.newOwner();
      const { id } = (await (await manage('DELETE', '/references/None')).json()) as { id: string };
      const handle = api.temporal.client.workflow.getHandle(erasureWorkflowId(id));
      await handle.result();
      await saveHistory(folder, kind, handle);
    }),
  alert: async (folder, kind, api) =>
    await inWorker(api, async () => {
      const { manage } = await api.newOwner();
      const rule = {
        name: 'On call',
        condition: { kind: 'first_failure' },
        channel: { kind: 'webhook', url: 'https://alerts.invalid/' },
      };
      const made = (await (await manage('POST', '/alerts', rule)).json()) as { id: string };
      const sent = (await (await manage('POST', `/alerts/${made.id}/test`)).json()) as { id: string };
      const handle = api.temporal.client.workflow.getHandle(alertWorkflowId(sent.id));
      await handle.result();
      await saveHistory(folder, kind, handle);
    }),
  // Its receiver is given minutes, which a stub spares.
  'alert-tried-again': async (folder, kind, api) => {
    const waits = [100, null];
    await record(folder, kind, api, {
      type: 'alert',
      queue: api.runsQueue,
      activities: { sendAlert: () => Promise.resolve({ waitMs: waits.shift() ?? null }) },
      input: { workspaceId: 'ws_1', alertId: 'alt_1' },
    });
  },
  'replay-rest': async (folder, kind, api) => {
    const after = { at: 1, id: 'dlv_1' };
    const open = { status: 'open', after } as const;
    const rounds = [
      { ...open, started: 1 },
      { ...open, started: 0 },
      { status: 'over', how: 'done' },
    ];
    const outcomes = ['failed'];
    await record(folder, kind, api, {
      type: 'replayRest',
      queue: api.runsQueue,
      activities: { replayMore: () => Promise.resolve(rounds.shift()) },
      input: {
        selection: { workspaceId: 'ws_1', automationId: 'aut_1', outcomes, fromMs: 0, toMs: 1 },
        after: null,
        withReplays: false,
      },
    });
  },
  'drain-held': async (folder, kind, api) => {
    const open = { status: 'open', waitMs: null } as const;
    const rounds = [
      { ...open, started: 1, waitsFor: 'full' },
      { ...open, started: 0, waitsFor: 'rate', waitMs: 600 },
      { status: 'over' },
    ];
    await record(folder, kind, api, {
      type: 'drainHeld',
      queue: api.runsQueue,
      activities: { startHeld: () => Promise.resolve(rounds.shift()) },
      input: { workspaceId: 'ws_1', automationId: 'aut_1' },
    });
  },
  'send-events': async (folder, kind, api) => {
    const waits = [0, 100, null];
    await record(folder, kind, api, {
      type: 'sendEvents',
      queue: api.runsQueue,
      activities: { sendDueEvents: () => Promise.resolve({ waitMs: waits.shift() ?? null }) },
      input: { workspaceId: 'ws_1', targetId: 'etg_1' },
    });
  },
  propose: async (folder, kind, api) =>
    await record(folder, kind, api, {
      type: 'propose',
      queue: api.runsQueue,
      activities: { proposeMeaning: () => Promise.resolve() },
      input: { workspaceId: 'ws_1', automationId: 'aut_1', revision: 1 },
    }),
  'approved-request': async (folder, kind, api) => {
    const waits = [100, null];
    await record(folder, kind, api, {
      type: 'approvedRequest',
      queue: api.runsQueue,
      activities: { sendApproved: () => Promise.resolve({ retryAfterMs: waits.shift() ?? null }) },
      input: { workspaceId: 'ws_1', approvalId: 'apr_1' },
    });
  },
  rehearse: async (folder, kind, api) => {
    const rounds = [false, true];
    await record(folder, kind, api, {
      type: 'rehearse',
      queue: api.runsQueue,
      activities: { rehearse: () => Promise.resolve({ isOver: rounds.shift() ?? true }) },
      input: { workspaceId: 'ws_1', automationId: 'aut_1', rehearsalId: 'reh_1' },
    });
  },
  'compute-task': async (folder, kind, api) => {
    const task = { activity: 'runPdfJob', input: { jobId: 'job_1' }, summary: 'get-info of 1 file' };
    const limits = { timeoutMs: 60_000, heartbeatTimeoutMs: 10_000, attemptsMax: 2 };
    await record(folder, kind, api, {
      type: 'computeTask',
      queue: api.computeQueue,
      activities: { runPdfJob: () => Promise.resolve({ status: 'done' }) },
      input: { ...task, ...limits, taskQueue: api.computeQueue },
    });
  },
};

export const serviceKinds = Object.keys(recorders);

/** Has each workflow of the service take its course and saves the history. */
export async function recordServiceHistories(folder: string): Promise<void> {
  // An erasure that is not waited for is named in the answer.
  await using api = await startApi({}, { erasureWaitMs: 1 });
  for (const [kind, recorder] of Object.entries(recorders)) await recorder(folder, kind, api);
}

interface Played {
  readonly type: string;
  readonly queue: string;
  readonly activities: Readonly<Record<string, () => Promise<unknown>>>;
  readonly input: object;
}

async function record(folder: string, kind: string, api: Api, { type, queue, activities, input }: Played) {
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  const worker = await Worker.create({
    connection,
    taskQueue: queue,
    workflowBundle: await bundleOf(),
    activities,
  });
  await worker.runUntil(async () => {
    const options = { workflowId: randomUUID(), taskQueue: queue, args: [input] };
    const handle = await api.temporal.client.workflow.start(type, options);
    await handle.result();
    await saveHistory(folder, kind, handle);
  });
  await connection.close();
}
