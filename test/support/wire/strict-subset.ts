import type { providers } from '#models/providers.ts';

type ProviderId = (typeof providers)[number]['id'];
type Schema = Readonly<Record<string, unknown>>;

const words = (text: string): readonly string[] => text.split(' ');

/** In the published subset of each of them. */
const everywhere = words('type description enum anyOf items properties required');

/**
 * The keywords that each provider publishes for schemas that it holds a model to; another one refuses the whole call.
 * OpenAI: "Supported schemas" of Structured Outputs, for every model. Anthropic: "JSON Schema limitations" of structured
 * outputs and strict tools. Google: `parametersJsonSchema` and `responseJsonSchema`. Servers of one's own turn schemas into
 * grammars, or pass them on to one of the others: only what all of them take.
 */
const published: Readonly<Record<ProviderId, ReadonlySet<string>>> = {
  openai: new Set([...everywhere, ...words('additionalProperties const $ref $defs')]),
  anthropic: new Set([...everywhere, ...words('additionalProperties const allOf $ref $defs default format')]),
  google: new Set([
    ...everywhere,
    ...words('additionalProperties $id $defs $ref $anchor title format prefixItems minItems maxItems'),
    ...words('minimum maximum oneOf propertyOrdering'),
  ]),
  'openai-compatible': new Set([...everywhere, 'additionalProperties']),
};

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** The least that one of the providers allows. */
const depthMax = 5;
const propertiesMax = 100;
/** The maximum of all tools together. */
const unionsMax = 16;

/** The parts of a schema that the provider refuses, each with its place. */
export function strictFaults(provider: ProviderId, schema: unknown, path = '#'): readonly string[] {
  if (!isSchema(schema)) return [`${path} is no schema`];
  return [
    ...(path === '#' && schema['type'] !== 'object' ? ['# is no object'] : []),
    ...faultsIn(provider, schema, path, 1),
  ];
}

/** Members that are one of several types, and members in all. */
export function sizeFaults(schemas: readonly object[]): readonly string[] {
  const text = JSON.stringify(schemas);
  const unions = text.match(/"anyOf":/g)?.length ?? 0;
  const members = schemas.reduce((sum: number, schema) => sum + membersOf(schema), 0);
  return [
    ...(unions > unionsMax ? [`${unions} unions`] : []),
    ...(members > propertiesMax ? [`${members} members`] : []),
  ];
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const membersOf = (schema: unknown): number =>
  typeof schema !== 'object' || schema === null
    ? 0
    : Object.keys((schema as Schema)['properties'] ?? {}).length +
      Object.values(schema).reduce((sum: number, inner) => sum + membersOf(inner), 0);

function faultsIn(provider: ProviderId, schema: unknown, path: string, depth: number): readonly string[] {
  if (!isSchema(schema)) return [`${path} is no schema`];
  const keywords = Object.keys(schema).filter((keyword) => !published[provider].has(keyword));
  return [
    ...keywords.map((keyword) => `${path}/${keyword}`),
    ...(depth > depthMax ? [`${path} is too deep`] : []),
    ...typeFaults(schema, path),
    ...objectFaults(schema, path),
    ...partsOf(schema).flatMap(([name, part]) =>
      faultsIn(provider, part, `${path}/${name}`, depth + (schema['type'] === 'object' ? 1 : 0)),
    ),
  ];
}

const partsOf = ({ properties, items, anyOf }: Schema): readonly (readonly [string, unknown])[] => [
  ...Object.entries((properties as Schema | undefined) ?? {}),
  ...(items === undefined ? [] : [['items', items] as const]),
  ...((anyOf as readonly unknown[] | undefined) ?? []).map((one, at) => [String(at), one] as const),
];

/** One word, or a choice of several and nothing beside it; texts alone are listed, and no empty one. */
function typeFaults({ type, anyOf, enum: values, items, ...rest }: Schema, path: string): readonly string[] {
  const isUnion = anyOf !== undefined;
  const besideUnion = Object.keys(rest).filter((keyword) => keyword !== 'description');
  const isListed = Array.isArray(values);
  return [
    ...(isUnion === types.has(String(type)) || Array.isArray(type) ? [`${path} has no single type`] : []),
    ...(isUnion && besideUnion.length > 0 ? [`${path} has ${besideUnion.join()} beside anyOf`] : []),
    ...(isListed && (type !== 'string' || values.some((one) => typeof one !== 'string' || one === ''))
      ? [`${path} lists what is no text`]
      : []),
    ...((type === 'array') === (items === undefined) ? [`${path} does not say what it is a list of`] : []),
  ];
}

function objectFaults({ type, properties, required, additionalProperties }: Schema, path: string) {
  if (type !== 'object') return properties === undefined ? [] : [`${path} has members and is no object`];
  const isClosed = additionalProperties === false && isSchema(properties);
  const isWhole = isClosed && JSON.stringify(required) === JSON.stringify(Object.keys(properties));
  return isWhole ? [] : [`${path} leaves members open`];
}
