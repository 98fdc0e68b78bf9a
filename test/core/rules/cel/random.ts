import { type CelInput, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import fc from 'fast-check';

import { compileCondition } from '#rules/condition.ts';

/** Names of members in deliveries and in expressions: most of them meet. */
const names = ['a', 'b', 'c', 'items', '__proto__', 'constructor', 'length'];
const name = fc.constantFrom(...names);

const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    2.5,
    -1,
    100,
    '',
    'a',
    'paid',
    '1',
    '1,200',
    '2026-11-27T10:00:00Z',
    'ß😀',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 8 }),
);

/** JSON that nobody promised anything about. No member is null: the other evaluator takes it for absent, which CEL does not. */
export const hostileBody: fc.Arbitrary<string> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(name, tie('value')), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries) as unknown),
    ),
  }))
  .value.map((value) =>
    JSON.stringify({ a: value ?? false, b: 2, c: 'paid', items: [value, { a: 1 }, { a: 'x' }] }),
  );

const member = name.map((text) => (text === '__proto__' ? `["${text}"]` : `.${text}`));
const path = fc
  .tuple(
    fc.constantFrom('body', 'body', 'body', 'x'),
    fc.array(fc.oneof(member, fc.constantFrom('[0]', '[1]')), { minLength: 1, maxLength: 3 }),
  )
  .map(([root, steps]) => root + steps.join(''));
const text = fc.constantFrom('""', '"a"', '"paid"', '"1"', '"ß"');

/**
 * Expressions of what CEL and our dialect share: a number of a delivery is a double, which CEL does not join with an
 * integer, so that sums are of doubles alone. Each is within a macro of the variable `x`.
 */
export const commonExpression: fc.Arbitrary<string> = fc
  .letrec<{ value: string; bool: string; list: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      path,
      fc.constantFrom('1', '0', '2.5', 'true', 'null', '-3', '"paid"', '1.0'),
      text,
      fc
        .tuple(path, fc.constantFrom('+', '-', '*', '/'), fc.constantFrom('1.5', '0.0', '2.0'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      fc
        .tuple(
          tie('value'),
          fc.constantFrom(
            'size()',
            'lowerAscii()',
            'trim()',
            'split("a")',
            'replace("a", "bb")',
            'indexOf("a")',
            'substring(1)',
            'charAt(0)',
          ),
        )
        .map(([of, call]) => `${of}.${call}`),
      fc
        .tuple(tie('bool'), tie('value'), tie('value'))
        .map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
      fc
        .tuple(fc.constantFrom('string', 'double', 'int', 'bool', 'timestamp', 'size'), tie('value'))
        .map(([call, of]) => `${call}(${of})`),
      tie('list'),
      tie('bool'),
    ),
    list: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.constant('body.items'),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc
        .tuple(tie('list'), fc.constantFrom('filter', 'map'), tie('bool'))
        .map(([of, macro, body]) => `${of}.${macro}(x, ${body})`),
    ),
    bool: fc.oneof(
      { depthSize: 'small', maxDepth: 5 },
      fc.constantFrom(
        '(body.b > 1)',
        '(body.c == "paid")',
        'has(body.a)',
        '(body.b == 2.5)',
        'has(body.b2)',
        '(size(body.items) > 1)',
      ),
      fc
        .tuple(tie('value'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('value'))
        .map((parts) => `(${parts.join(' ')})`),
      fc
        .tuple(path, fc.constantFrom('==', '>', '!='), fc.constantFrom('"paid"', '1', '2.5', 'null', 'true'))
        .map((parts) => `(${parts.join(' ')})`),
      path.filter((one) => /\.\w+$/.test(one)).map((one) => `has(${one})`),
      fc.tuple(tie('value'), tie('value')).map(([item, whole]) => `(${item} in ${whole})`),
      fc.tuple(tie('bool'), fc.constantFrom('&&', '||'), tie('bool')).map((parts) => `(${parts.join(' ')})`),
      tie('bool').map((of) => `!${of}`),
      fc
        .tuple(tie('value'), fc.constantFrom('contains', 'startsWith', 'endsWith', 'matches'), text)
        .map(([of, call, part]) => `${of}.${call}(${part})`),
      fc
        .tuple(fc.oneof(path, tie('list')), fc.constantFrom('all', 'exists', 'exists_one'), tie('bool'))
        .map(([of, macro, body]) => `${of}.${macro}(x, ${body})`),
    ),
  }))
  .bool.map((body) => `[body].exists_one(x, ${body})`)
  .filter((expression) => compileCondition(expression).state === 'compiled');

const environment = celEnv({ funcs: [...strings] });

/** The other evaluator; `error` for what is neither true nor false. */
export function reference(expression: string, body: string): boolean | 'error' {
  try {
    const result = plan(environment, parse(expression))({ body: asInput(JSON.parse(body)) });
    return typeof result === 'boolean' && !isCelError(result) ? result : 'error';
  } catch {
    return 'error';
  }
}

function asInput(value: unknown): CelInput {
  if (Array.isArray(value)) return value.map(asInput);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, inner]) => [key, asInput(inner)]));
  return value as CelInput;
}
