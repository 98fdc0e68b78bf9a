import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyCharacter } from '#tools/test/any-character.ts';
import { formatExpression, writeMember } from '#rules/cel/format.ts';
import { isDoorExpression, pathsOf } from '#rules/cel/paths.ts';
import { compileCondition, conditionOfRows, type Row, rowsOf, unguardedMissing } from '#rules/condition.ts';
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

test.each([
  [{ field: 'event', operator: 'is_not', value: 'ping' }, 'event != "ping"'],
  [
    { field: 'body.order.status', operator: 'is', value: 'paid "in full"' },
    String.raw`has(body.order) && has(body.order.status) && body.order.status == "paid \"in full\""`,
  ],
  [
    { field: 'body.order.status', operator: 'is', value: 'paid', isUnguarded: true },
    'body.order.status == "paid"',
  ],
  [{ field: 'number(body.total)', operator: 'over', value: 3 }, 'has(body.total) && number(body.total) > 3'],
  [
    { field: 'headers["x-topic"]', operator: 'same', value: 'a' },
    '"x-topic" in headers && sameText(headers["x-topic"], "a")',
  ],
  [{ field: 'body.a.b', operator: 'missing', value: null }, '!(has(body.a) && has(body.a.b))'],
  [
    { field: 'body.items[].sku', operator: 'one_of', value: ['a', 'b'] },
    'has(body.items) && body.items.exists(i, has(i.sku) && i.sku in ["a", "b"])',
  ],
  [
    { field: 'number(body[].price)', operator: 'at_most', value: 3 },
    'body.exists(i, has(i.price) && number(i.price) <= 3)',
  ],
] as const)('the row %j is %s', (row, text) => {
  expect(conditionOfRows([row], 'all')).toBe(text);
  expect(rowsOf(compiled(text).expression)).toEqual({ join: 'all', rows: [row] });
});

test('a row repeats no guard of the rows before it, and holds with its guards alone where any row is enough', () => {
  const rows: readonly Row[] = [
    { field: 'body.order.status', operator: 'is', value: 'paid' },
    { field: 'body.order.total', operator: 'over', value: 1 },
  ];
  const [order, status, total] = ['has(body.order)', 'has(body.order.status)', 'has(body.order.total)'];
  const [isPaid, isOver] = ['body.order.status == "paid"', 'body.order.total > 1'];
  expect(conditionOfRows(rows, 'all')).toBe([order, status, isPaid, total, isOver].join(' && '));
  expect(conditionOfRows(rows, 'any')).toBe(
    `${[order, status, isPaid].join(' && ')} || ${[order, total, isOver].join(' && ')}`,
  );
});

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'status', 'in'),
  fc.string({ unit: anyCharacter, minLength: 1 }),
);
const path = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.array(name, { maxLength: 2 }), fc.boolean())
  .map(
    ([outer, inner, isList]) =>
      `body${outer.map(writeMember).join('')}${isList ? `[]${inner.map(writeMember).join('')}` : ''}`,
  );
const text = fc.string({ unit: anyCharacter });
const number = fc.oneof(fc.integer(), fc.constantFrom(0.5, -1.25));
const value = fc.oneof(text, number, fc.constantFrom(true, false, null));
const anyRow: fc.Arbitrary<Row> = fc
  .tuple(
    path,
    fc.oneof(
      fc.record({ operator: fc.constantFrom('is', 'is_not'), value }),
      fc.record({ operator: fc.constantFrom('over', 'at_least', 'under', 'at_most'), value: number }),
      fc.record({ operator: fc.constantFrom('contains', 'starts', 'ends', 'same'), value: text }),
      fc.record({ operator: fc.constant('one_of'), value: fc.array(value, { minLength: 1, maxLength: 3 }) }),
      fc.record({ operator: fc.constantFrom('exists', 'missing'), value: fc.constant(null) }),
    ) as fc.Arbitrary<Pick<Row, 'operator' | 'value'>>,
    fc.boolean(),
  )
  .filter(([field, { operator }]) => !field.endsWith('[]') || !['exists', 'missing'].includes(operator))
  .map(([field, test, isNumber]) => ({
    field: isNumber && typeof test.value === 'number' ? `number(${field})` : field,
    ...test,
  }));

test.each(['all', 'any'] as const)(
  'rows joined by %s are an expression, and the expression is the rows',
  (join) => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 4 }), (rows) => {
        const written = conditionOfRows(rows, join);
        const read = compileCondition(written);
        fc.pre(read.state === 'compiled' || read.message !== 'A condition has at most 4 KB.');
        const { expression } = compiled(written);
        expect(formatExpression(expression)).toBe(written);
        const found = rowsOf(expression);
        expect(conditionOfRows(found?.rows ?? [], found?.join ?? join)).toBe(written);
        // A row that the guards or a twin of another row state is no row of its own.
        for (const row of found?.rows ?? []) expect(rows).toContainEqual(row);
        expect(rows.filter(({ operator }) => operator !== 'exists')).toEqual(
          expect.arrayContaining((found?.rows ?? []).filter(({ operator }) => operator !== 'exists')),
        );
      }),
    );
  },
);

test.each([
  'body.a == 1 && (body.b == 2 || body.c == 3)',
  '!(body.a == 1)',
  'body.a == body.b',
  'has(body.a.b) && has(body.a.b) && body.a.b == 1',
  'has(body.items) && body.items.exists(i, i.a == 1)',
  'body.items.exists(i, i.a == 1 && i.b == 2)',
  'body.items.all(i, i.a == 1)',
  'body.a + 1 == 2',
  'ask("a")',
  'field("status") == "paid"',
])('%s is more than rows', (text) => {
  expect(rowsOf(compiled(text).expression)).toBeNull();
});

test('a guard that leaves the test unknown is a row of its own', () => {
  expect(rowsOf(compiled('has(body.a) && body.a.b == 1').expression)?.rows).toEqual([
    { field: 'body.a', operator: 'exists', value: null },
    { field: 'body.a.b', operator: 'is', value: 1, isUnguarded: true },
  ]);
});

test.each([
  ['event == "push" && has(body.ref) && body.ref in ["a", "b"]', true],
  ['headers["x-topic"] == "a" ? !(body.a > 1) : body.b + 1 == 2', true],
  ['body.items.exists(i, i.a == 1)', false],
  ['body.a.matches("a")', false],
  ['event == "push" && ask("a")', false],
  ['field("a") == 1', true],
  ['body.a.contains("a")', true],
])('at the door: %s is %s', (text, isDoor) => {
  expect(isDoorExpression(compiled(text).expression)).toBe(isDoor);
});
