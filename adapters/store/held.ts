import { limits } from '#domain/limits.ts';
import { localDay } from '#domain/local-day.ts';
import { defaultTimeZone } from '#domain/time-zone.ts';
import type { Redis } from './connection/connect.ts';
import type { Hook } from './automation/hooks.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

const releaseScript = script('release-held', [
  'fields-of',
  'publish-change',
  'stored-limits',
  'budget',
  'slots',
  'line',
  'held',
]);

/** A held delivery that has a slot now, as far as its run is started with it. */
interface ReleasedDelivery {
  readonly deliveryId: string;
  readonly workflowId: string;
  readonly eventId: string;
  readonly automationName: string;
  readonly reference: string | null;
}

export type Release =
  /** `paused`, `suspended`, `budget`: what keeps it held until somebody, or the next day, changes it. */
  | { readonly status: 'empty' | 'paused' | 'suspended' | 'budget' | 'full' }
  | { readonly status: 'rate'; readonly waitMs: number }
  /** The automation is deleted: its run is not to be started. */
  | { readonly status: 'retired'; readonly deliveryId: string }
  | { readonly status: 'released'; readonly delivery: ReleasedDelivery };

export function createHeld({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  /** Gives the oldest one a slot, where there is room. Whoever calls starts its run; what a crash leaves, the reclaim of slots does. */
  async function release({ workspaceId, automationId }: Hook): Promise<Release> {
    const zone = (await redis.hGet(keys.workspace(workspaceId), 'timeZone')) ?? defaultTimeZone;
    const day = localDay(new Date(now()), zone);
    const answer = await releaseScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.workspace(workspaceId),
        keys.minute(workspaceId),
        keys.slots(workspaceId),
        keys.budgetRuns(workspaceId, automationId, day),
        keys.budgetUse(workspaceId, automationId, day),
      ],
      [
        keys.run(workspaceId, ''),
        String(limits.deliveriesPerMinute),
        String(limits.concurrentDeliveries),
        day,
        String(limits.waitingRunsMax),
      ],
    );
    return releaseOf(answer as readonly string[]);
  }

  async function holding(workspaceId: string): Promise<readonly string[]> {
    return await redis.sUnion([keys.holdingAutomations(workspaceId), keys.automationsWithLines(workspaceId)]);
  }

  /** When those arrived that an automation holds, or all of a workspace, the oldest first. Epoch milliseconds. */
  async function since(workspaceId: string, automationId: string | null): Promise<readonly number[]> {
    const ids = automationId === null ? await holding(workspaceId) : [automationId];
    const sets = ids.flatMap((id) => [
      keys.heldDeliveries(workspaceId, id),
      keys.heldInLine(workspaceId, id),
    ]);
    const found = await Promise.all(sets.map((set) => redis.zRangeWithScores(set, 0, -1)));
    const scores = found.flat().map(({ score }) => score);
    return scores.toSorted((one, other) => one - other).map((score) => Math.floor(score / 1_000));
  }

  return { release, holding, since };
}

export type Held = ReturnType<typeof createHeld>;

function releaseOf([first, ...rest]: readonly string[]): Release {
  const status = first as Release['status'];
  const [one = '', workflowId = '', eventId = '', automationName = '', reference = ''] = rest;
  switch (status) {
    case 'empty':
    case 'paused':
    case 'suspended':
    case 'budget':
    case 'full':
      return { status };
    case 'rate':
      return { status, waitMs: Number(one) };
    case 'retired':
      return { status, deliveryId: one };
    case 'released': {
      const named = { deliveryId: one, workflowId, eventId, automationName };
      return { status, delivery: { ...named, reference: reference === '' ? null : reference } };
    }
  }
}
