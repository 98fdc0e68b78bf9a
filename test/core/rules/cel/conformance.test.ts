import { isDeepStrictEqual } from 'node:util';

import { expect, test } from 'vitest';

import { isUnknown } from '#rules/cel/value.ts';
import { compileCondition } from '#rules/condition.ts';
import { conformanceCases } from './conformance-cases.ts';
import { valueOf } from './support.ts';

const exactDigits = 'a number that no double holds is kept in all its digits';

/** Where our dialect comes to something else, and why; mostly to unknown. */
const differences: readonly (readonly [reason: string, paths: RegExp])[] = [
  [
    'names that do not exist are refused at once',
    /unbound_is_runtime_error|^parse\/receiver_function_names\//,
  ],
  [
    'names of members are texts',
    /map_key_int64|map_key_bool|map_value_(?:null|bool|float|int64)|eq_map_value_mixed|not_ne_map_int|^fields\/in\/|macros\/.*map_key_type|map_one$|^lists\/size\/map$|^parse\/(?:nest|repeat)\/map_literal/,
  ],
  ['values of two kinds are not unequal but not comparable', /list_elem_type_exhaustive/],
  [exactDigits, /lossy_double|_small_double_int|_big_double_int|double_int_m(?:ax|in)_range|fp_underflow/],
  ['a number begins with a digit', /not_gt_double$/],
];

const { of, inside, outside } = conformanceCases();

function expected(value: Readonly<Record<string, unknown>>): unknown {
  const [kind, content] = Object.entries(value)[0] ?? ['', null];
  const many = content as { readonly values?: []; readonly entries?: { key: {}; value: {} }[] };
  switch (kind) {
    case 'int64Value':
      return BigInt(String(content));
    case 'doubleValue':
      return Number(content);
    case 'listValue':
      return (many.values ?? []).map(expected);
    case 'mapValue':
      return Object.fromEntries(
        (many.entries ?? []).map((entry) => [expected(entry.key), expected(entry.value)]),
      );
    default:
      return content;
  }
}

/** What our evaluator says of a case; an expression that is refused errs as well. */
function found(expression: string): unknown {
  if (compileCondition(expression).state === 'invalid') return 'error';
  const value = valueOf(expression);
  return isUnknown(value) ? 'error' : value;
}

test("CEL's own cases that are in the dialect come to what CEL says", () => {
  expect({ of, inside: inside.length, outside }).toMatchInlineSnapshot(`
    {
      "inside": 811,
      "of": 2344,
      "outside": {
        "bytes": 114,
        "format, quote and reverse of texts": 110,
        "libraries that owners do not need": 313,
        "messages of protocol buffers": 678,
        "names of members in backticks": 16,
        "optional values": 68,
        "types as values": 25,
        "unsigned integers": 177,
        "variables of other names": 32,
      },
    }
  `);
  const counts: Record<string, number> = {};
  for (const { path, expression, value } of inside) {
    const wanted = value === null ? 'error' : expected(value);
    const result = found(expression);
    if (isDeepStrictEqual(result, wanted)) continue;
    const reason = differences.find(([, paths]) => paths.test(path))?.[0] ?? `${path}: ${expression}`;
    // Only numbers may come to another value; everything else is unknown.
    if (reason !== exactDigits) expect([path, result]).toEqual([path, 'error']);
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  expect(counts).toMatchInlineSnapshot(`
    {
      "a number begins with a digit": 1,
      "a number that no double holds is kept in all its digits": 11,
      "names of members are texts": 17,
      "names that do not exist are refused at once": 19,
      "values of two kinds are not unequal but not comparable": 1,
    }
  `);
});
