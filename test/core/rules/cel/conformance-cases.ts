import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';

/** A case of CEL's own conformance tests. `value` is null where an error is expected. */
export interface ConformanceCase {
  readonly path: string;
  readonly expression: string;
  readonly value: Readonly<Record<string, unknown>> | null;
}

/** Why cases are no part of our dialect, by what their expression or expectation holds. The first that fits counts. */
const outside: readonly (readonly [reason: string, isOutside: (one: Raw, path: string) => boolean])[] = [
  [
    'messages of protocol buffers',
    ({ expr }, path) =>
      /proto2|proto3|wrappers|dynamic|enums|TestAllTypes|google\.protobuf|cel\.expr/.test(path + expr),
  ],
  ['optional values', ({ expr }, path) => /optional|\.\?|\[\?|\?['"\w]+:/.test(path + expr)],
  [
    'libraries that owners do not need',
    (_, path) =>
      /block_ext|bindings_ext|encoders_ext|math_ext|network_ext|macros2|proto2_ext|type_deductions/.test(
        path,
      ),
  ],
  ['format, quote and reverse of texts', ({ expr }) => /\.format\(|strings\.quote|\.reverse\(/.test(expr)],
  ['checked only', (one) => one.checkOnly === true],
  ['variables of other names', (one) => one.bindings !== undefined || one.container !== undefined],
  ['unsigned integers', ({ expr }) => /\d[uU]\b|\buint\b/.test(expr)],
  ['bytes', ({ expr }) => /\b[rR]?[bB][rR]?['"]|\bbytes\b/.test(expr)],
  [
    'types as values',
    ({ expr }) =>
      /\btype\(|==\s*(?:int|type|string|bool|double|list|map)\b(?!\()|^(?:int|bool|string|double|list|map|type|null_type)$/.test(
        expr,
      ),
  ],
  ['names of members in backticks', ({ expr }) => /`/.test(expr.replace(/(['"]).*?\1/gs, ''))],
];

interface Raw {
  readonly name?: string;
  readonly expr: string;
  readonly value?: unknown;
  readonly evalError?: unknown;
  readonly bindings?: unknown;
  readonly container?: unknown;
  readonly checkOnly?: unknown;
}

/** All cases: those of the dialect, and how many are outside of it for which reason. */
export function conformanceCases(): {
  readonly of: number;
  readonly inside: readonly ConformanceCase[];
  readonly outside: Readonly<Record<string, number>>;
} {
  const inside: ConformanceCase[] = [];
  const counts: Record<string, number> = {};
  let of = 0;
  const visit = (suite: typeof tests, path: string): void => {
    for (const { original } of suite.tests ?? []) {
      of += 1;
      const one: Raw = original;
      const casePath = `${path}/${one.name ?? ''}`;
      const reason = outside.find(([, isOutside]) => isOutside(one, casePath))?.[0];
      if (reason !== undefined) counts[reason] = (counts[reason] ?? 0) + 1;
      else
        inside.push({
          path: casePath,
          expression: one.expr,
          // A case without an expectation expects true.
          value:
            one.evalError === undefined
              ? ((one.value ?? { boolValue: true }) as ConformanceCase['value'])
              : null,
        });
    }
    for (const inner of suite.suites ?? []) visit(inner, path === '' ? inner.name : `${path}/${inner.name}`);
  };
  visit(tests, '');
  return { of, inside, outside: counts };
}
