import type { PartSchema } from '#contracts/api.ts';
import { isMembers, memberOf, type Members, type References } from './references.ts';
import {
  any,
  boundsOf,
  describe,
  isAny,
  isNullable,
  listOf,
  orNull,
  typeChoices,
  typeOf,
  valuesOf,
} from './schema-parts.ts';

const depthMax = 8;
const partsMax = 1_500;
const bytesMax = 16_384;
const namesMax = 200;

/** A place in a schema that is being read. */
interface Place {
  readonly references: References;
  readonly depth: number;
  /** The references that led here: one that comes again is cut. */
  readonly through: readonly string[];
  /** The parts that were read so far, of the whole schema. */
  readonly count: { parts: number };
}

/** Thrown for a schema with too many parts. */
class TooLarge extends Error {}

/**
 * A schema of a document in the few keywords that we keep, with its references filled in. Left open is whatever they cannot say, and
 * a whole schema that is too large. A value that the document allows always fits.
 */
export function readSchema(references: References, schema: unknown): PartSchema {
  try {
    const read = readAt(schema, { references, depth: 0, through: [], count: { parts: 0 } });
    return Buffer.byteLength(JSON.stringify(read)) > bytesMax ? any : read;
  } catch (error) {
    if (error instanceof TooLarge) return any;
    throw error;
  }
}

function readAt(given: unknown, { references, depth, through, count }: Place): PartSchema {
  count.parts += 1;
  if (count.parts > partsMax) throw new TooLarge();
  const found = references.follow(given);
  if (depth > depthMax || found.through.some((ref) => through.includes(ref))) return any;
  const place = { references, count, depth: depth + 1, through: [...through, ...found.through] };
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
  if (type === 'array') return { type, items: readAt(schema['items'], place), ...boundsOf(schema) };
  if (type !== null) return { type, ...valuesOf(schema, type), ...boundsOf(schema) };
  const choices = schema['anyOf'] ?? schema['oneOf'] ?? typeChoices(schema);
  return Array.isArray(choices) && choices.length > 0 ? choiceOf(choices, place) : any;
}

function choiceOf(choices: readonly unknown[], place: Place): PartSchema {
  const each = choices.map((choice) => readAt(choice, place));
  if (each.some(isAny)) return any;
  const [only = any] = each;
  return each.length === 1 ? only : { anyOf: each };
}

function objectOf(schema: Members, place: Place): PartSchema {
  const { properties: named, required: wanted, additionalProperties } = schema;
  const given = Object.entries(isMembers(named) ? named : {});
  if (given.length > namesMax) throw new TooLarge();
  const { follow } = place.references;
  const properties = Object.fromEntries(
    given
      .filter(([name, member]) => name !== '__proto__' && memberOf(follow(member).value, 'readOnly') !== true)
      .map(([name, member]) => [name, readAt(member, place)]),
  );
  const required = requiredOf(properties, listOf(wanted));
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(additionalProperties === false && { additionalProperties }),
  };
}

/** Objects are put together; of anything else the one part that says something counts. */
function merged(schema: Members, all: readonly unknown[], place: Place): PartSchema {
  const { allOf: _, ...own } = schema;
  const isBare = typeOf(own) === null && !('anyOf' in own) && !('oneOf' in own);
  const each = [...all.map((part) => readAt(part, place)), ...(isBare ? [] : [coreOf(own, place)])];
  const said = each.filter((part) => !isAny(part));
  const [only = any] = said;
  if (said.length <= 1) return only;
  if (said.length < each.length || !said.every(({ type }) => type === 'object')) return any;
  const properties = Object.fromEntries(
    said.flatMap((part) => Object.entries(part['properties'] as Members)),
  );
  const wanted = [...said, own].flatMap(({ required }) => listOf(required));
  return { type: 'object', properties, required: requiredOf(properties, wanted) };
}

const requiredOf = (properties: object, wanted: readonly string[]): readonly string[] => [
  ...new Set(wanted.filter((name) => Object.hasOwn(properties, name))),
];
