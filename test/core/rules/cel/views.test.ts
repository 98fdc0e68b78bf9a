import { expect, test } from 'vitest';

import { unguardedMissing } from '#rules/cel/condition.ts';
import { isDoorExpression, pathsOf } from '#rules/cel/paths.ts';
import { conditionOfRows, formatCondition, type Row, rowsOf } from '#rules/condition.ts';
import { compiled, delivery } from './support.ts';

test.each([
  ['body.a.b == 1', ['body.a.b', 'body.a']],
  ['has(body.a) && body.a.b == 1', ['body.a.b', '(body.a)']],
  ['has(body.a) && has(body.a.b) && body.a.b == 1', ['(body.a)', '(body.a.b)']],
  ['!has(body.a) || body.a == 1', ['(body.a)']],
  ['has(body.a) ? body.a == 1 : body.b == 1', ['(body.a)', 'body.b']],
  ['"odd name" in body && body["odd name"] == 1', ['(body["odd name"])']],
  ['event == "push" && body.ref == "main"', ['(body.ref)']],
  ['headers["x-topic"] in ["a", "b"] && body.ref == "main"', ['headers["x-topic"]', '(body.ref)']],
  ['body.ref == "main" && body.x > 1', ['body.ref', '(body.x)']],
  ['body.x > 1 && body.ref == "main"', ['body.x', 'body.ref']],
  ['event == "push" || body.ref == "main"', ['body.ref']],
  ['body.items.exists(i, has(i.price) && i.price > 1)', ['body.items', '(body.items[].price)']],
])('paths: %s', (text, paths) => {
  const found = pathsOf(compiled(text).expression).map(({ path, isGuarded }) =>
    isGuarded ? `(${path})` : path,
  );
  expect(found.toSorted()).toEqual(paths.toSorted());
});

test('a field that samples lack counts where no guard makes the condition certain without it', () => {
  const samples = [
    { action: 'opened', issue: { title: 'a' } },
    { action: 'opened' },
    { action: 'closed' },
  ].map((body) => delivery(body));
  expect(unguardedMissing(compiled('body.action == "opened" && body.issue.title == "a"'), samples)).toEqual([
    { path: 'body.issue', missingIn: 1 },
  ]);
  expect(unguardedMissing(compiled('has(body.issue) && body.issue.title == "a"'), samples)).toEqual([]);
});

const rows: readonly Row[] = [
  { field: 'body.order.status', operator: 'is', value: 'paid "in full"' },
  { field: 'body.order.total', operator: 'over', value: 100.5 },
  { field: 'number(body.order.total)', operator: 'at_most', value: 3 },
  { field: 'headers["x-topic"]', operator: 'one_of', value: ['a', 'b'] },
  { field: 'event', operator: 'is_not', value: 'ping' },
  { field: 'body.title', operator: 'contains', value: 'urgent' },
  { field: 'body.title', operator: 'starts', value: 'a' },
  { field: 'body.title', operator: 'ends', value: 'z' },
  { field: 'body.items[0].sku', operator: 'exists', value: null },
  { field: 'body.order["odd name"]', operator: 'exists', value: null },
  { field: 'body.order["odd name"]', operator: 'missing', value: null },
  { field: 'body.order.note', operator: 'missing', value: null },
  { field: 'body.paid', operator: 'is', value: true },
  { field: 'body.note', operator: 'is', value: null },
  { field: 'body.total', operator: 'under', value: -1 },
  { field: 'body.total', operator: 'at_least', value: 0 },
];

test.each(['all', 'any'] as const)(
  'rows joined by %s are an expression, and the expression is the rows',
  (join) => {
    const text = conditionOfRows(rows, join);
    expect(rowsOf(compiled(text).expression)).toEqual({ join, rows });
    expect(formatCondition(compiled(text))).toBe(text);
  },
);

test.each([
  'body.a == 1 && (body.b == 2 || body.c == 3)',
  '!(body.a == 1)',
  'body.a == body.b',
  'body.items.exists(i, i.a == 1)',
  'body.a + 1 == 2',
  'ask("a")',
  'field("status") == "paid"',
])('%s is more than rows', (text) => {
  expect(rowsOf(compiled(text).expression)).toBeNull();
});

test.each([
  ['event == "push" && has(body.ref) && body.ref in ["a", "b"]', true],
  ['headers["x-topic"] == "a" ? !(body.a > 1) : body.b + 1 == 2', true],
  ['body.items.exists(i, i.a == 1)', false],
  ['body.a.matches("a")', false],
  ['event == "push" && ask("a")', false],
  ['field("a") == 1', false],
  ['body.a.contains("a")', false],
])('at the door: %s is %s', (text, isDoor) => {
  expect(isDoorExpression(compiled(text).expression)).toBe(isDoor);
});
