import { randomUUID } from 'node:crypto';
import type { Caught } from './catcher.ts';
import type { OpenRun } from './open-runs.ts';
import { every, readTexts } from './read-texts.ts';
import { type Call, caller, type Drilled, ended, post } from './service.ts';

export interface Drill extends Drilled {
  /** Under way when the copy was made. */
  readonly open: readonly OpenRun[];
  readonly caught: readonly Caught[];
  readonly ownerOf: (workspaceId: string) => Promise<Call>;
}

interface Row {
  readonly deliveryId: string;
  readonly automationId: string;
  readonly outcome: string;
}

/** Each gives a sentence about what it found; `null` where the data has nothing of the kind. It rejects with why not. */
export const checks: Readonly<Record<string, (drill: Drill) => Promise<string | null>>> = {
  // Before the drill adds an automation of its own.
  'the texts of automations': (drill) => readTexts(ownersOf(drill)),
  'an event that is new': newEvent,
  'an event that is known': knownEvent,
  'a run that was under way': openRun,
  'a search': search,
  'what was erased': erased,
};

const target = 'drill.example.com';
const workspacesMax = 20;
const rowsMax = 200;
/** For a run that was under way. */
const patienceMs = 60_000;
/** Ends that say that the service failed, and neither the run nor its target. */
const faults = ['A step failed on our side.', 'The run ended without a result.'];

async function newEvent(drill: Drill): Promise<string> {
  const { token } = await caller(drill, drill.adminToken)('POST', '/workspaces', { name: 'Drill' });
  const call = caller(drill, String(token));
  const [agent] = (await call('GET', '/agents'))['items'] as readonly { readonly id: string }[];
  await call('POST', `/agents/${agent?.id}/network-access`, { domain: target });
  const hook = await call('POST', '/automations', {
    name: 'Drill',
    instructions: `POST the event to https://${target}/orders.`,
    model: 'offline/rules-1',
  });
  const { status, deliveryId } = await post(drill, String(hook['url']), randomUUID());
  expectThat(status === 'accepted', `its hook answered ${status}`);
  const { outcome, reason } = await ended(call, deliveryId);
  expectThat(outcome === 'succeeded', `its run ended as ${String(outcome)}: ${String(reason)}`);
  expectThat(
    drill.caught.some(({ host }) => host === target),
    'its request was not caught',
  );
  return 'accepted, and its request was caught';
}

async function knownEvent(drill: Drill): Promise<string | null> {
  for await (const { call, row } of rowsOf(drill)) {
    const { eventId, eventIdSource, erasedAt } = await call('GET', `/deliveries/${row.deliveryId}`);
    if (eventIdSource === 'payload' || eventId === undefined || erasedAt) continue;
    const automation = await call('GET', `/automations/${row.automationId}`).catch(() => undefined);
    if (automation?.['state'] !== 'active') continue;
    // In the copy alone: who sent it has the secret.
    if (automation['hasSigningSecret'] === true)
      await call('PATCH', `/automations/${row.automationId}`, { signingSecret: null });
    const { status } = await post(drill, String(automation['url']), eventId);
    expectThat(status === 'duplicate', `${row.deliveryId}: its hook answered ${status}`);
    return `${row.deliveryId} is a duplicate`;
  }
  return null;
}

/** The first that ends decides; one whose next try is later than the drill is not waited for. */
async function openRun({ open, ownerOf }: Drill): Promise<string | null> {
  const known = await Promise.all(
    open.map(async ({ workspaceId, deliveryId }) => {
      const call = await ownerOf(workspaceId);
      return { call, deliveryId, record: await call('GET', `/deliveries/${deliveryId}`) };
    }),
  );
  const due = known.filter(({ record }) => !isLater(record));
  if (due.length === 0) return null;
  return await Promise.race(
    due.map(async ({ call, deliveryId }) => {
      const { outcome, reason } = await ended(call, deliveryId);
      expectThat(
        !faults.includes(String(reason)),
        `${deliveryId} ended as ${String(outcome)}: ${String(reason)}`,
      );
      return `${deliveryId} ended as ${String(outcome)}`;
    }),
  );
}

const isLater = ({ steps }: Record<string, unknown>) =>
  (steps as readonly { readonly nextTryAt?: string | null }[]).some(
    ({ nextTryAt }) => nextTryAt != null && Date.parse(nextTryAt) > Date.now() + patienceMs,
  );

async function search(drill: Drill): Promise<string | null> {
  for await (const { call, row } of rowsOf(drill)) {
    const { eventId, erasedAt } = await call('GET', `/deliveries/${row.deliveryId}`);
    if (eventId === undefined || erasedAt) continue;
    const { items } = await call('GET', `/deliveries?eventId=${encodeURIComponent(eventId)}`);
    const isFound = (items as readonly Row[]).some(({ deliveryId }) => deliveryId === row.deliveryId);
    expectThat(isFound, `${row.deliveryId} is not found by its event id`);
    return `${row.deliveryId} is found by its event id`;
  }
  return null;
}

async function erased(drill: Drill): Promise<string | null> {
  for await (const { call, row } of rowsOf(drill)) {
    const record = await call('GET', `/deliveries/${row.deliveryId}`);
    if (!record['erasedAt']) continue;
    const { text } = record['arrived'] as { readonly text?: string };
    const body = await call('GET', `/deliveries/${row.deliveryId}/body`).catch(() => undefined);
    expectThat(!text && body === undefined, `${row.deliveryId} was erased and can be read`);
    return `${row.deliveryId} is not found`;
  }
  return null;
}

async function* ownersOf(drill: Drill): AsyncGenerator<Call> {
  for await (const { id } of every(caller(drill, drill.adminToken), '/workspaces'))
    yield await drill.ownerOf(String(id));
}

async function* rowsOf(drill: Drill): AsyncGenerator<{ readonly call: Call; readonly row: Row }> {
  const operator = caller(drill, drill.adminToken);
  const { items } = await operator('GET', `/workspaces?limit=${workspacesMax}`);
  for (const { id } of items as readonly { readonly id: string }[]) {
    const call = await drill.ownerOf(id);
    const page = await call('GET', `/deliveries?limit=${rowsMax}`);
    for (const row of page['items'] as readonly Row[]) if (row.outcome !== 'running') yield { call, row };
  }
}

function expectThat(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}
