import { describe, expect, it } from 'vitest';
import type { TurnDelivery } from '#contracts/turn.ts';
import { readEnglishCondition } from '#rules/english-condition.ts';
import { judgeCondition } from '#rules/judge-condition.ts';
import { bySender } from '../conditions/read-corpus.ts';
import { caseDelivery } from '../corpus/case-delivery.ts';
import { senders } from '../corpus/senders.ts';

interface Case {
  readonly sender: string;
  readonly filter: string;
  readonly deliveries: readonly TurnDelivery[];
  /** By the meaning of the English; null where it cannot be known. */
  readonly expected: readonly (boolean | null)[];
}

const byPatches: readonly Case[] = senders.flatMap((corpus) => [
  ...corpus.cases.map(([filter, ...patches]) => ({
    sender: 'generic',
    filter,
    deliveries: patches.map((patch) => caseDelivery(corpus, patch)),
    expected: patches.map((_, at) => at === 0),
  })),
  ...(corpus.open ?? []).map(([filter, ...patches]) => ({
    sender: 'generic',
    filter,
    deliveries: patches.map((patch) => caseDelivery(corpus, patch)),
    expected: patches.map(() => null),
  })),
]);

const bySenders: readonly Case[] = bySender.flatMap(({ sender, deliveries, filters }) =>
  filters.map(({ english, expected }) => ({ sender, filter: english, deliveries, expected })),
);

const verdicts = { run: true, skip: false, needs_model: null };

/** The verdicts of a case; null where its filter is not understood. */
function play({ sender, filter, deliveries }: Case, samples: readonly TurnDelivery[]) {
  const read = readEnglishCondition(filter, { samples, sender });
  if (read.state === 'not-understood') return null;
  return deliveries.map((each) => verdicts[judgeCondition({ dialect: 1, text: read.text }, each).verdict]);
}

/** A verdict that differs from what the English means; one that is unknown is none. */
const isWrong = ({ expected }: Case, got: readonly (boolean | null)[] | null): boolean =>
  got?.some((value, at) => value !== null && value !== expected[at]) ?? false;

describe.each([
  ['of the senders', byPatches, 'themselves', 400, 370],
  ['of the senders', byPatches, 'none', 440, 320],
  ['by their meaning', bySenders, 'themselves', 6, 2],
  ['by their meaning', bySenders, 'none', 7, 0],
] as const)('filters %s, beside %3$s', (_, cases, beside, understoodMin, rightMin) => {
  const played = cases.map((each) => ({ each, got: play(each, beside === 'none' ? [] : each.deliveries) }));

  it('are decided rightly or not at all', () => {
    const wrong = played.filter(({ each, got }) => isWrong(each, got)).map(({ each }) => each.filter);
    expect(wrong).toEqual([]);
  });

  it('are understood as often as before', () => {
    const understood = played.filter(({ got }) => got !== null);
    const right = understood.filter(({ each, got }) =>
      got?.every((value, at) => value === each.expected[at]),
    );
    const counted = `${understood.length} of ${played.length} understood, ${right.length} right`;
    expect(understood.length, counted).toBeGreaterThanOrEqual(understoodMin);
    expect(right.length, counted).toBeGreaterThanOrEqual(rightMin);
  });
});
