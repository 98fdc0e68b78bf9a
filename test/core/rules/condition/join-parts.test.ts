import { describe, expect, it } from 'vitest';

import { evaluateFilter, readFilter } from '#rules/filter.ts';
import { readDocument } from '#rules/read-document.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

const a = 'state is open';
const b = 'city is Bonn';
const c = 'plan is pro';
const d = 'owner is dana';

const bodies = Array.from({ length: 16 }, (_, bits) => ({
  state: (bits & 1) > 0 ? 'open' : 'closed',
  city: (bits & 2) > 0 ? 'Bonn' : 'Ulm',
  plan: (bits & 4) > 0 ? 'pro' : 'free',
  owner: (bits & 8) > 0 ? 'dana' : 'omar',
}));

const conditionOf = (filter: string) => {
  const read = readFilter(filter);
  if (read.state !== 'understood') throw new Error(`not understood: ${filter}`);
  return read;
};

/** What a filter decides on each of the deliveries. */
const verdicts = (filter: string): readonly string[] => {
  const { condition } = conditionOf(filter);
  return bodies.map((body) => evaluateFilter(condition, readDocument(deliveryOf(body))).verdict);
};

describe('a filter with "and" and "or" without brackets', () => {
  it.each<[string, string]>([
    [`${a} and ${b}, or ${c}`, `(${a} and ${b}) or ${c}`],
    [`${a} or ${b}, or ${c} and ${d}`, `${a} or ${b} or (${c} and ${d})`],
    [`skip if ${a} and ${b}, or ${c}`, `not ((${a} and ${b}) or ${c})`],
    [`${a}, or ${b} and ${c}`, `${a} or (${b} and ${c})`],
    [`either ${a} or ${b}, and ${c}`, `(${a} or ${b}) and ${c}`],
    [`${a} and either ${b} or ${c}`, `${a} and (${b} or ${c})`],
    [`${a} and either ${b} or ${c}, and ${d}`, `${a} and (${b} or ${c}) and ${d}`],
    [`both ${a} and ${b}, or ${c}`, `(${a} and ${b}) or ${c}`],
    [`${a} or both ${b} and ${c}`, `${a} or (${b} and ${c})`],
    [`${a} or is pending and ${c}`, `(${a} or state is pending) and ${c}`],
    [`${c} or ${a} and is not pending`, `${c} or (${a} and state is not pending)`],
  ])('"%s" means "%s" where its wording says so', (filter, bracketed) => {
    expect(verdicts(filter)).toEqual(verdicts(bracketed));
  });

  it.each<[string, readonly string[]]>([
    [`${a} or ${b} and ${c}`, [`(${a} or ${b}) and ${c}`, `${a} or (${b} and ${c})`]],
    [`${a} and ${b} or ${c}`, [`(${a} and ${b}) or ${c}`, `${a} and (${b} or ${c})`]],
    [`${a}, and ${b} or ${c}`, [`(${a} and ${b}) or ${c}`, `${a} and (${b} or ${c})`]],
    [`either ${a} or ${b} and ${c}`, [`(${a} or ${b}) and ${c}`, `${a} or (${b} and ${c})`]],
    [`both ${a} and ${b} or ${c}`, [`(${a} and ${b}) or ${c}`, `${a} and (${b} or ${c})`]],
    [`${a} or ${b}, and ${c}`, [`(${a} or ${b}) and ${c}`, `${a} or (${b} and ${c})`]],
    [`${a}, or ${b}, and ${c}`, [`(${a} or ${b}) and ${c}`, `${a} or (${b} and ${c})`]],
    [
      `${a} and ${b} or ${c} and ${d}`,
      [
        `(${a} and ${b}) or (${c} and ${d})`,
        `${a} and (${b} or ${c}) and ${d}`,
        `${a} and (${b} or (${c} and ${d}))`,
        `((${a} and ${b}) or ${c}) and ${d}`,
      ],
    ],
    [
      `ignore if ${a} or ${b} and ${c} or ${d}`,
      [
        `not (${a} or (${b} and ${c}) or ${d})`,
        `not ((${a} or ${b}) and (${c} or ${d}))`,
        `not (${a} or (${b} and (${c} or ${d})))`,
        `not (((${a} or ${b}) and ${c}) or ${d})`,
      ],
    ],
  ])('"%s" is decided exactly where all of its readings agree', (filter, bracketed) => {
    const readings = bracketed.map(verdicts);
    const agreed = bodies.map((_, index) => {
      const said = new Set(readings.map((reading) => reading[index]));
      return said.size === 1 ? [...said][0] : 'needs_model';
    });
    expect(verdicts(filter)).toEqual(agreed);
  });

  it('what is denied of one field may be denied of all that is said of it', () => {
    const { condition } = conditionOf('score is not below 5 or above 20');
    const decided = [3, 10, 30].map(
      (score) => evaluateFilter(condition, readDocument(deliveryOf({ score }))).verdict,
    );
    expect(decided).toEqual(['skip', 'run', 'needs_model']);
    expect(conditionOf('score is missing or below 5').condition.kind).toBe('some');
  });

  it('both readings are shown, and a delivery on which they differ says so', () => {
    const { condition, plain } = conditionOf(`${a} or ${b} and ${c}`);
    expect(plain).toBe(
      'Run when (state is "open" or city is "Bonn") and plan is "pro", which can also mean ' +
        'state is "open" or (city is "Bonn" and plan is "pro") (decided where both agree).',
    );
    const outcome = evaluateFilter(
      condition,
      readDocument(deliveryOf({ state: 'open', city: 'Ulm', plan: 'free' })),
    );
    expect(outcome.reason).toContain('it can be read in two ways, which differ here');
  });

  it('an unknown test leaves open only what depends on it', () => {
    const { condition } = conditionOf(`${a} or ${b} and ${c}`);
    const unknown = { shop: { state: 'open' }, lead: { state: 'closed' } };
    const decided = [
      { ...unknown, city: 'Bonn', plan: 'pro' },
      { ...unknown, city: 'Ulm', plan: 'pro' },
      { ...unknown, city: 'Bonn', plan: 'free' },
    ].map((body) => evaluateFilter(condition, readDocument(deliveryOf(body))).verdict);
    expect(decided).toEqual(['run', 'needs_model', 'needs_model']);
  });

  it('readings within readings are not understood, however deep the brackets are', () => {
    let filter = `${a} or ${b} and ${c}`;
    for (let depth = 0; depth < 12; depth += 1) filter = `(${filter}) or ${b} and ${c}`;
    expect(readFilter(filter).state).toBe('not-understood');
  });
});
