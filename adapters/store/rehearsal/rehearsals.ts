import { z } from 'zod';

import type { RehearsalRef, RehearsedDelivery } from '#contracts/rehearsal.ts';
import { RehearsedDelivery as Row, type RehearsalVerdict } from '#contracts/rehearsal.ts';
import type { BudgetAmount } from '#contracts/turn.ts';
import { newId } from '#domain/ids.ts';
import type { Redis } from '../connection/connect.ts';
import { hashOf, json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { rehearsalRecords } from '../records/rehearsal.ts';
import { named, script } from '../script.ts';

const { fields } = rehearsalRecords.rehearsal;
const keepScript = script('keep-rehearsed');
const StoredRow = json(Row);

export type RehearsalRecord = z.output<typeof fields> & { readonly id: string };
type New = Pick<
  z.output<typeof fields>,
  | 'automationId'
  | 'draft'
  | 'revision'
  | 'reads'
  | 'budget'
  | 'deliveryIds'
  | 'boundMicros'
  | 'boundTokens'
  | 'by'
>;

const lifetimeMs = 7 * 24 * 60 * 60_000;
/** The newest of a workspace that are kept. */
const keptMax = 50;
const bytesOfRowMax = 64_000;
const bodyCharsOfLargeRow = 500;

/** What the models of a delivery cost. */
export interface RehearsalCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly micros: number;
  readonly isPriced: boolean;
}

export interface RehearsedGroup {
  readonly verdict: RehearsalVerdict;
  readonly summary: string;
  readonly count: number;
  readonly firstId: string;
}

/** Rehearsals of a workspace, and what came of them. */
export function createRehearsals({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  async function create(workspaceId: string, given: New): Promise<string> {
    const [id, startedAt] = [newId('rehearsal'), now()];
    const [key, list] = [keys.rehearsal(workspaceId, id), keys.rehearsals(workspaceId)];
    await redis
      .multi()
      .hSet(key, hashOf(fields, { ...given, state: 'running', startedAt }))
      .pExpireAt(key, startedAt + lifetimeMs)
      .zAdd(list, { score: startedAt, value: id })
      .zRemRangeByScore(list, 0, startedAt - lifetimeMs)
      .exec();
    await removeOld(workspaceId);
    return id;
  }

  async function removeOld(workspaceId: string): Promise<void> {
    const list = keys.rehearsals(workspaceId);
    const old = await redis.zRange(list, 0, -keptMax - 1);
    for (const id of old) {
      await redis.del([
        keys.rehearsal(workspaceId, id),
        keys.rehearsed(workspaceId, id),
        keys.rehearsedGroups(workspaceId, id),
      ]);
      await redis.zRem(list, id);
    }
  }

  async function find(workspaceId: string, id: string): Promise<RehearsalRecord | null> {
    const stored = await redis.hGetAll(keys.rehearsal(workspaceId, id));
    return stored['state'] === undefined ? null : { id, ...fields.parse(stored) };
  }

  /** Those of an automation, newest first. */
  async function list(workspaceId: string, automationId: string): Promise<readonly RehearsalRecord[]> {
    const ids = await redis.zRange(keys.rehearsals(workspaceId), 0, -1, { REV: true });
    const found = await Promise.all(ids.map((id) => find(workspaceId, id)));
    return found.filter((one) => one?.automationId === automationId).filter((one) => one !== null);
  }

  const isRunning = async ({ workspaceId, rehearsalId }: RehearsalRef): Promise<boolean> =>
    (await redis.hGet(keys.rehearsal(workspaceId, rehearsalId), 'state')) === 'running';

  /** Ends it, unless it is over. */
  async function end(
    { workspaceId, rehearsalId }: Omit<RehearsalRef, 'automationId'>,
    state: 'done' | 'cancelled' | 'failed',
    reason: string | null = null,
  ): Promise<void> {
    const key = keys.rehearsal(workspaceId, rehearsalId);
    if ((await redis.hGet(key, 'state')) !== 'running') return;
    await redis.hSet(key, hashOf(fields, { state, reason, finishedAt: now() }));
  }

  /** False where the rehearsal is over. */
  async function keep(
    { workspaceId, rehearsalId }: RehearsalRef,
    row: RehearsedDelivery,
    cost: RehearsalCost,
  ): Promise<boolean> {
    const { deliveryId, verdict, summary } = row;
    const { isPriced, ...amounts } = cost;
    const counts = Object.entries({ done: 1, [verdict]: 1, ...amounts, unpriced: isPriced ? 0 : 1 });
    const kept = { deliveryId, counts, group: `${verdict} ${summary}`, expiresAt: now() + lifetimeMs };
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

  /** Of these deliveries, those that are not played yet. */
  async function unplayed(
    { workspaceId, rehearsalId }: RehearsalRef,
    ids: readonly string[],
  ): Promise<string[]> {
    const known = new Set(await redis.hKeys(keys.rehearsed(workspaceId, rehearsalId)));
    return ids.filter((id) => !known.has(id));
  }

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

  /** Takes the most that a call may use out of the budget; false where that is more than is left. */
  async function take(
    { workspaceId, rehearsalId }: RehearsalRef,
    { tokens, amountMicros }: BudgetAmount,
  ): Promise<boolean> {
    const key = keys.rehearsal(workspaceId, rehearsalId);
    const budget = fields.shape.budget.parse(await redis.hGet(key, 'budget'));
    const [takenTokens, takenMicros] = await Promise.all([
      redis.hIncrBy(key, 'takenTokens', tokens),
      redis.hIncrBy(key, 'takenMicros', amountMicros),
    ]);
    if (takenTokens <= budget.tokens && takenMicros <= budget.amountMicros) return true;
    await give({ workspaceId, rehearsalId }, { tokens, amountMicros });
    return false;
  }

  /** Gives back what was taken and not used. */
  async function give(
    { workspaceId, rehearsalId }: Omit<RehearsalRef, 'automationId'>,
    { tokens, amountMicros }: BudgetAmount,
  ): Promise<void> {
    const key = keys.rehearsal(workspaceId, rehearsalId);
    await Promise.all([
      redis.hIncrBy(key, 'takenTokens', -tokens),
      redis.hIncrBy(key, 'takenMicros', -amountMicros),
    ]);
  }

  return { create, find, list, isRunning, end, keep, unplayed, rows, groups, take, give };
}

export type Rehearsals = ReturnType<typeof createRehearsals>;

/** A row of long bodies keeps their beginnings. */
function boundedRow(row: RehearsedDelivery): string {
  const whole = JSON.stringify(row);
  if (Buffer.byteLength(whole) <= bytesOfRowMax) return whole;
  return JSON.stringify(row, (name, value: unknown) =>
    name === 'body' && typeof value === 'string' && value.length > bodyCharsOfLargeRow
      ? `${value.slice(0, bodyCharsOfLargeRow)}…`
      : value,
  );
}

/** Takes an erased delivery out of the rehearsals of its workspace. */
export async function forgetRehearsed(redis: Redis, workspaceId: string, deliveryId: string): Promise<void> {
  for (const id of await redis.zRange(keys.rehearsals(workspaceId), 0, -1))
    if ((await redis.hExists(keys.rehearsed(workspaceId, id), deliveryId)) === 1)
      await redis.hSet(keys.rehearsed(workspaceId, id), deliveryId, '');
}
