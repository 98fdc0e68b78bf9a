import type { z } from 'zod';

import type { RehearsalRef } from '#contracts/rehearsal.ts';
import { newId } from '#domain/ids.ts';
import type { Redis } from '../connection/connect.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { rehearsalRecords } from '../records/rehearsal.ts';
import { createRehearsalBudgets } from './rehearsal-budget.ts';
import { createRehearsed, rehearsalLifetimeMs } from './rehearsed.ts';

const { fields } = rehearsalRecords.rehearsal;

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

/** The newest of a workspace that are kept. */
const keptMax = 20;

/** Rehearsals of a workspace, and what came of them. */
export function createRehearsals({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const records = createRecords({ redis, now });
  return { ...records, ...createRehearsed({ redis, now }), ...createRehearsalBudgets({ redis }) };
}

export type Rehearsals = ReturnType<typeof createRehearsals>;

function createRecords({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  async function create(workspaceId: string, given: New): Promise<string> {
    const [id, startedAt] = [newId('rehearsal'), now()];
    const [key, list] = [keys.rehearsal(workspaceId, id), keys.rehearsals(workspaceId)];
    await redis
      .multi()
      .hSet(key, hashOf(fields, { ...given, state: 'running', startedAt }))
      .pExpireAt(key, startedAt + rehearsalLifetimeMs)
      .zAdd(list, { score: startedAt, value: id })
      .zRemRangeByScore(list, 0, startedAt - rehearsalLifetimeMs)
      .exec();
    await removeOld(redis, workspaceId);
    return id;
  }

  async function find(workspaceId: string, id: string): Promise<RehearsalRecord | null> {
    const stored = await redis.hGetAll(keys.rehearsal(workspaceId, id));
    return stored['state'] === undefined ? null : { id, ...fields.parse(stored) };
  }

  /** How many of the workspace are being played. */
  async function countRunning(workspaceId: string): Promise<number> {
    const ids = await redis.zRange(keys.rehearsals(workspaceId), 0, -1);
    const states = await Promise.all(ids.map((id) => redis.hGet(keys.rehearsal(workspaceId, id), 'state')));
    return states.filter((state) => state === 'running').length;
  }

  /** Those of an automation, newest first. */
  async function list(workspaceId: string, automationId: string): Promise<readonly RehearsalRecord[]> {
    const ids = await redis.zRange(keys.rehearsals(workspaceId), 0, -1, { REV: true });
    const found = await Promise.all(ids.map((id) => find(workspaceId, id)));
    return found.filter((one) => one?.automationId === automationId).filter((one) => one !== null);
  }

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

  return { create, find, list, countRunning, end };
}

/** Those beyond the newest that are kept. */
async function removeOld(redis: Redis, workspaceId: string): Promise<void> {
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
