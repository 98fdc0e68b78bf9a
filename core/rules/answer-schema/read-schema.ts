import { RE2JS, RE2JSException } from 're2js';

import type { AnswerSchema } from '#contracts/answer-schema.ts';
import { formats } from './formats.ts';

/** Why a schema cannot be used; `place`: a JSON pointer into it. */
export interface SchemaFault {
  readonly place: string;
  readonly message: string;
}

/** The size of a schema with each `$ref` filled in: each value is compared with each part at most once. */
export interface Work {
  readonly parts: number;
  readonly patternSizes: number;
}

/** Thrown by {@link refuse}, and caught by {@link readSchema}. */
class InvalidSchema extends Error {
  readonly fault: SchemaFault;
  constructor(fault: SchemaFault) {
    super(fault.message);
    this.fault = fault;
  }
}

function refuse(place: string, message: string): never {
  throw new InvalidSchema({ place, message });
}

const workMax: Work = { parts: 2_000, patternSizes: 2_000 };
const patternCharsMax = 200;

/** Keywords by what is in them: a schema, a list of schemas, or schemas by name. */
const within: Readonly<Record<string, 'one' | 'list' | 'named'>> = {
  ...named('one', 'additionalProperties propertyNames items contains not if then else'),
  ...named('list', 'allOf anyOf oneOf prefixItems'),
  ...named('named', 'properties patternProperties dependentSchemas'),
};

/** Keywords without a schema in them. */
const plain = new Set(
  [
    'type enum const required dependentRequired minProperties maxProperties minItems maxItems uniqueItems',
    'minContains maxContains minLength maxLength pattern format minimum maximum exclusiveMinimum',
    'exclusiveMaximum multipleOf title description default examples deprecated readOnly writeOnly $comment',
  ].flatMap((words) => words.split(' ')),
);

function named<Kind>(kind: Kind, keywords: string): Record<string, Kind> {
  return Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, kind]));
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * The parts of a schema, whose shape the meta-schema has checked, or the first place that cannot be used. Each value is
 * compared with each part at most once, because no `$ref` leads back to itself and the parts are counted with theirs
 * filled in.
 */
export function readSchema(schema: AnswerSchema): Work | { readonly fault: SchemaFault } {
  const { $defs = {}, $schema, ...root } = schema;
  const definitions = $defs as Schema;
  const known = new Map<string, Work | 'reading'>();

  function workOf(part: unknown, place: string): Work {
    if (typeof part === 'boolean') return { parts: 1, patternSizes: 0 };
    const works = Object.entries(part as Schema).map(([keyword, value]) =>
      workOfKeyword(keyword, value, `${place}/${keyword}`),
    );
    return sumOf([{ parts: 1, patternSizes: 0 }, ...works]);
  }

  function workOfKeyword(keyword: string, value: unknown, place: string): Work {
    if (keyword === '$ref') return workOfDefinition(String(value), place);
    const kind = Object.hasOwn(within, keyword) ? within[keyword] : undefined;
    if (kind === 'one') return workOf(value, place);
    if (kind !== undefined) {
      const entries = Object.entries(value as Schema);
      const patterns = keyword === 'patternProperties' ? entries.map(([name]) => ofPattern(name, place)) : [];
      return sumOf([
        ...patterns,
        ...entries.map(([name, inner]) => workOf(inner, `${place}/${escaped(name)}`)),
      ]);
    }
    if (!plain.has(keyword)) refuse(place, 'is no keyword that can be used here');
    if (keyword === 'pattern') return ofPattern(String(value), place);
    if (keyword === 'format' && !Object.hasOwn(formats, String(value)))
      refuse(place, `is none of ${Object.keys(formats).join(', ')}`);
    return { parts: Array.isArray(value) ? value.length : 0, patternSizes: 0 };
  }

  function workOfDefinition(ref: string, place: string): Work {
    const name = /^#\/\$defs\/([\w.-]+)$/.exec(ref)?.[1];
    if (name === undefined || !Object.hasOwn(definitions, name))
      return refuse(place, 'names none of its own $defs, such as #/$defs/line');
    const found = known.get(name);
    if (found === 'reading') return refuse(place, 'leads back to itself');
    if (found !== undefined) return found;
    known.set(name, 'reading');
    const work = workOf(definitions[name], `/$defs/${name}`);
    known.set(name, work);
    return work;
  }

  return faultOf(() => {
    if ($schema !== undefined && $schema !== dialect) refuse('/$schema', `is not ${dialect}`);
    checkNames(schema, '');
    for (const name of Object.keys(definitions))
      workOfDefinition(`#/$defs/${name}`, `/$defs/${escaped(name)}`);
    return bounded(workOf(root, ''));
  });
}

function bounded({ parts, patternSizes }: Work): Work {
  if (!(parts <= workMax.parts)) refuse('', `has more than ${workMax.parts} parts with each $ref filled in`);
  if (!(patternSizes <= workMax.patternSizes)) refuse('', 'has patterns that are too large');
  return { parts, patternSizes };
}

function faultOf(read: () => Work): Work | { readonly fault: SchemaFault } {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidSchema) return { fault: error.fault };
    throw error;
  }
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

const sumOf = (works: readonly Work[]): Work => ({
  parts: works.reduce((sum, { parts }) => sum + parts, 0),
  patternSizes: works.reduce((sum, { patternSizes }) => sum + patternSizes, 0),
});

function ofPattern(pattern: string, place: string): Work {
  if (pattern.length > patternCharsMax) refuse(place, `has more than ${patternCharsMax} characters`);
  try {
    return { parts: 1, patternSizes: RE2JS.compile(pattern).programSize() };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return refuse(place, `is no pattern in RE2 syntax: ${error.message}`);
  }
}

/** A name that JavaScript takes for something else is no name of a member. */
function checkNames(value: unknown, place: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__') refuse(place, 'has a member __proto__');
    checkNames(member, `${place}/${escaped(name)}`);
  }
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
