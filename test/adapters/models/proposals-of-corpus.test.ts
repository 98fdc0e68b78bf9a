import { describe, expect, it } from 'vitest';

import type { Expression } from '#rules/cel/expression.ts';
import { pathsOf } from '#rules/cel/paths.ts';
import type { FilterPart } from '#rules/untested-part.ts';
import { type Condition, compileCondition, formatCondition } from '#rules/condition.ts';
import { bySender } from '#test/core/rules/conditions/read-corpus.ts';
import { asJson, proposeByScript } from './scripted-proposer.ts';

function read(text: string): Condition {
  const compiled = compileCondition(text);
  if (compiled.state === 'invalid') throw new Error(compiled.message);
  return compiled.condition;
}

/** The tests in a filter, by the parts of its condition. */
function partsOfFilter(parts: readonly Expression[]): readonly FilterPart[] {
  return parts.flatMap((expression): readonly FilterPart[] => {
    const part = formatCondition({ text: '', slots: 0, expression });
    const asked = /^!?has\((.+)\)$|^(.+) != null$/.exec(part);
    if (asked !== null) return [{ part, is: 'there', places: [asked[1] ?? asked[2] ?? ''] }];
    const read = pathsOf(expression).map(({ path }) => path);
    const places = read.filter((path) => !read.some((other) => other !== path && other.startsWith(path)));
    if (places.length > 0) return [{ part, is: 'value', places }];
    const variable = /\btext\b|^event\b/.exec(part)?.[0];
    return variable === undefined ? [] : [{ part, is: 'value', places: [variable] }];
  });
}

/** Filters of several parts, of which all is known of all deliveries. */
const ofSeveralParts = ({ filters }: (typeof bySender)[number]) =>
  filters
    .flatMap((filter) => {
      const whole = read(filter.condition);
      const { expression } = whole;
      if (expression.kind !== 'and' || filter.expected.includes(null)) return [];
      const half = { ...whole, expression: { ...expression, of: expression.of.slice(0, -1) } };
      return [{ ...filter, half: formatCondition(half), parts: partsOfFilter(expression.of) }];
    })
    .slice(0, filtersOfOneMax);
const filtersOfOneMax = 5;

describe.each(bySender)('for deliveries of $name, a model', (given) => {
  const { sender } = given;
  const samples = given.deliveries.map((delivery, index) => ({
    deliveryId: `d${index}`,
    delivery: { ...delivery, eventId: `d${index}` },
  }));

  it.each(ofSeveralParts(given))(
    'that is told "$english"',
    async ({ english, condition, half, parts, expected }) => {
      const stateOf = async (written: string) => {
        const judged = (id: string) => expected[Number(id.slice(1))] ?? null;
        const script = { written: [written, written], parts, judged };
        return (await proposeByScript(script, { english, samples, sender })).proposal.state;
      };
      expect(await stateOf(asJson(condition))).toBe('holds');
      expect(await stateOf(asJson(`(${condition}) && !has(body.invented)`))).toBe('unreadable');
      expect(await stateOf(asJson(half))).toBe('differs');
      expect(await stateOf(`This is the condition:\n\`\`\`cel\n${condition}\n\`\`\`\nIt is "right".`)).toBe(
        'holds',
      );
    },
  );
});

it('There are at least 60 such filters', () => {
  expect(bySender.flatMap(ofSeveralParts).length).toBeGreaterThanOrEqual(60);
});
