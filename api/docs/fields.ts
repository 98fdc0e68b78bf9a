import { z } from 'zod';

import { type Html, html } from '../html.ts';
import { inlineMarkdown } from './markdown.ts';

const Property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
  items: z.looseObject({ type: z.string().optional(), enum: z.array(z.unknown()).optional() }).optional(),
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

/** A member of an object schema. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly property: Property;
}

/** The members of an object schema; none for any other. */
export function fieldsOf(schema: unknown): readonly Field[] {
  const { success, data } = ObjectSchema.safeParse(schema);
  if (!success) return [];
  return Object.entries(data.properties).map(([name, property]) => ({
    name,
    isRequired: data.required.includes(name),
    property,
  }));
}

/** The members of an object schema as a list; nothing for a schema that has none. */
export function fieldList(schema: unknown): Html | null {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return null;
  return html`<ul class="fields">
    ${fields.map(
      (field) =>
        html`<li>
          <p>${fieldHead(field)}</p>
          ${aboutField(field) === '' ? null : html`<p class="about">${inlineMarkdown(aboutField(field))}</p>`}
        </li>`,
    )}
  </ul>`;
}

/** Name, type and whether it must be there. */
export function fieldHead({ name, isRequired, property }: Field): Html {
  return html`<code class="name">${name}</code>
    <span class="type">${typeOf(property)}</span>
    ${isRequired ? html`<span class="required">required</span>` : null}`;
}

/** What a member means, and its bounds. */
export function aboutField({ property }: Field, { hasChoices } = { hasChoices: true }): string {
  const bounds = boundsOf(hasChoices ? property : { ...property, enum: undefined, default: undefined });
  return `${property.description ?? ''} ${bounds}`.trim();
}

function typeOf({ type, anyOf, items, const: only }: Property): string {
  if (only !== undefined) return JSON.stringify(only);
  const types = type === undefined ? (anyOf ?? []).map((member) => member.type ?? 'any') : [type].flat();
  if (types.length === 0) return 'any';
  return [...new Set(types)]
    .map((name) => (name === 'array' && items?.type !== undefined ? `array of ${items.type}s` : name))
    .join(' or ');
}

/** Lists longer than this have a place of their own. */
const choicesMax = 20;

function boundsOf({ enum: choices, items, default: byDefault, ...property }: Property): string {
  const { minimum, maximum, minLength, maxLength } = property;
  const isBounded = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return [
    choiceSentence('One of', choices),
    choiceSentence('Any of', items?.enum),
    isBounded(minimum) ? `At least ${minimum}.` : '',
    isBounded(maximum) ? `At most ${maximum}.` : '',
    minLength !== undefined && minLength > 0 ? `At least ${counted(minLength)}.` : '',
    maxLength === undefined ? '' : `At most ${counted(maxLength)}.`,
    byDefault === undefined ? '' : `Default ${JSON.stringify(byDefault)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function choiceSentence(start: string, choices: readonly unknown[] | undefined): string {
  if (choices === undefined || choices.length > choicesMax) return '';
  return `${start} ${choices.map((choice) => String(choice)).join(', ')}.`;
}

const counted = (characters: number) =>
  `${characters.toLocaleString('en')} character${characters === 1 ? '' : 's'}`;
