import type { TurnOutput } from '#capabilities/agent-turn.ts';
import type { RunRef } from '#contracts/run.ts';
import { newId } from '#domain/ids.ts';
import { readMeaning } from '#meaning/read-meaning.ts';
import { noUsage } from '#domain/no-usage.ts';
import { type Arrival, createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createMessages } from '#store/message/messages.ts';
import { createRuns, type Runs } from '#store/run/runs.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { createVault } from '#store/secret/vault.ts';
import { noBlobs } from './no-blobs.ts';

/** A delivery at the door; `overrides` say what matters. */
export const arrivalWith = (overrides: Partial<Arrival> = {}): Arrival => ({
  deliveryId: newId('delivery'),
  workflowId: 'run/x',
  eventId: 'x',
  eventIdSource: 'header',
  eventIdFrom: null,
  reference: null,
  referenceUrl: null,
  sender: 'generic',
  eventName: null,
  verified: null,
  traceId: null,
  receivedAt: new Date(),
  contentType: null,
  headers: {},
  body: Buffer.from('body'),
  round: null,
  causedBy: null,
  replayOf: null,
  runOf: null,
  ...overrides,
});

interface Content {
  readonly instructions?: string;
  readonly filter?: string | null;
  readonly workspaceId?: string;
}

/** A delivery that was accepted, in a workspace of its own, and whose claim is not confirmed yet. */
export async function acceptRun(redis: Redis, content: Content = {}) {
  const workspaceId = content.workspaceId ?? newId('workspace');
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  const automations = createAutomations({ redis, vault });
  const admissions = createAdmissions({ redis });
  const { instructions = 'Summarise the delivery.', filter = null } = content;
  const { id: automationId } = await automations.create(workspaceId, {
    name: 'Orders',
    instructions,
    filter,
    ...readMeaning({ instructions, filter }, null, { samples: [], sender: 'generic' }),
    agentId: newId('agent'),
  });
  const run = { kind: 'delivery', workspaceId, automationId, deliveryId: newId('delivery') } as const;
  await admissions.admit(
    run,
    arrivalWith({
      deliveryId: run.deliveryId,
      workflowId: `run/${automationId}/id/x`,
      contentType: 'application/json',
      body: Buffer.from('{"id":1}'),
    }),
    { attempt: 'new' },
  );
  return {
    run,
    runs: createRuns({ redis }),
    admissions,
    automations,
    deliveries: createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null }),
    messages: createMessages({ redis }),
    workspaces: createWorkspaces({ redis }),
  };
}

/** A delivery that was accepted and whose run has begun. */
export async function beginRun(redis: Redis, content: Content = {}) {
  const accepted = await acceptRun(redis, content);
  const { admissions, run, runs } = accepted;
  await admissions.confirm(run, run.deliveryId);
  await runs.begin(run, 'temporal-run', 'n'.repeat(32));
  return accepted;
}

/** The answer of a model that plans one request, `c1`, and the step that it leaves. */
export function plannedTurn(method: 'GET' | 'POST') {
  const output: TurnOutput = {
    messages: [],
    calls: [{ name: 'http_request', callId: 'c1', method, url: 'https://api.example.com/orders' }],
    isDone: false,
    answer: null,
    needsModel: null,
    failure: null,
    usage: noUsage,
    cost: { state: 'none', amountMicros: null, currency: 'USD', priceTable: null },
    model: 'offline/rules-1',
    finishReason: 'tool-calls',
    summary: 'planned',
  };
  const { model, summary } = output;
  const tokens = { inputTokens: 0, outputTokens: 0 };
  const step = { kind: 'model' as const, startedAt: new Date().toISOString(), durationMs: 1, model, summary };
  return { output, step: { ...step, ...tokens }, told: { access: [], timeZone: 'UTC' } };
}

/** The first turn of a run plans one request, `c1`. */
export const planRequest = (
  runs: Pick<Runs, 'saveTurn'>,
  run: RunRef,
  method: 'GET' | 'POST',
): Promise<void> => runs.saveTurn(run, 1, plannedTurn(method));
