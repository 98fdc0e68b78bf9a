import type { PartSchema } from '#contracts/api.ts';
import { isMembers, memberOf, type Members, type References } from './references.ts';
import { lineOf } from './text.ts';

const depthMax = 8;
const partsMax = 1_500;
const bytesMax = 16_384;
const descriptionCharsMax = 200;
const valuesMax = 200;
const namesMax = 200;

/** Whatever fits: the target judges it. */
const any: PartSchema = {};
const isAny = (schema: PartSchema): boolean => Object.keys(schema).every((key) => key === 'description');

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;
const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

interface Place {
  readonly depth: number;
  /** The references that led here: one that comes again is cut. */
  readonly through: readonly string[];
}

/** Thrown for a schema with too many parts. */
class TooLarge extends Error {}

/**
 * A schema of a document in the few keywords that we keep, with its references filled in. What cannot be said in them is
 * left open, and so is a whole schema that is too large. A value that the document allows always fits.
 */
export function readSchema(references: References, schema: unknown): PartSchema {
  const reading = createReading(references);
  try {
    const read = reading(schema, { depth: 0, through: [] });
    return Buffer.byteLength(JSON.stringify(read)) > bytesMax ? any : read;
  } catch (error) {
    if (error instanceof TooLarge) return any;
    throw error;
  }
}

function createReading({ follow }: References) {
  let parts = 0;

  function read(given: unknown, { depth, through }: Place): PartSchema {
    parts += 1;
    if (parts > partsMax) throw new TooLarge();
    const found = follow(given);
    if (depth > depthMax || found.through.some((ref) => through.includes(ref))) return any;
    const place = { depth: depth + 1, through: [...through, ...found.through] };
    const schema = found.value;
    if (!isMembers(schema)) return any;
    const description = describe(schema);
    const core = coreOf(schema, place);
    const full = isNullable(schema) && !isAny(core) ? orNull(core) : core;
    return { ...full, ...(description !== '' && { description }) };
  }

  function coreOf(schema: Members, place: Place): PartSchema {
    if (Array.isArray(schema['allOf'])) return merged(schema, schema['allOf'] as unknown[], place);
    const type = typeOf(schema);
    if (type === 'object') return objectOf(schema, place);
    if (type === 'array') return { type, items: read(schema['items'], place), ...boundsOf(schema) };
    if (type !== null) return { type, ...valuesOf(schema, type), ...boundsOf(schema) };
    const choices = schema['anyOf'] ?? schema['oneOf'] ?? typeChoices(schema);
    return Array.isArray(choices) && choices.length > 0 ? choiceOf(choices, place) : any;
  }

  function choiceOf(choices: readonly unknown[], place: Place): PartSchema {
    const each = choices.map((choice) => read(choice, place));
    return each.some(isAny) ? any : each.length === 1 ? (each[0] ?? any) : { anyOf: each };
  }

  function objectOf(schema: Members, place: Place): PartSchema {
    const given = Object.entries(isMembers(schema['properties']) ? schema['properties'] : {});
    if (given.length > namesMax) throw new TooLarge();
    const properties = given
      .filter(([name, member]) => name !== '__proto__' && memberOf(follow(member).value, 'readOnly') !== true)
      .map(([name, member]) => [name, read(member, place)] as const);
    const names = new Set(properties.map(([name]) => name));
    const required = listOf(schema['required']).filter((name) => names.has(name));
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required: [...new Set(required)] }),
      ...(schema['additionalProperties'] === false && { additionalProperties: false }),
    };
  }

  /** Objects are put together; of anything else the one part that says something. */
  function merged({ allOf: _, ...own }: Members, all: readonly unknown[], place: Place): PartSchema {
    const isBare = typeOf(own) === null && !('anyOf' in own) && !('oneOf' in own);
    const each = [...all.map((part) => read(part, place)), ...(isBare ? [] : [coreOf(own, place)])];
    const said = each.filter((part) => !isAny(part));
    const [first = any] = said;
    if (said.length < each.length && said.length > 1) return any;
    if (said.length <= 1) return first;
    if (!said.every(({ type }) => type === 'object')) return any;
    const properties = Object.fromEntries(
      said.flatMap((part) => Object.entries(part['properties'] as Members)),
    );
    const required = [
      ...new Set([...said.flatMap((part) => listOf(part['required'])), ...listOf(own['required'])]),
    ];
    return {
      type: 'object',
      properties,
      required: required.filter((name) => Object.hasOwn(properties, name)),
    };
  }

  return read;
}

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function typeOf(schema: Members): string | null {
  const { type } = schema;
  const named = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  const [only] = named;
  if (named.length === 1 && typeof only === 'string') return types.has(only) ? only : null;
  if (named.length > 1) return null;
  if (isMembers(schema['properties'])) return 'object';
  return isMembers(schema['items']) ? 'array' : null;
}

/** Several types at once are a choice of each. */
function typeChoices({ type, ...schema }: Members): readonly unknown[] | null {
  return Array.isArray(type)
    ? type.filter((one) => one !== 'null').map((one) => ({ ...schema, type: one as unknown }))
    : null;
}

const isNullable = ({ nullable, type }: Members): boolean =>
  nullable === true || (Array.isArray(type) && type.includes('null'));

const orNull = (schema: PartSchema): PartSchema => ({
  anyOf: [...(Array.isArray(schema['anyOf']) ? (schema['anyOf'] as unknown[]) : [schema]), { type: 'null' }],
});

/** The values of a text; those of other types are left to the target. */
function valuesOf({ enum: given, const: only }: Members, type: string): PartSchema {
  const values = Array.isArray(given)
    ? given.filter((one) => one !== null)
    : only === undefined
      ? []
      : [only];
  const isListed = type === 'string' && values.length > 0 && values.length <= valuesMax;
  return isListed && values.every((one) => typeof one === 'string') ? { enum: [...new Set(values)] } : {};
}

const boundsOf = (schema: Members): PartSchema =>
  Object.fromEntries(
    bounds.flatMap((name) => {
      const bound = schema[name];
      const isBound = typeof bound === 'number' && Number.isFinite(bound);
      const isFit =
        name === 'minimum' || name === 'maximum' || (Number.isInteger(bound) && Number(bound) >= 0);
      return isBound && isFit && fits(schema, name) ? [[name, bound]] : [];
    }),
  );

/** A bound of another type says nothing, and no strict schema may have it. */
function fits(schema: Members, bound: (typeof bounds)[number]): boolean {
  const type = typeOf(schema);
  if (bound.endsWith('Items')) return type === 'array';
  if (bound.endsWith('Length')) return type === 'string';
  return type === 'number' || type === 'integer';
}

function describe({ description, title, format }: Members): string {
  const text = lineOf(description ?? title, descriptionCharsMax);
  const named = typeof format === 'string' && /^[\w-]{1,20}$/.test(format) ? `(${format})` : '';
  return [text, named].filter(Boolean).join(' ');
}
