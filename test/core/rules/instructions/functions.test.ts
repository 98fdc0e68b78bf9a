import { describe, expect, it } from 'vitest';

import { readProgram } from '#rules/instructions/read-program.ts';
import { runOffline } from '#test/support/run-offline.ts';

const x = 'https://api.example.com/x';
const delivery = {
  amount: 4950,
  total: '49.50',
  large: '12345678901234567890.12',
  zip: '01234',
  name: ' Ada Lovelace ',
  note: '',
  nothing: null,
  at: '2026-03-15T23:30:00-05:00',
  day: '2026-03-05',
  unix: 1_773_576_000,
  tags: ['a', 'b'],
  prices: [0.1, '0.2'],
  items: [{ sku: 'A' }, { sku: 'B' }],
  invoice: { amount: 1200, currency: 'usd' },
};

async function bodyOf(expression: string) {
  const run = await runOffline(`POST ${x} with {"v": {{${expression}}}}`, delivery);
  return run.requests[0]?.body ?? run.needsModel;
}

describe('functions in templates', () => {
  it.each([
    ['amount | divide: 100', '49.5'],
    ['amount | divide: 100 | round: 2', '49.50'],
    ['amount | divide: 3 | round: 4', '1650.0000'],
    ['total | multiply: 100', '4950'],
    ['total | multiply: 1.19 | round: 2', '58.91'],
    ['large | multiply: 10', '123456789012345678901.2'],
    ['total | cents', '4950'],
    ['amount | divide: 100 | currency: "EUR"', '"€49.50"'],
    ['large | currency: "EUR"', '"€12,345,678,901,234,567,890.12"'],
    ['amount | divide: 100 | currency: "EUR", "de-DE"', '"49,50\u00a0€"'],
    ['invoice.amount | divide: 100 | currency', '"$12.00"'],
    ["invoice.amount | divide: 100 | currency: 'USD'", '"$12.00"'],
    ['at | date: "DD.MM.YYYY"', '"15.03.2026"'],
    ['at | date: "YYYY-MM-DD HH:mm", "UTC"', '"2026-03-16 04:30"'],
    ['at | date: "DD.MM.YYYY HH:mm", "Europe/Berlin"', '"16.03.2026 05:30"'],
    ['day | date: "D MMMM YYYY"', '"5 March 2026"'],
    ['day | date: "dddd, MMM D"', '"Thursday, Mar 5"'],
    ['day | date: "dd/mm/yyyy"', '"05/03/2026"'],
    ['day | date: "DD.MM.YYYY", "Asia/Tokyo"', '"05.03.2026"'],
    ['unix | date: "YYYY-MM-DD HH:mm:ss"', '"2026-03-15 12:00:00"'],
    ['name | trim | upper', '"ADA LOVELACE"'],
    ['name | lower', '" ada lovelace "'],
    ['note | default: "none"', '"none"'],
    ['nothing | default: 0', '0'],
    ['coupon | default: "none"', '"none"'],
    ['customer.phone | upper | default: "none"', '"none"'],
    ['tags | join', '"a, b"'],
    ['items[].sku | join: " + "', '"A + B"'],
    ['tags | first', '"a"'],
    ['tags | last | upper', '"B"'],
    ['items | count', '2'],
    ['prices | sum', '0.3'],
    ['items | json', JSON.stringify('[{"sku":"A"},{"sku":"B"}]')],
    ['name | trim | url', '"Ada%20Lovelace"'],
  ])('%s', async (expression, value) => expect(await bodyOf(expression)).toBe(`{"v":${value}}`));

  it.each([
    ['name | divide: 2', 'name cannot be taken by "divide", which needs a number'],
    ['zip | divide: 2', 'needs a number'],
    ['nothing | divide: 2', 'needs a number'],
    ['missing | divide: 2', 'the delivery has no missing'],
    ['amount | cents', 'needs an amount with two decimals'],
    ['invoice.amount | currency: "EUR"', 'needs an amount in EUR, not in USD'],
    ['amount | currency', 'needs a currency beside the amount'],
    ['name | date: "DD.MM.YYYY"', 'needs a date'],
    ['day | date: "HH:mm"', 'needs a date with a time'],
    ['amount | upper', 'needs a text'],
    ['name | join', 'needs a list'],
    ['items | join', 'needs a list of texts or numbers'],
    ['tags | sum', 'needs a list of numbers'],
    ['note | first', 'needs a list'],
    ['total_prize | default: 0 | divide: "a"', 'did not understand'],
  ])('%s sends nothing', async (expression, problem) => expect(await bodyOf(expression)).toContain(problem));

  it('take no default in place of a name that is nearly there', async () =>
    expect(await bodyOf('amont | default: 0')).toContain('did you mean amount'));

  it.each([
    'amount | divide',
    'amount | divide: 0',
    'amount | divide: ten',
    'amount | divide: 2, 3',
    'amount | round: 99',
    'amount | currency: "XXY"',
    'amount | currency: "EUR", "not a language"',
    'day | date',
    'day | date: "DD of MMMM"',
    'day | date: "."',
    'at | date: "HH:mm", "Mars/Base"',
    'name | shout',
    'name | constructor',
    'name |',
    'name | upper |',
    '| upper',
    'name | upper: 1',
    'name || upper',
    `name${' | trim'.repeat(9)}`,
  ])('are not understood: %s', (expression) =>
    expect(readProgram(`POST ${x} with {"v": {{${expression}}}}`, []).state).toBe('not-understood'),
  );

  it.each([
    [
      `POST ${x} with {"text": "Paid {{amount | divide: 100 | currency: "EUR"}}!"}`,
      '{"text":"Paid €49.50!"}',
    ],
    [
      `POST ${x} with {"text": "Paid {{amount | divide: 100 | currency: \\"EUR\\"}}!"}`,
      '{"text":"Paid €49.50!"}',
    ],
    [`POST ${x} with "Paid {{amount | divide: 100 | currency: "EUR"}}!"`, 'Paid €49.50!'],
    [
      `POST ${x} with amount={{amount | divide: 100}} and day={{day | date: 'DD.MM.'}}`,
      '{"amount":49.5,"day":"05.03."}',
    ],
    [`POST ${x} with {{total | round}} and {{name | trim}} as who.`, '{"total":50,"who":"Ada Lovelace"}'],
    [`POST ${x} with the amount divided by 100.`, '{"amount":49.5}'],
    [`POST ${x} with the amount divided by 100 as euros_paid.`, null],
    [`POST ${x} with the amount divided by 100 as paid and total in cents.`, '{"paid":49.5,"total":4950}'],
    [`POST ${x} with day as DD.MM.YYYY and the name.`, '{"day":"05.03.2026","name":" Ada Lovelace "}'],
    [`POST ${x} with day in the format DD.MM.YYYY.`, '{"day":"05.03.2026"}'],
  ])('%s', async (instructions, body) => {
    const { requests } = await runOffline(instructions, delivery);
    expect(requests[0]?.body ?? null).toBe(body);
  });

  it('fill URLs, encoded once', async () => {
    const { requests } = await runOffline(
      `GET ${x}/{{name | trim | lower}}?n={{name | trim | url}}&d={{day | date: "YYYYMMDD"}}`,
      delivery,
    );
    expect(requests[0]?.url).toBe(`${x}/ada%20lovelace?n=Ada%20Lovelace&d=20260305`);
  });

  it('are told in answers', async () => {
    const { answer } = await runOffline(
      'Report the amount divided by 100. Reply "{{name | trim}}: {{amount | divide: 100 | currency: "EUR"}}"',
      delivery,
    );
    expect(answer.split('\n').slice(1)).toEqual(['amount: 49.5', 'Ada Lovelace: €49.50']);
  });
});
