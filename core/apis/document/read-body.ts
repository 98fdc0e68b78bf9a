import type { ApiOperation, PartSchema } from '#contracts/api.ts';
import { PartFault } from './fault.ts';
import { readSchema } from './read-schema.ts';
import { isMembers, memberOf, type References } from './references.ts';

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** The body of an operation, as JSON or else as a form. Throws PartFault for one that has to be something else. */
export function readBody(references: References, given: unknown): ApiOperation['body'] {
  if (given === undefined) return null;
  const { value } = references.follow(given);
  const content = memberOf(value, 'content');
  const types = isMembers(content) ? Object.keys(content) : [];
  const isRequired = memberOf(value, 'required') === true;
  const found = types.find((type) => json.test(type)) ?? types.find((type) => form.test(type));
  if (found === undefined) {
    if (isRequired) throw new PartFault('its body is neither JSON nor a form');
    return null;
  }
  const schema = readSchema(references, memberOf(memberOf(content, found), 'schema'));
  const type = json.test(found) ? 'json' : 'form';
  if (!isWritable(type, schema)) {
    if (isRequired) throw new PartFault('its body is a text, a number or a form without fields');
    return null;
  }
  return { type, isRequired, schema };
}

/** A form has fields, and other JSON than objects and lists would be sent as text. */
const isWritable = (type: 'json' | 'form', schema: PartSchema): boolean =>
  type === 'form'
    ? schema['type'] === 'object'
    : schema['type'] === undefined || schema['type'] === 'object' || schema['type'] === 'array';
