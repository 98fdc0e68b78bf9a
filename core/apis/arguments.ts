import type { ApiOperation, PartSchema } from '#contracts/api.ts';
import { parseJson } from '#domain/json-value.ts';
import { wellFormed } from '#domain/well-formed.ts';
import { certainMistake, mistakesIn, type Skeleton } from '#rules/answer-schema.ts';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema of all arguments of an operation: its parameters, and `body`. */
export function argumentsSchema({ parameters, body }: Pick<ApiOperation, 'parameters' | 'body'>): PartSchema {
  const places = [
    ...parameters.map(({ argument, isRequired, schema }) => ({ argument, isRequired, schema })),
    ...(body === null ? [] : [{ argument: 'body', ...body }]),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(places.map(({ argument, schema }) => [argument, schema])),
    required: places.filter(({ isRequired }) => isRequired).map(({ argument }) => argument),
    additionalProperties: false,
  };
}

/** Pointers to the places of arguments that are known only later. */
export type UnknownPlaces = Omit<Skeleton, 'value'>;

/** Those that were given, or a sentence that says what is wrong with them and quotes none. */
export function readArguments(
  operation: Pick<ApiOperation, 'parameters' | 'body'>,
  given: unknown,
  unknown: UnknownPlaces = { anything: [], texts: [] },
): { readonly values: Members } | { readonly mistake: string } {
  if (!isMembers(given)) return { mistake: 'The arguments must be an object.' };
  const schema = argumentsSchema(operation);
  const text = bodyInText(operation, given);
  const values = withoutNulls(schema, text === null ? given : { ...given, body: undefined }) as Members;
  const all = wellFormed(text === null ? values : { ...values, body: text.value }) as Members;
  const mistake = certainMistake(schema, { value: all, ...unknown });
  return mistake === null ? { values: all } : { mistake };
}

/** A body that is written as text of JSON, where the schema wants no text: all of it is meant. */
function bodyInText({ body }: Pick<ApiOperation, 'body'>, { body: given }: Members) {
  if (body === null || typeof given !== 'string') return null;
  const wantsText = Object.keys(body.schema).length > 0 && mistakesIn(body.schema, given).length === 0;
  return wantsText || parseJson(given) === null ? null : { value: JSON.parse(given) as unknown };
}

/** Models write null for what they leave out, as strict modes want it: of a member that may be absent it says no more. */
function withoutNulls(schema: PartSchema, value: unknown): unknown {
  const {
    properties = {},
    required = [],
    items = {},
    anyOf = [],
  } = schema as Readonly<{
    properties?: Record<string, PartSchema>;
    required?: readonly string[];
    items?: PartSchema;
    anyOf?: readonly PartSchema[];
  }>;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(items, item));
  if (!isMembers(value)) return value;
  const choices = anyOf.map((choice) => ({ choice, pruned: withoutNulls(choice, value) }));
  const chosen = choices.find(({ choice, pruned }) => mistakesIn(choice, pruned).length === 0);
  if (anyOf.length > 0) return chosen?.pruned ?? value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (!Object.hasOwn(properties, name)) return [[name, member]];
      if (member == null && !required.includes(name)) return [];
      return [[name, withoutNulls(properties[name] ?? {}, member)]];
    }),
  );
}
