import { z } from 'zod';

import { type Html, html } from '../html.ts';

const Property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
});
type Property = z.infer<typeof Property>;

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), Property).default({}),
  required: z.array(z.string()).default([]),
});

/** The members of an object schema as a table; nothing for a schema that has none. */
export function fieldTable(schema: unknown): Html | null {
  const { success, data } = ObjectSchema.safeParse(schema);
  if (!success || Object.keys(data.properties).length === 0) return null;
  const rows = Object.entries(data.properties).map(
    ([name, property]) =>
      html`<tr>
        <td>
          <code>${name}</code
          >${data.required.includes(name) ? html` <span class="required">required</span>` : null}
        </td>
        <td>${typeOf(property)}</td>
        <td>${property.description} ${boundsOf(property)}</td>
      </tr>`,
  );
  return html`<table class="fields">
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function typeOf({ type, anyOf }: Property): string {
  const types = type === undefined ? (anyOf ?? []).map((member) => member.type ?? 'any') : [type].flat();
  return types.length === 0 ? 'any' : types.join(' or ');
}

/** Lists longer than this have a place of their own. */
const choicesMax = 20;

function boundsOf({ enum: choices, default: byDefault, ...property }: Property): string {
  const { minimum, maximum, minLength, maxLength } = property;
  const isBounded = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return [
    choices !== undefined && choices.length <= choicesMax
      ? `One of ${choices.map((choice) => String(choice)).join(', ')}.`
      : '',
    isBounded(minimum) ? `At least ${minimum}.` : '',
    isBounded(maximum) ? `At most ${maximum}.` : '',
    minLength !== undefined && minLength > 0 ? `At least ${minLength} characters.` : '',
    maxLength === undefined ? '' : `At most ${maxLength.toLocaleString('en')} characters.`,
    byDefault === undefined ? '' : `Default ${JSON.stringify(byDefault)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
