import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

import { rawTarget } from '../egress/support/target.ts';
import { startRunsWorker } from './runs-worker.ts';
import { startApi } from './service.ts';
import { startOrderTarget } from './target.ts';

interface Targets {
  /** Answers 201. */
  readonly orders: string;
  /** Takes a request and hangs up without an answer. */
  readonly hangingUp: string;
}

interface RunKind {
  readonly instructions: (targets: Targets) => string;
  readonly filter?: string;
  readonly outcome: string;
}

const post = (url: string) => `POST ${url}/orders with JSON {"order": "{{order}}"}.`;

/** One run of each course that a workflow can take under the rules; each has a saved history. */
export const runKinds: Readonly<Record<string, RunKind>> = {
  'no-request': { instructions: () => 'Summarise the delivery.', outcome: 'succeeded' },
  'filter-skip': {
    instructions: () => 'Summarise the delivery.',
    filter: 'Only run when the status is paid',
    outcome: 'skipped',
  },
  'one-request': { instructions: ({ orders }) => post(orders), outcome: 'succeeded' },
  'two-requests': {
    instructions: ({ orders }) => `GET ${orders}/stock. ${post(orders)}`,
    outcome: 'succeeded',
  },
  'unknown-effect': { instructions: ({ hangingUp }) => post(hangingUp), outcome: 'unknown_effect' },
  'needs-model': {
    instructions: () => 'Judge the mood of the customer and act on it.',
    outcome: 'needs_model',
  },
};

export const historyFile = (folder: string, kind: string) => path.join(folder, `${kind}.history.json`);

/** Has the real worker do one run of each kind and saves their histories, without a word about this machine. */
export async function recordHistories(folder: string): Promise<void> {
  await using api = await startApi();
  await using _worker = await startRunsWorker(api);
  await using orders = await startOrderTarget({ key: 'key-of-the-target' });
  await using hangingUp = await rawTarget((socket) => socket.destroy());
  await mkdir(folder, { recursive: true });
  for (const [kind, { instructions, filter, outcome }] of Object.entries(runKinds)) {
    const { manage, newAutomation } = await api.newOwner();
    const targets = { orders: orders.url, hangingUp: hangingUp.url };
    const automation = await newAutomation({
      instructions: instructions(targets),
      ...(filter !== undefined && { filter }),
    });
    await manage('POST', `/agents/${automation.agentId}/network-access`, {
      domain: '127.0.0.1',
      headerName: 'X-API-Key',
      headerValue: 'key-of-the-target',
    });
    await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"event_id":"evt","order":"A-1","status":"open"}',
    });
    const handle = api.temporal.client.workflow.getHandle(`run/${automation.id}/id/evt`);
    const ending = (await handle.result()) as { outcome: string };
    if (ending.outcome !== outcome) throw new Error(`${kind} ended as ${ending.outcome}, not ${outcome}.`);
    const history: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()));
    await writeFile(historyFile(folder, kind), `${JSON.stringify(withoutMachine(history), null, 1)}\n`);
  }
}

/** Who did a step, and queues that are named after who did it, are of no use to a history replay. */
function withoutMachine(value: unknown, name?: string): unknown {
  if (name === 'identity') return 'worker';
  if (typeof value === 'string') return value.includes(hostname()) ? 'worker' : value;
  if (Array.isArray(value)) return value.map((item) => withoutMachine(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, withoutMachine(inner, member)]),
  );
}
