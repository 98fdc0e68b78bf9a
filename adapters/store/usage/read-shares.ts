import type { Usage } from '#contracts/workspace.ts';
import { knownPartOf, moneyOf } from '#domain/cost.ts';
import { integer } from '../records/fields.ts';
import { shareCounters } from '../records/usage.ts';
import { moneyOfCounters } from './money-of-counters.ts';

type Used = Omit<Usage, 'month' | 'damaged'>;
type Counters = Record<(typeof shareCounters)[number], number>;

export interface Share extends Used {
  /** Null: the rest of the month. */
  readonly id: string | null;
  readonly name: string | null;
}

const counterField = new RegExp(`^(.+):(${shareCounters.join('|')})$`, 's');
const none = Object.fromEntries(shareCounters.map((counter) => [counter, 0])) as Counters;

/**
 * The usage of each, the one with most runs first, and the part of the month that belongs to none of them. A damaged
 * counter counts nothing.
 */
export function readShares(month: Used, stored: Readonly<Record<string, string>>): readonly Share[] {
  const byId = new Map<string, Counters>();
  for (const [field, text] of Object.entries(stored)) {
    const [, id, counter] = counterField.exec(field) ?? [];
    const count = Math.max(0, integer.safeDecode(text).data ?? 0);
    if (id !== undefined && counter !== undefined)
      byId.set(id, { ...(byId.get(id) ?? none), [counter]: count });
  }
  const shares = [...byId]
    .map(([id, counters]) => ({ id, name: stored[`${id}:name`] ?? null, ...usedOf(counters) }))
    .filter(isUsed);
  const rest = restOf(month, shares);
  return [...shares.toSorted(byUse), ...(rest === null ? [] : [rest])];
}

const usedOf = ({ automationRuns, inputTokens, outputTokens, ...counters }: Counters): Used => ({
  automationRuns,
  inputTokens,
  outputTokens,
  cost: moneyOfCounters(counters),
});

/** Skipped deliveries alone used nothing. */
const isUsed = ({ automationRuns, inputTokens, outputTokens, cost }: Used): boolean =>
  automationRuns + inputTokens + outputTokens > 0 || cost.state !== 'none';

const byUse = (one: Used, other: Used): number =>
  other.automationRuns - one.automationRuns ||
  knownPartOf(other.cost) - knownPartOf(one.cost) ||
  other.inputTokens - one.inputTokens;

/** Whether its models cost what is known of the rest, or more, is not known. */
function restOf(month: Used, shares: readonly Used[]): Share | null {
  const left = (read: (used: Used) => number) =>
    Math.max(0, read(month) - shares.reduce((sum, share) => sum + read(share), 0));
  const automationRuns = left((used) => used.automationRuns);
  const inputTokens = left((used) => used.inputTokens);
  const outputTokens = left((used) => used.outputTokens);
  const micros = left((used) => knownPartOf(used.cost));
  const isPaid = inputTokens + outputTokens + micros > 0;
  if (!isPaid && automationRuns === 0) return null;
  const cost = moneyOf(isPaid ? 'unknown' : 'none', micros);
  return { id: null, name: null, automationRuns, inputTokens, outputTokens, cost };
}
