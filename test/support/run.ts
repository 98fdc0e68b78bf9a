import { newId } from '../../domain/ids.ts';
import { type Arrival, createAdmissions } from '../../store/admissions.ts';
import { createAutomations } from '../../store/automations.ts';
import type { Redis } from '../../store/connect.ts';
import { createMessages } from '../../store/messages.ts';
import { createRuns } from '../../store/runs.ts';
import { createVault } from '../../store/vault.ts';

/** A delivery at the door; `overrides` say what matters. */
export const arrivalWith = (overrides: Partial<Arrival> = {}): Arrival => ({
  deliveryId: newId('delivery'),
  workflowId: 'run/x',
  eventId: 'x',
  eventIdSource: 'header',
  reference: null,
  referenceUrl: null,
  receivedAt: new Date(),
  contentType: null,
  headers: {},
  body: Buffer.from('body'),
  replayOf: null,
  ...overrides,
});

/** A delivery that was accepted and whose run has begun, in a workspace of its own. */
export async function beginRun(
  redis: Redis,
  content: { instructions?: string; filter?: string | null } = {},
) {
  const workspaceId = newId('workspace');
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  const automations = createAutomations({ redis, vault });
  const admissions = createAdmissions({ redis });
  const { id: automationId } = await automations.create(workspaceId, {
    name: 'Orders',
    instructions: content.instructions ?? 'Summarise the delivery.',
    filter: content.filter ?? null,
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
    { isStarted: false },
  );
  await admissions.confirm(run, run.deliveryId);
  const runs = createRuns({ redis });
  await runs.begin(run, 'temporal-run', 'n'.repeat(32));
  return { run, runs, admissions, automations, messages: createMessages({ redis }) };
}
