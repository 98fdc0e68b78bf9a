import {
  type RehearsalRef,
  type RehearsalVerdict,
  RehearsedDelivery as Row,
  type RehearsedDelivery,
} from '#contracts/rehearsal.ts';
import { shortenText } from '#domain/cut-text.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { named, script } from '../script.ts';

const keepScript = script('keep-rehearsed');
const StoredRow = json(Row);

export const rehearsalLifetimeMs = 7 * 24 * 60 * 60_000;
/** A longer row keeps the beginnings of its bodies; one that is the same has them on the page of its delivery. */
const bytesMax = { same: 2_000, other: 16_000 };
const bodyCharsOfLongRow = { same: 100, other: 500 };

/** The cost of the models for a delivery. */
export interface RehearsalCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly micros: number;
  readonly isPriced: boolean;
}

interface RehearsedGroup {
  readonly verdict: RehearsalVerdict;
  readonly summary: string;
  readonly count: number;
  readonly firstId: string;
}

/** The deliveries of rehearsals as they were played. */
export function createRehearsed({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  /** False where the rehearsal is over. */
  async function keep(
    { workspaceId, rehearsalId }: RehearsalRef,
    row: RehearsedDelivery,
    cost: RehearsalCost,
  ): Promise<boolean> {
    const { deliveryId, verdict, summary } = row;
    const { isPriced, ...amounts } = cost;
    const counts = Object.entries({ done: 1, [verdict]: 1, ...amounts, unpriced: isPriced ? 0 : 1 });
    const kept = {
      deliveryId,
      counts,
      group: `${verdict} ${summary}`,
      expiresAt: now() + rehearsalLifetimeMs,
    };
    const answer = await keepScript(
      redis,
      [
        keys.rehearsal(workspaceId, rehearsalId),
        keys.rehearsed(workspaceId, rehearsalId),
        keys.rehearsedGroups(workspaceId, rehearsalId),
        keys.run(workspaceId, deliveryId),
      ],
      [named(kept), boundedRow(row)],
    );
    return answer === 'kept';
  }

  /** Those that are not played yet. */
  async function unplayed(
    { workspaceId, rehearsalId }: RehearsalRef,
    ids: readonly string[],
  ): Promise<string[]> {
    const known = new Set(await redis.hKeys(keys.rehearsed(workspaceId, rehearsalId)));
    return ids.filter((id) => !known.has(id));
  }

  return { keep, unplayed, ...createRowReading(redis) };
}

function createRowReading(redis: Redis) {
  /** In the order of their ids; those that are not played, or erased, are left out. */
  async function rows(
    workspaceId: string,
    id: string,
    deliveryIds: readonly string[],
  ): Promise<readonly RehearsedDelivery[]> {
    if (deliveryIds.length === 0) return [];
    const stored = await redis.hmGet(keys.rehearsed(workspaceId, id), [...deliveryIds]);
    return stored.flatMap((row) => (row ? [StoredRow.parse(row)] : []));
  }

  async function groups(workspaceId: string, id: string): Promise<readonly RehearsedGroup[]> {
    const stored = Object.entries(await redis.hGetAll(keys.rehearsedGroups(workspaceId, id)));
    return stored
      .map(([group, value]) => {
        const at = group.indexOf(' ');
        const [count = '0', firstId = ''] = value.split(' ');
        const verdict = group.slice(0, at) as RehearsalVerdict;
        return { verdict, summary: group.slice(at + 1), count: Number(count), firstId };
      })
      .toSorted((one, other) => other.count - one.count);
  }

  return { rows, groups };
}

function boundedRow(row: RehearsedDelivery): string {
  const whole = JSON.stringify(row);
  const kind = row.verdict === 'same' ? 'same' : 'other';
  if (Buffer.byteLength(whole) <= bytesMax[kind]) return whole;
  return JSON.stringify(row, (name, value: unknown) =>
    name === 'body' && typeof value === 'string' ? shortenText(value, bodyCharsOfLongRow[kind]) : value,
  );
}

/** Takes an erased delivery out of the rehearsals of its workspace. */
export async function forgetRehearsed(redis: Redis, workspaceId: string, deliveryId: string): Promise<void> {
  for (const id of await redis.zRange(keys.rehearsals(workspaceId), 0, -1))
    if ((await redis.hExists(keys.rehearsed(workspaceId, id), deliveryId)) === 1)
      await redis.hSet(keys.rehearsed(workspaceId, id), deliveryId, '');
}
