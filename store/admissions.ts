import { limits } from '../domain/limits.ts';
import type { EventIdSource } from '../contracts/delivery.ts';
import type { Redis } from './connect.ts';
import { fieldsOf } from './fields.ts';
import type { Hook } from './hooks.ts';
import { keys } from './keys.ts';
import { script } from './script.ts';

/** A delivery as the intake hands it over. `deliveryId` is derived from the event, so tries of one event share it. */
export interface Arrival {
  readonly deliveryId: string;
  readonly workflowId: string;
  readonly eventId: string;
  readonly eventIdSource: EventIdSource;
  readonly reference: string | null;
  readonly referenceUrl: string | null;
  readonly receivedAt: Date;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly replayOf: string | null;
}

export type Admission =
  | { readonly status: 'retired' }
  | {
      readonly status: 'paused';
      readonly automationName: string;
      readonly revision: string;
      readonly agentId: string;
    }
  | { readonly status: 'duplicate' }
  | { readonly status: 'flood' | 'rate'; readonly retryAfterMs: number }
  | { readonly status: 'full' }
  /** Written under a short lease. A contender found the claim of another request that is still being started. */
  | { readonly status: 'claimed'; readonly by: 'first' | 'contender'; readonly automationName: string };

export type Confirmation = 'confirmed' | 'already' | 'missing';

const countRequestScript = script('count-request');
const admitScript = script('admit');
const confirmScript = script('confirm');
const withdrawScript = script('withdraw');
const skipScript = script('skip');

/** Longer than any answer of the intake may take, so that a claim outlives its own request. */
const claimLeaseMs = 30_000;

/** The door of a workspace: who may come in, and the two-phase claim on an event. */
export function createAdmissions({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  /** Counts a request that was refused before it could be admitted: a flood is a flood, whatever it brings. */
  async function countRequest({ workspaceId, automationId }: Hook): Promise<void> {
    await countRequestScript(
      redis,
      [keys.hookFlood(workspaceId, automationId)],
      [String(limits.hookRequestsPerMinute)],
    );
  }

  /** Claims the event, a place and a share of the minute, and writes the record: all in one step, or nothing. */
  async function admit(hook: Hook, arrival: Arrival, options: { passLimits: boolean }): Promise<Admission> {
    const { workspaceId, automationId } = hook;
    const { deliveryId } = arrival;
    const answer = (await admitScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.minute(workspaceId),
        keys.slots(workspaceId),
        keys.hookFlood(workspaceId, automationId),
      ],
      [
        deliveryId,
        String(now()),
        String(limits.hookRequestsPerMinute),
        String(limits.deliveriesPerMinute),
        String(limits.concurrentDeliveries),
        String(claimLeaseMs),
        options.passLimits ? '1' : '0',
        arrival.body,
        ...recordOf(hook, arrival),
      ],
    )) as string[];
    return admissionOf(answer);
  }

  /** Makes the claim lasting. `missing`: its lease ran out, so the record must be written again. */
  async function confirm({ workspaceId, automationId }: Hook, deliveryId: string): Promise<Confirmation> {
    return (await confirmScript(
      redis,
      [
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.slots(workspaceId),
        keys.activity(workspaceId, automationId),
        keys.activityWith(workspaceId, automationId, 'running'),
      ],
      [deliveryId],
    )) as Confirmation;
  }

  /** Leaves no trace of a claim that was not confirmed. */
  async function withdraw({ workspaceId }: Hook, deliveryId: string): Promise<void> {
    await withdrawScript(
      redis,
      [
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.minute(workspaceId),
        keys.slots(workspaceId),
      ],
      [deliveryId],
    );
  }

  /** Records a delivery that a paused automation skipped: what it was, but not its body. */
  async function skipPaused(
    hook: Hook,
    arrival: Arrival,
    { automationName, revision, agentId }: Extract<Admission, { status: 'paused' }>,
  ): Promise<void> {
    const { workspaceId, automationId } = hook;
    await skipScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.run(workspaceId, arrival.deliveryId),
        keys.activity(workspaceId, automationId),
        keys.activityWith(workspaceId, automationId, 'skipped'),
      ],
      [
        arrival.deliveryId,
        String(arrival.receivedAt.getTime()),
        ...fieldsOf({ automationName, revision, agentId, finishedAt: arrival.receivedAt.getTime() }),
        ...recordOf(hook, arrival),
      ],
    );
  }

  return { countRequest, admit, confirm, withdraw, skipPaused };
}

export type Admissions = ReturnType<typeof createAdmissions>;

function admissionOf([status, ...rest]: string[]): Admission {
  const [one = '', two = '', three = ''] = rest;
  switch (status as Admission['status']) {
    case 'retired':
    case 'duplicate':
    case 'full':
      return { status } as Admission;
    case 'paused':
      return { status: 'paused', automationName: one, revision: two, agentId: three };
    case 'flood':
    case 'rate':
      return { status, retryAfterMs: Number(one) } as Admission;
    case 'claimed':
      return { status: 'claimed', by: one === 'first' ? 'first' : 'contender', automationName: two };
  }
}

function recordOf({ automationId }: Hook, arrival: Arrival): string[] {
  const { deliveryId: _, body, headers, receivedAt, ...plain } = arrival;
  return fieldsOf({
    automationId,
    ...plain,
    receivedAt: receivedAt.getTime(),
    sizeBytes: body.byteLength,
    headers: JSON.stringify(headers),
  });
}
