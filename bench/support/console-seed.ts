import { randomUUID } from 'node:crypto';

import { newId } from '#domain/ids.ts';
import { workflowIdOf } from '#domain/run-id.ts';
import { type Arrival, createAdmissions } from '#store/admission/admissions.ts';
import { createAgents } from '#store/workspace/agents.ts';
import { createAutomations } from '#store/automation/automations.ts';
import type { Redis } from '#store/connection/connect.ts';
import type { Hook } from '#store/automation/hooks.ts';
import { createVault } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';

export interface Service {
  readonly redis: Redis;
  /** The master key, 32 bytes. */
  readonly key: Buffer;
  /** The URL of the API. */
  readonly url: string;
}

export interface SeededWorkspace {
  readonly token: string;
  /** The newest ones. */
  readonly deliveryIds: readonly string[];
}

/** Stores a delivery, and says by which id. */
export type Keep = (hook: Hook, arrival: Arrival, number: number) => Promise<string>;

const automationCount = 5;
/** So many deliveries are about one order. */
const perReference = 4;
const atOnce = 500;
const secondMs = 1_000;

/**
 * A workspace that is to have so many stored deliveries, a second apart, at several automations. Delivery N has the event id
 * `evt-N` and the reference of its order, `order-N` for every fourth. `store` stores those from one number up to another,
 * and gives their ids.
 */
export async function newSeededWorkspace(
  { redis, key }: Service,
  count: number,
  keepOf: (redis: Redis, agentId: string) => Keep,
) {
  const { id: workspaceId, token } = await createWorkspaces({ redis }).create({ name: `Bench ${count}` });
  const { id: agentId } = await createAgents({ redis }).create(workspaceId, { name: 'Bench', model: null });
  const automations = createAutomations({ redis, vault: createVault([{ id: 'k1', key }]) });
  const content = { name: 'Bench', instructions: 'Summarise the delivery.', filter: null, agentId };
  const hooks: string[] = [];
  for (let made = 0; made < automationCount; made += 1)
    hooks.push((await automations.create(workspaceId, { ...content, name: `Bench ${made}` })).id);
  const keep = keepOf(redis, agentId);
  const nowMs = Date.now();

  async function storeOne(number: number): Promise<string> {
    const automationId = hooks[number % hooks.length] ?? '';
    const receivedAt = new Date(nowMs - (count - number) * secondMs);
    return await keep({ workspaceId, automationId }, arrivalOf(automationId, number, receivedAt), number);
  }

  async function store(from: number, to: number): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let first = from; first < to; first += atOnce) {
      const numbers = Array.from({ length: Math.min(atOnce, to - first) }, (_, offset) => first + offset);
      ids.push(...(await Promise.all(numbers.map(storeOne))));
    }
    return ids;
  }

  return { workspaceId, token, store };
}

function arrivalOf(automationId: string, number: number, receivedAt: Date): Arrival {
  const order = number - (number % perReference);
  return {
    deliveryId: newId('delivery'),
    workflowId: workflowIdOf(automationId, `id/${randomUUID()}`),
    eventId: `evt-${number}`,
    eventIdSource: 'header',
    eventIdFrom: null,
    reference: `order-${order}`,
    referenceUrl: `https://shop.example.com/orders/${order}`,
    receivedAt,
    contentType: 'application/json',
    headers: { 'content-type': 'application/json' },
    body: Buffer.alloc(0),
    replayOf: null,
    round: null,
    causedBy: null,
    runOf: null,
    sender: 'generic',
    eventName: null,
    verified: null,
    traceId: null,
  };
}

/** A workspace whose deliveries are as a paused automation skips them: written at once, found and listed like any other. */
export async function seedWorkspace(service: Service, count: number): Promise<SeededWorkspace> {
  const { token, store } = await newSeededWorkspace(service, count, keepSkipped);
  const ids = await store(0, count);
  return { token, deliveryIds: ids.slice(-perReference).toReversed() };
}

function keepSkipped(redis: Redis, agentId: string): Keep {
  const { skip } = createAdmissions({ redis });
  const paused = { status: 'paused', automationName: 'Bench', revision: 1, agentId } as const;
  return async (hook, arrival) => {
    await skip(hook, arrival, paused);
    return arrival.deliveryId;
  };
}
