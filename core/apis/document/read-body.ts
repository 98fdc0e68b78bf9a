import type { ApiOperation } from '#contracts/api.ts';
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
  if (type === 'form' && schema['type'] !== 'object') {
    if (isRequired) throw new PartFault('its form has no described fields');
    return null;
  }
  return { type, isRequired, schema };
}
