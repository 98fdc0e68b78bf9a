import fc from 'fast-check';
import { expect, test } from 'vitest';

import { stepsFor } from '#rules/cel/budget.ts';
import { compileCondition, evaluateCondition } from '#rules/condition.ts';
import { compiled, delivery } from './support.ts';

/** A megabyte of each kind: many items, one long text, many names, the same letter again and again. */
const items = delivery({ items: Array.from({ length: 60_000 }, (_, at) => ({ n: at, s: 'a' })) });
const long = delivery({
  s: 'a'.repeat(1_000_000),
  part: `b${'a'.repeat(400_000)}`,
  blank: ' '.repeat(20_000),
});
const named = delivery(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`name_${at}`, at])));
const small = delivery({ items: [{ a: 1 }, { a: 'x' }], x: null });
const numbers = delivery({ n: Array.from({ length: 250_000 }, (_, at) => at % 10) });

const again = (part: string, joint: string, times: number) =>
  Array.from({ length: times }, () => part).join(joint);

test.each([
  ['a macro within a macro', items, 'body.items.all(i, body.items.all(j, i.n >= 0 && j.n >= 0))'],
  ['three of them', items, 'body.items.exists(i, body.items.exists(j, body.items.exists(k, k.n < 0)))'],
  ['a list made of lists', items, 'body.items.map(i, body.items).map(l, l.map(i, i.s)).size() == 1'],
  ['one list after another', numbers, again('body.n.all(n, n >= 0)', ' && ', 150)],
  ['lists joined', numbers, `(${again('body.n', ' + ', 200)}).size() > 1`],
  ['lists compared', numbers, again('body.n == body.n', ' && ', 200)],
  ['a member sought in a list', numbers, again('11 in body.n', ' || ', 200)],
  ['names counted', named, again('size(body) == 60000', ' && ', 160)],
  ['names walked', named, again('body.all(name, name.size() > 1)', ' && ', 100)],
  ['texts joined', long, `(${again('body.s', ' + ', 200)}).size() > 1`],
  ['a text grown by a text', long, 'body.s.replace("a", body.s).size() > 1'],
  ['a text replaced again and again', long, `body.s${'.replace("a", "aa")'.repeat(100)}.size() > 1`],
  ['a text split to letters', long, again('body.s.split("").size() > 1', ' && ', 100)],
  ['a long text that is not found', long, again('body.s.contains(body.part)', ' || ', 100)],
  ['cases changed', long, again('body.s.upperAscii() == "A"', ' || ', 120)],
  ['blanks trimmed', long, again('body.blank.trim() == "a"', ' || ', 120)],
  ['characters counted', long, again('body.s.substring(1) == "A"', ' || ', 120)],
  ['patterns', long, again('body.s.matches("[ab]*a[ab]{100}[cd]")', ' || ', 40)],
  ['texts without regard to case', long, again('sameText(body.s, body.s)', ' && ', 120)],
  ['fields by name', named, again('field("no such name") == 1', ' || ', 120)],
  ['numbers multiplied', items, `number("${'9'.repeat(60)}")${' * number("9e99")'.repeat(200)} > 1`],
])('%s: ends within its budget, unknown', (_, input, text) => {
  const { value, steps, evidence } = evaluateCondition(compiled(text), input);
  expect(value).toBeNull();
  expect(evidence).not.toBe('');
  expect(steps).toBeLessThanOrEqual(stepsFor(input.document.body.byteLength) + 1);
});

test('what is certain without the rest stays certain over the budget', () => {
  const endless = 'body.items.all(i, body.items.all(j, i.n >= 0))';
  expect(evaluateCondition(compiled(`size(body.items) == 1 && ${endless}`), items)).toMatchObject({
    value: false,
  });
  expect(evaluateCondition(compiled(endless), items).evidence).toMatch(/^it takes more steps/);
});

test('a list of thousands of orders is within the budget', () => {
  const orders = delivery({
    orders: Array.from({ length: 2_000 }, (_, at) => ({
      id: at,
      status: 'paid',
      total: at,
      note: 'n'.repeat(400),
    })),
  });
  const text = 'body.orders.exists(o, o.status == "paid" && o.total > 1998 && !o.note.contains("urgent"))';
  expect(evaluateCondition(compiled(text), orders)).toMatchObject({ value: true });
});

test('no text crashes the compiler, and what compiles never throws', () => {
  const piece = fc.constantFrom(
    ...'( ) [ ] { } . , ? : ! - + * / % < == && || in has all body items x "a" r"\\ 1 2.5 1e9 \'b \n // 🙂 é = & ask("q") number( .size() .all(x, .matches("a") ['.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(' ')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        const result = compileCondition(text);
        if (result.state === 'compiled') evaluateCondition(result.condition, small);
        else expect(result.line * result.column).toBeGreaterThan(0);
      },
    ),
    { numRuns: 2_000 },
  );
});
