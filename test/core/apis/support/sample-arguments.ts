import type { ApiOperation, PartSchema } from '#contracts/api.ts';

/** A text that would lead elsewhere, add a parameter or end a header, were it not encoded. */
const hostile = 'a/../b?c=d&e=f#g "ü" {x} %2e';

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, PartSchema>>;
  readonly items?: PartSchema;
  readonly anyOf?: readonly PartSchema[];
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A value of a schema, with every member that it may have and that is not null, which says no more than its absence. */
function sampleOf(schema: PartSchema): unknown {
  const { type, enum: values, properties = {}, items = {}, anyOf, ...bounds } = schema as Shape;
  if (anyOf !== undefined) return sampleOf(anyOf.at(0) ?? {});
  if (values !== undefined) return values[0];
  const { minItems = 1, minLength = 0, maxLength = 1_000, minimum = 1, maximum = Infinity } = bounds;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([, member]) => member['type'] !== 'null')
          .map(([name, member]) => [name, sampleOf(member)]),
      );
    case 'array':
      return Array.from({ length: minItems }, () => sampleOf(items));
    case 'integer':
    case 'number':
      return Math.min(minimum, maximum);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return hostile.padEnd(minLength, '.').slice(0, maxLength);
    case undefined:
    default:
      return { any: hostile };
  }
}

/** Arguments for everything that an operation may be given. A header takes no characters beyond ASCII. */
export const sampleArguments = ({ parameters, body }: ApiOperation): Record<string, unknown> => ({
  ...Object.fromEntries(
    parameters.map(({ argument, in: place, schema }) => {
      const value = sampleOf(schema);
      return [argument, place === 'header' && typeof value === 'string' ? value.replaceAll('ü', 'u') : value];
    }),
  ),
  ...(body !== null && { body: sampleOf(body.schema) }),
});
