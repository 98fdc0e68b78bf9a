import { randomUUID } from 'node:crypto';

import { newId } from '../../domain/ids.ts';
import { workflowIdOf } from '../../domain/run-id.ts';
import { createAdmissions } from '../../store/admissions.ts';
import { createAgents } from '../../store/agents.ts';
import { createAutomations } from '../../store/automations.ts';
import type { Redis } from '../../store/connect.ts';
import { createVault } from '../../store/vault.ts';
import { createWorkspaces } from '../../store/workspaces.ts';

export interface Service {
  readonly redis: Redis;
  /** The master key, 32 bytes. */
  readonly key: Buffer;
  /** Of the API. */
  readonly url: string;
}

export interface SeededWorkspace {
  readonly token: string;
  /** The newest ones. */
  readonly deliveryIds: readonly string[];
}

const automationCount = 5;
/** So many deliveries are about one order. */
const perReference = 4;
const atOnce = 500;
const secondMs = 1_000;

/**
 * A workspace with so many stored deliveries, a second apart, at several automations. They are as a paused automation
 * skips them: written at once, found and listed like any other. Delivery N has the event id `evt-N` and the reference of
 * its order, `order-N` for every fourth.
 */
export async function seedWorkspace({ redis, key }: Service, count: number): Promise<SeededWorkspace> {
  const { id: workspaceId, token } = await createWorkspaces({ redis }).create({ name: `Bench ${count}` });
  const { id: agentId } = await createAgents({ redis }).create(workspaceId, { name: 'Bench', model: null });
  const automations = createAutomations({ redis, vault: createVault([{ id: 'k1', key }]) });
  const content = { name: 'Bench', instructions: 'Summarise the delivery.', filter: null, agentId };
  const hooks: string[] = [];
  for (let made = 0; made < automationCount; made += 1)
    hooks.push((await automations.create(workspaceId, { ...content, name: `Bench ${made}` })).id);
  const { skip } = createAdmissions({ redis });
  const nowMs = Date.now();
  const deliveryIds: string[] = [];

  async function store(number: number): Promise<void> {
    const automationId = hooks[number % hooks.length] ?? '';
    const deliveryId = newId('delivery');
    const order = number - (number % perReference);
    const arrival = {
      deliveryId,
      workflowId: workflowIdOf(automationId, `id/${randomUUID()}`),
      eventId: `evt-${number}`,
      eventIdSource: 'header' as const,
      eventIdFrom: null,
      reference: `order-${order}`,
      referenceUrl: `https://shop.example.com/orders/${order}`,
      receivedAt: new Date(nowMs - (count - number) * secondMs),
      contentType: 'application/json',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(0),
      replayOf: null,
      runOf: null,
      sender: 'generic',
      eventName: null,
      verified: null,
      traceId: null,
    };
    const paused = { status: 'paused', automationName: 'Bench', revision: 1, agentId } as const;
    await skip({ workspaceId, automationId }, arrival, paused);
    if (count - number <= perReference) deliveryIds.unshift(deliveryId);
  }

  for (let first = 0; first < count; first += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - first) }, (_, offset) => store(first + offset)),
    );
  return { token, deliveryIds };
}
