import { createRequire } from 'node:module';

import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, Options } from 'ajv';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

import type { AnswerSchema } from '#contracts/answer-schema.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import { formats } from './formats.ts';
import { readSchema, type Work } from './read-schema.ts';

/** The mistakes in a value, in the order in which they were found. */
export type Mistakes = readonly Pick<ErrorObject, 'instancePath' | 'keyword' | 'message' | 'params'>[];

type Validate = (value: unknown) => Mistakes;

/** Loaded with the first schema: most runs have none. */
const load = createRequire(import.meta.url);

/** Patterns of owners run on the linear-time engine; the library tells them from each other by their text. */
const linearPatterns = Object.assign(
  (source: string) => {
    const pattern = RE2JS.compile(source);
    return { test: (text: string) => pattern.matcher(text).find(), toString: () => source };
  },
  { code: 'linearPatterns' },
);

const options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowMatchingProperties: true,
  // A price such as 19.99 is a multiple of 0.01, in doubles too.
  multipleOfPrecision: 6,
  inlineRefs: false,
  logger: false,
  formats,
  code: { regExp: linearPatterns },
} as unknown as Options;

function libraryWith(more: Options): Ajv2020 {
  const { Ajv2020: Library } = load('ajv/dist/2020.js') as { readonly Ajv2020: typeof Ajv2020 };
  const library = new Library({ ...options, ...more });
  // That of the library compares each item with each other one.
  library.removeKeyword('uniqueItems');
  return library.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isWanted: boolean, items: readonly unknown[]) =>
      !isWanted || new Set(items.map(canonicalJson)).size === items.length,
    error: { message: 'must NOT have the same item twice' },
  });
}

/** More comparisons of a part with a value, or steps of patterns, would keep a process from its other work. */
const comparisonsMax = 4_000_000;
const patternStepsMax = 20_000_000;

/** Those that were used last: few are in use at a time. */
const validators = new LRUCache<string, Validate>({ max: 100 });

/** The first mistakes of a value, or all of them. The schema is one that {@link mistakesOfSchema} has none of. */
export function mistakesIn(schema: AnswerSchema, value: unknown, { all = false } = {}): Mistakes {
  const key = `${all}${JSON.stringify(schema)}`;
  const known = validators.get(key) ?? compile(schema, all);
  validators.set(key, known);
  return known(value);
}

function compile(schema: AnswerSchema, allErrors: boolean): Validate {
  const validate = libraryWith({ allErrors, meta: false, validateSchema: false }).compile(
    withoutDialect(schema),
  );
  const read = readSchema(schema);
  return (value) => {
    if ('fault' in read || isTooMuch(read, value)) return [tooMuch];
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

const isTooMuch = ({ parts, patternSizes }: Work, value: unknown): boolean =>
  parts * countOf(value) > comparisonsMax ||
  (patternSizes > 0 && patternSizes * JSON.stringify(value).length > patternStepsMax);

const tooMuch = {
  instancePath: '',
  keyword: 'comparisons',
  message: 'is too large for such a schema',
  params: {},
};

/** The values in a value, itself included. Recurses as deep as it is. */
const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + countOf(member), 1)
    : 1;

/** The mistakes in the shape of a schema. */
export function mistakesOfSchema(schema: AnswerSchema): Mistakes {
  const library = libraryWith({});
  return library.validateSchema(withoutDialect(schema)) === true ? [] : (library.errors ?? []);
}

function withoutDialect(given: AnswerSchema): AnswerSchema {
  const { $schema: _, ...schema } = given;
  return schema;
}
