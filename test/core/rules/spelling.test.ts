import { describe, expect, it } from 'vitest';

import { offlineHints } from '#rules/automation-hints.ts';
import { reasonOfUnreadFilter } from '#rules/filter.ts';
import { filterSpelling, instructionsSpelling } from '#rules/spelling.ts';

describe('a word of a filter that is misspelt', () => {
  it.each([
    ['total excedes 100', 'exceeds'],
    ['the subject contians "refund"', 'contains'],
    ['Onyl run when status is paid', 'only'],
    ['skpi if the status is paid', 'skip'],
    ['order.id exsits', 'exists'],
    ['total is bewteen 10 and 20', 'between'],
  ])('in "%s" is %s', (filter, meant) => {
    expect(filterSpelling([filter])).toBe(`did you mean ${JSON.stringify(meant)}?`);
  });

  it.each(['the customer sounds angry', 'people who write in haste', 'it is urgent', 'x'.repeat(4_000), ''])(
    'is not looked for where no word helps: "%s"',
    (filter) => {
      expect(filterSpelling([filter])).toBeNull();
    },
  );

  it('is named in the hint and in the reason of a run', () => {
    const filter = 'total excedes 100';
    const options = { storedHeaders: [], remedy: 'MODEL is set' };
    expect(offlineHints({ instructions: 'Report total.', filter }, options)).toEqual([
      'Offline rules do not understand the filter: "total excedes 100". Did you mean "exceeds"? Runs will end as needs_model until the sentence is spelled out or MODEL is set.',
    ]);
    expect(reasonOfUnreadFilter([filter])).toBe(
      'Offline rules did not understand the filter: "total excedes 100". Did you mean "exceeds"?',
    );
  });
});

describe('a word of instructions that is misspelt', () => {
  it.each([
    ['Sumarise the delivery', 'summarise'],
    ['Reprot the order id', 'report'],
    ['Rpely "Thanks"', 'reply'],
  ])('in "%s" is %s', (sentence, meant) => {
    expect(instructionsSpelling([sentence], [])).toBe(`did you mean ${JSON.stringify(meant)}?`);
  });

  it('is not looked for where no word helps', () => {
    expect(instructionsSpelling(['Be nice to people', 'Act on it'], [])).toBeNull();
  });
});
