import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cliches } from '#tools/skills/humanizer/cliches.ts';
import { humanizeByRules } from '#tools/skills/humanizer/humanize.ts';
import { openers, phrases } from '#tools/skills/humanizer/phrases.ts';
import { sortedSpans } from '#tools/skills/humanizer/protect.ts';
import { goldens } from './goldens.ts';

const twice = (text: string) => humanizeByRules(humanizeByRules(text).text);

describe('humanizeByRules', () => {
  it.each(goldens)('handles %s', (_, before, after) => {
    expect(humanizeByRules(before).text).toBe(after);
    expect(humanizeByRules(before).changes > 0).toBe(before !== after);
    expect(twice(before)).toEqual({ text: after, changes: 0 });
  });

  it.each(phrases.map(({ worn, before }) => [worn, before?.[0] ?? 'the']))(
    'says %j plainly and stays with it',
    (worn, next) => {
      const text = `Then they were there, and we saw that it was ${worn} ${next} house of the town.`;
      const { text: once, changes } = humanizeByRules(text);
      expect(changes).toBeGreaterThan(0);
      expect(once).not.toContain(` ${worn} `);
      expect(once).not.toContain('  ');
      expect(twice(text)).toEqual({ text: once, changes: 0 });
    },
  );

  it.each(cliches)('the cliché %j becomes %j', (worn, plain, example) => {
    expect(humanizeByRules(example)).toEqual({ text: example.replace(worn, plain), changes: 1 });
  });

  it('knows the 200 commonest clichés', () => {
    expect(new Set(cliches.map(([worn]) => worn)).size).toBeGreaterThanOrEqual(200);
  });

  it.each([
    ['We should leverage common strengths.', 'We should use common strengths.'],
    ['Teams leverage common tools every day.', 'Teams use common tools every day.'],
    ['It can be leveraged in many ways.', 'It can be used in many ways.'],
    ['You do not leverage what you have.', "You don't use what you have."],
  ])('leverage as a verb goes: %s', (before, after) => {
    expect(humanizeByRules(before).text).toBe(after);
  });

  it.each([
    'The bank has high leverage and leveraged loans.',
    'It gives customers leverage over the shop, and you leverage.',
    'The town lost the leverage that it had.',
  ])('leverage as a thing stays: %s', (text) => {
    expect(humanizeByRules(text)).toEqual({ text, changes: 0 });
  });

  it.each(openers)('cuts %j', (opener) => {
    const text = `${opener.slice(0, 1).toUpperCase()}${opener.slice(1)} the house is old.`;
    expect(humanizeByRules(text).text).toBe('The house is old.');
  });

  const pieces = fc.constantFrom(
    ...goldens.map(([, before]) => before),
    ...phrases.map(({ worn }) => worn),
    ...openers,
    ...'— , . ! ? : " “ ” \' ’ ` ``` [ ] ( ) < > # - 1. \n \n\n https://x.yz/?utm_source=openai not only but also it is'.split(
      ' ',
    ),
    ' ',
    '\n',
    '\n\n',
    'The',
    'house',
  );
  const texts = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(' '));

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'grapheme' })), (text) => {
        expect(twice(text)).toEqual({ text: humanizeByRules(text).text, changes: 0 });
      }),
      { numRuns: 400 },
    );
  });

  it('keeps code, quotations and addresses', () => {
    const parts = texts.filter((text) => !text.includes('utm_source'));
    fc.assert(
      fc.property(parts, (text) => {
        expect(sortedSpans(humanizeByRules(text).text)).toBe(sortedSpans(text));
      }),
      { numRuns: 400 },
    );
  });

  it('makes no double blanks where there were none', () => {
    fc.assert(
      fc.property(
        texts.map((text) => text.replaceAll(/ +/g, ' ')),
        (text) => {
          expect(humanizeByRules(text).text).not.toMatch(/\S {2,}\S/);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('comes to an end quickly with hostile text', () => {
    const hostile = [
      '—a '.repeat(1_700),
      '"'.repeat(5_000),
      "'a".repeat(2_500),
      'not only '.repeat(550),
      '[your '.repeat(800),
      '. As an AI model '.repeat(290),
      `As an AI model${' a'.repeat(2_400)}`,
      '<'.repeat(5_000),
      'the it is '.repeat(500),
      '\n'.repeat(5_000),
      'a@'.repeat(2_500),
      ' '.repeat(5_000),
    ];
    for (const text of hostile) {
      humanizeByRules(text);
    }
  });
});
