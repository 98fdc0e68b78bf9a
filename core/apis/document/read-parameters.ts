import type { Parameter, PartSchema } from '#contracts/api.ts';
import { foldHeaderName, headerNamePattern, isFramingHeader } from '#domain/header-names.ts';
import { PartFault } from './fault.ts';
import { readSchema } from './read-schema.ts';
import { isMembers, type Members, type References } from './references.ts';
import { lineOf } from './text.ts';

const parametersMax = 60;
const nameCharsMax = 100;
const descriptionCharsMax = 200;

/** Headers that the service or a policy sets, and those that could change what is decided about. */
const setByOthers =
  /^(accept|accept-encoding|content-(type|encoding|length)|authorization|cookie2?|host|range|idempotency-key|via|forwarded|x-(forwarded|original|rewrite|http|method|real|host).*)$|(^|-)(auth|token|secret|password|signature|credentials?|session|(api|auth|access|secret|private|app)-?key)$/;

const isSettable = (name: string): boolean =>
  headerNamePattern.test(name) && !isFramingHeader(name) && !setByOthers.test(foldHeaderName(name));

/** The parameters of an operation: those of its path, replaced by its own. Throws PartFault. */
export function readParameters(
  references: References,
  { ofPath, own, path }: { readonly ofPath: unknown; readonly own: unknown; readonly path: string },
): readonly Parameter[] {
  const given = new Map<string, Members>();
  for (const one of [ofPath, own].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))) {
    const { value } = references.follow(one);
    if (isMembers(value)) given.set(`${String(value['in'])} ${String(value['name'])}`, value);
  }
  if (given.size > parametersMax) throw new PartFault(`it has more than ${parametersMax} parameters`);
  const read: Parameter[] = [];
  for (const one of given.values()) {
    const parameter = readParameter(references, one);
    if (parameter !== null) read.push({ ...parameter, argument: argumentOf(parameter.name, read) });
  }
  assertFilled(path, read);
  return read;
}

/** Null for one that nobody needs and that cannot be sent. */
function readParameter(references: References, given: Members): Omit<Parameter, 'argument'> | null {
  const { name, in: place, required, style, explode } = given;
  const isRequired = place === 'path' || required === true;
  const leaveOut = (why: string): null => {
    if (isRequired) throw new PartFault(`its parameter ${JSON.stringify(String(name).slice(0, 60))} ${why}`);
    return null;
  };
  if (typeof name !== 'string' || name.length > nameCharsMax || name === '__proto__')
    return leaveOut('has no usable name');
  // Nobody needs to set a header that others set.
  if (place === 'header' && !isSettable(name)) return null;
  if (place !== 'path' && place !== 'query' && place !== 'header')
    return leaveOut('is no part of a URL and no header');
  if (given['content'] !== undefined) return leaveOut('has a content of its own');
  const schema = readSchema(references, given['schema']);
  const shape = shapeOf(schema);
  if (shape === 'open') return leaveOut('may be anything');
  if (shape === 'object' && !(place === 'query' && style === 'deepObject')) return leaveOut('is an object');
  const isRepeated = place === 'query' && (style === undefined || style === 'form') && explode !== false;
  if (
    shape === 'list' &&
    !isRepeated &&
    style !== undefined &&
    style !== 'form' &&
    style !== 'simple' &&
    style !== 'deepObject'
  )
    return leaveOut('is a list of a style that is not known');
  return {
    name,
    in: place,
    isRequired,
    style: style === 'deepObject' ? 'nested' : isRepeated ? 'repeated' : 'joined',
    schema: described(schema, given['description']),
  };
}

const described = (schema: PartSchema, description: unknown): PartSchema => {
  const text = lineOf(description, descriptionCharsMax);
  return text === '' ? schema : { ...schema, description: text };
};

function shapeOf(schema: PartSchema): 'scalar' | 'list' | 'object' | 'open' {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const shapes = new Set(
      (anyOf as readonly PartSchema[]).filter((one) => one['type'] !== 'null').map(shapeOf),
    );
    const [only] = shapes;
    // Either of a text and a list of texts can be written.
    return shapes.size === 1
      ? (only ?? 'open')
      : shapes.has('object') || shapes.has('open')
        ? 'open'
        : 'list';
  }
  if (type === 'object') return 'object';
  if (type === 'array') return shapeOf((schema['items'] ?? {}) as PartSchema) === 'scalar' ? 'list' : 'open';
  return type === undefined ? 'open' : 'scalar';
}

/** A name that every provider takes for a member, and that no other has. */
function argumentOf(name: string, others: readonly Parameter[]): string {
  const plain =
    name
      .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 50) || 'value';
  const isTaken = (one: string) => one === 'body' || others.some(({ argument }) => argument === one);
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? plain : `${plain}_${number}`;
    if (!isTaken(wanted)) return wanted;
  }
}

/** Each `{name}` of the path is a parameter of it, once. */
function assertFilled(path: string, parameters: readonly Parameter[]): void {
  const wanted = placesIn(path);
  const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  if (new Set(wanted).size !== wanted.length || !wanted.every((name) => named.includes(name)))
    throw new PartFault('its path has parameters that are not described');
}

const placesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
