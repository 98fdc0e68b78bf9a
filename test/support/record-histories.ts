import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { chatWorkflowId } from '#domain/chat-id.ts';
import { deliveryIdOf, workflowIdOf } from '#domain/run-id.ts';
import { rawTarget } from '#test/adapters/egress/support/target.ts';
import { startModelServer } from './model-server.ts';
import { recordServiceHistories, serviceKinds } from './record-service-histories.ts';
import { startRunsWorker } from './runs-worker.ts';
import { saveHistory } from './save-history.ts';
import { startApi } from './service.ts';
import { startOrderTarget } from './target.ts';

interface Targets {
  /** Answers 201. */
  readonly orders: string;
  /** Takes a request and hangs up without an answer. */
  readonly hangingUp: string;
  /** Answers its first POST with 503, then 201. */
  readonly failingOnce: string;
}

interface RunKind {
  readonly instructions: (targets: Targets) => string;
  readonly filter?: string;
  readonly retry?: object;
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
  // Begun, sent and ended by its first step.
  'one-step': { instructions: ({ orders }) => post(orders), outcome: 'succeeded' },
  'tried-again': {
    instructions: ({ failingOnce }) => `GET ${failingOnce}/stock. ${post(failingOnce)}`,
    outcome: 'succeeded',
    retry: { tries: 5, withinMinutes: 1 },
  },
  'needs-model': {
    instructions: () => 'Judge the mood of the customer and act on it.',
    outcome: 'needs_model',
  },
};

/** Runs whose turns a model takes: first it asks for a request, then it is done. */
const modelKinds: Readonly<Record<string, { env?: Record<string, string>; outcome: string }>> = {
  'with-model': { outcome: 'succeeded' },
  'out-of-budget': { env: { RUN_MAX_STEPS: '1' }, outcome: 'failed' },
};

/** The kinds of which a release saves a history each. */
export const historyKinds = [
  ...Object.keys(runKinds),
  ...Object.keys(modelKinds),
  'conversation',
  'late-record',
  'approved',
  ...serviceKinds,
];

/** Has the real worker do one run of each kind and saves their histories. */
export async function recordHistories(folder: string): Promise<void> {
  await using api = await startApi();
  await using _worker = await startRunsWorker(api);
  await using orders = await startOrderTarget({ key: 'key-of-the-target' });
  await using hangingUp = await rawTarget((socket) => socket.destroy());
  let posts = 0;
  await using failingOnce = await startOrderTarget({
    key: 'key-of-the-target',
    answer: async ({ method }, response) => {
      if (method === 'POST') posts += 1;
      await Promise.resolve(response.writeHead(posts === 1 ? 503 : 201).end('{}'));
    },
  });
  await mkdir(folder, { recursive: true });
  for (const [kind, { instructions, outcome, ...content }] of Object.entries(runKinds)) {
    const targets = { orders: orders.url, hangingUp: hangingUp.url, failingOnce: failingOnce.url };
    await recordRun(folder, api, {
      kind,
      outcome,
      content: { instructions: instructions(targets), ...content },
      body: '{"event_id":"evt","order":"A-1","status":"open"}',
    });
  }
  await recordConversation(folder, api, orders.url);
  await recordModelRuns(folder, orders.url);
  await recordLateRecord(folder, api);
  await recordApproved(folder, api, orders.url);
  await recordServiceHistories(folder);
}

/** One run of each kind with a model, which has to be waited for: its turns are activities of their own. */
export async function recordModelRuns(folder: string, target: string): Promise<void> {
  const order = JSON.stringify({ method: 'POST', url: `${target}/orders`, body: '{"order":"A-1"}' });
  for (const [kind, { env, outcome }] of Object.entries(modelKinds)) {
    await using model = await startModelServer([
      { toolCalls: [{ name: 'http_request', arguments: order }] },
      { text: 'Done.' },
    ]);
    await using api = await startApi({
      MODEL: 'openai-compatible/m',
      MODEL_BASE_URL: model.baseUrl,
      ...env,
    });
    await using _worker = await startRunsWorker(api);
    await recordRun(folder, api, { kind, outcome, content: {}, body: '{"event_id":"evt"}' });
  }
}

interface RecordedRun {
  readonly kind: string;
  readonly outcome: string;
  readonly content: Partial<Pick<RunKind, 'filter' | 'retry'>> & { readonly instructions?: string };
  readonly body: string;
}

/** A delivery to an automation that may reach the target, and its history once it has ended as it should. */
async function recordRun(
  folder: string,
  api: Awaited<ReturnType<typeof startApi>>,
  { kind, outcome, content, body }: RecordedRun,
): Promise<void> {
  const { manage, newAutomation } = await api.newOwner();
  const automation = await newAutomation(content);
  await manage('POST', `/agents/${automation.agentId}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: 'key-of-the-target',
  });
  await fetch(automation.hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const handle = api.temporal.client.workflow.getHandle(`run/${automation.id}/id/evt`);
  const ending = (await handle.result()) as { outcome: string };
  if (ending.outcome !== outcome) throw new Error(`${kind} ended as ${ending.outcome}, not ${outcome}.`);
  await saveHistory(folder, kind, handle);
}

/** A run that was started although its start was taken for failed: its record comes with the sender's next try. */
export async function recordLateRecord(
  folder: string,
  api: Awaited<ReturnType<typeof startApi>>,
): Promise<void> {
  const { workspace, newAutomation } = await api.newOwner();
  const { id: automationId, hook } = await newAutomation();
  const workflowId = workflowIdOf(automationId, 'id/evt');
  const { client } = api.temporal;
  const handle = await client.workflow.start('automationRun', {
    workflowId,
    taskQueue: api.runsQueue,
    args: [
      { kind: 'delivery', workspaceId: workspace.id, automationId, deliveryId: deliveryIdOf(workflowId) },
    ],
  });
  const isWaiting = async () =>
    (await handle.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes);
  while (!(await isWaiting())) await pause(50);
  const headers = { 'content-type': 'application/json' };
  await fetch(hook, { method: 'POST', headers, body: '{"event_id":"evt"}' });
  await handle.result();
  await saveHistory(folder, 'late-record', handle);
}

/** A run whose request waits until it is approved. */
export async function recordApproved(
  folder: string,
  api: Awaited<ReturnType<typeof startApi>>,
  target: string,
): Promise<void> {
  const { manage, newAutomation } = await api.newOwner();
  const automation = await newAutomation({ instructions: post(target) });
  await manage('POST', `/agents/${automation.agentId}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: 'key-of-the-target',
    approval: 'writes',
  });
  const headers = { 'content-type': 'application/json' };
  await fetch(automation.hook, { method: 'POST', headers, body: '{"event_id":"evt","order":"A-1"}' });
  for (let open: readonly { id: string }[] = []; open.length === 0; await pause(50)) {
    open = ((await (await manage('GET', '/approvals?state=open')).json()) as { items: typeof open }).items;
    for (const { id } of open) await manage('POST', `/approvals/${id}`, { decision: 'approve' });
  }
  const handle = api.temporal.client.workflow.getHandle(`run/${automation.id}/id/evt`);
  await handle.result();
  await saveHistory(folder, 'approved', handle);
}

/** Three messages of one conversation, two of them at the same time; a request belongs to one. */
export async function recordConversation(
  folder: string,
  api: Awaited<ReturnType<typeof startApi>>,
  target: string,
): Promise<void> {
  const { manage, newAutomation } = await api.newOwner();
  const { agentId } = await newAutomation();
  await manage('POST', `/agents/${agentId}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: 'key-of-the-target',
  });
  const say = async (message: string, conversationId?: string) => {
    const response = await manage('POST', `/agents/${agentId}/chat`, { message, conversationId });
    if (response.status !== 200) throw new Error(`The message was answered with ${response.status}.`);
    return (await response.json()) as { conversationId: string };
  };
  const { conversationId } = await say('Judge the mood of the customer and act on it.');
  await Promise.all([
    say(`GET ${target}/stock and report recorded.`, conversationId),
    say('Report id.', conversationId),
  ]);
  const workflowId = chatWorkflowId(agentId, conversationId);
  await saveHistory(folder, 'conversation', api.temporal.client.workflow.getHandle(workflowId));
}
