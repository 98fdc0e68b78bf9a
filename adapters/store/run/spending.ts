import { z } from 'zod';

import type { FilterRecord } from '#contracts/delivery.ts';
import type { RunRef } from '#contracts/run.ts';
import { noUsage } from '#domain/no-usage.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { Spent } from './run-records.ts';
import type { HashesOf } from './run-hashes.ts';
import { runKeys } from './run-keys.ts';

const tokens = z.int().nonnegative();

/** Numbers that can be added up. A turn is read by less strict rules: its answer counts, however odd its usage is. */
const StoredSpent = json(
  Spent.extend({
    usage: Spent.shape.usage.extend({ inputTokens: tokens, outputTokens: tokens }),
    cost: Spent.shape.cost.extend({ amountMicros: z.int().nonnegative().nullable() }),
  }),
);

/** A call of a model whose answer never came, or cannot be read. */
const lostCall: Spent = {
  usage: { ...noUsage, isReported: false },
  cost: { state: 'unknown', amountMicros: null, currency: 'USD', priceTable: null },
};
const lostCallOf = (model: string) => JSON.stringify({ ...lostCall, model });

const badAnswer = ':bad-answer';

export const attemptField = (attempt: string) => `attempt:${attempt}`;

/** The cost of model calls, attempt by attempt, the filter's included. Writing throws RecordMissing. */
export function createSpending({ redis, hashesOf }: { readonly redis: Redis; readonly hashesOf: HashesOf }) {
  /**
   * Notes that a model is about to be asked. Until its answer is saved, or the attempt is known to have cost nothing, its
   * price is unknown: a process that dies in between leaves that behind. `attempt` names it within the run.
   */
  async function beginAttempt(run: RunRef, attempt: string, model: string): Promise<void> {
    await hashesOf(run).write([['HSET', 'turns', attemptField(attempt), lostCallOf(model)]]);
  }

  async function forgetAttempt(run: RunRef, attempt: string): Promise<void> {
    await redis.hDel(runKeys(run).turns, attemptField(attempt));
  }

  /**
   * Keeps an attempt whose answer cannot be read: it was paid. Says how many of these `place`, a turn or the filter, has
   * had. Safe to repeat.
   */
  async function keepBadAnswer(
    run: RunRef,
    { place, attempt, model }: { readonly place: string; readonly attempt: string; readonly model: string },
  ): Promise<number> {
    const [, , fields] = await hashesOf(run).write([
      ['HDEL', 'turns', attemptField(attempt)],
      ['HSET', 'turns', attemptField(`${attempt}${badAnswer}`), lostCallOf(model)],
      ['HKEYS', 'turns'],
    ]);
    return (fields as readonly string[]).filter(
      (field) => field.startsWith(attemptField(`${place}:`)) && field.endsWith(badAnswer),
    ).length;
  }

  /** A filter that is not decided yet; what its calls cost is kept apart. */
  async function saveOpenFilter(run: RunRef, filter: FilterRecord): Promise<void> {
    await hashesOf(run).write([['HSET', 'record', 'filter', JSON.stringify(filter)]]);
  }

  async function saveFilter(
    run: RunRef,
    filter: FilterRecord,
    { attempt, ...cost }: Spent & { readonly attempt?: string },
  ): Promise<void> {
    await hashesOf(run).write([
      ['HSET', 'record', 'filter', JSON.stringify(filter)],
      ['HSET', 'turns', 'filter', JSON.stringify(cost)],
      ...(attempt === undefined ? [] : [['HDEL', 'turns', attemptField(attempt)] as const]),
    ]);
  }

  /** The usage of every model call of the run; one that cannot be read, or added up, counts as lost. */
  async function spent(run: RunRef): Promise<readonly Spent[]> {
    return Object.values(await hashesOf(run).read('turns')).map((stored) => {
      const read = StoredSpent.safeParse(stored);
      return read.success ? read.data : lostCall;
    });
  }

  return { beginAttempt, forgetAttempt, keepBadAnswer, saveOpenFilter, saveFilter, spent };
}
