import { z } from 'zod';

import { type Html, html } from '../html.ts';
import { inlineMarkdown } from './markdown.ts';

export const Property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
  contentMediaType: z.string().optional(),
  items: z
    .looseObject({
      type: z.string().optional(),
      contentMediaType: z.string().optional(),
      enum: z.array(z.unknown()).optional(),
      oneOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
    })
    .optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
});
type Property = z.infer<typeof Property>;

const Alternatives = z.looseObject({ oneOf: z.array(z.unknown()) });

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), Property).default({}),
  required: z.array(z.string()).default([]),
});

/** A member of an object schema, or a parameter of an operation. */
export interface Field {
  readonly name: string;
  /** The place of a parameter: path, query or header. */
  readonly place?: string;
  readonly isRequired: boolean;
  readonly property: Property;
}

/** The members of an object schema; none for any other. */
export function fieldsOf(schema: unknown): readonly Field[] {
  if (!hasMember(schema, 'properties')) return [];
  const { success, data } = ObjectSchema.safeParse(schema);
  if (!success) return [];
  return Object.entries(data.properties).map(([name, property]) => ({
    name,
    isRequired: data.required.includes(name),
    property,
  }));
}

/** Requests mark required members; responses mark optional ones. */
export type Direction = 'request' | 'answer';

/** Deeper members are shown in the OpenAPI document only. */
const deepest = 3;

/** The members of a schema as nested lists, one list for each alternative; null when there are none. */
export function fieldLists(schema: unknown, direction: Direction): Html {
  return html`${alternativesOf(schema).map((alternative) => fieldList(alternative, direction))}`;
}

/** The members of a union; of any other schema the schema itself. */
function alternativesOf(schema: unknown): readonly unknown[] {
  return (hasMember(schema, 'oneOf') && Alternatives.safeParse(schema).data?.oneOf) || [schema];
}

/** Most schemas have not what is asked for: to find that by parsing takes long. */
const hasMember = (schema: unknown, name: string): boolean =>
  typeof schema === 'object' && schema !== null && name in schema;

function fieldList(schema: unknown, direction: Direction, depth = 1): Html | null {
  return listOf(fieldsOf(schema), direction, depth);
}

/** Fields as a list; null when there are none. */
export function listOf(fields: readonly Field[], direction: Direction, depth = 1): Html | null {
  if (fields.length === 0) return null;
  return html`<ul class="fields">
    ${fields.map(
      (field) =>
        html`<li>
          <p>${fieldHead(field, direction)}</p>
          ${aboutField(field) === '' ? null : html`<p class="about">${inlineMarkdown(aboutField(field))}</p>`}
          ${
            depth < deepest &&
            insideOf(field.property).map((inside) => fieldList(inside, direction, depth + 1))
          }
        </li>`,
    )}
  </ul>`;
}

/** The schemas that contribute members: the property itself, its items, and the alternatives of each. */
function insideOf(property: Property): readonly unknown[] {
  return [property, property.items, ...(property.anyOf ?? [])].flatMap(alternativesOf);
}

/** Name, type and whether it is required. */
export function fieldHead({ name, place = '', isRequired, property }: Field, direction: Direction): Html {
  const isMarked = direction === 'request' ? isRequired : !isRequired;
  const mark = direction === 'request' ? 'required' : 'optional';
  return html`<code class="name">${name}</code>
    <span class="type">${`${place} ${typeOf(property)}`.trim()}</span>
    ${isMarked ? html`<span class="${mark}">${mark}</span>` : null}`;
}

/** The description and bounds of a member. */
export function aboutField({ property }: Field, { hasChoices } = { hasChoices: true }): string {
  const bounds = boundsOf(hasChoices ? property : { ...property, enum: undefined, default: undefined });
  return `${property.description ?? ''} ${bounds}`.trim();
}

function typeOf({ type, anyOf, items, contentMediaType, const: only }: Property): string {
  if (only !== undefined) return JSON.stringify(only);
  const types = type === undefined ? (anyOf ?? []).map((member) => member.type ?? 'any') : [type].flat();
  if (types.length === 0) return 'any';
  if (contentMediaType !== undefined) return contentMediaType;
  if (items?.contentMediaType !== undefined) return `several ${items.contentMediaType}`;
  const itemTypes = new Set((items?.oneOf ?? [items]).map((item) => item?.type));
  const [itemType] = itemTypes;
  const isPlural = itemTypes.size === 1 && itemType !== undefined;
  return [...new Set(types)]
    .map((name) => (name === 'array' && isPlural ? `array of ${itemType}s` : name))
    .join(' or ');
}

/** Longer lists of choices are left out; they are documented elsewhere. */
const choicesMax = 20;

function boundsOf({ enum: choices, items, default: byDefault, ...property }: Property): string {
  const { minimum, maximum, minLength, maxLength, maxItems } = property;
  const isBounded = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return [
    choiceSentence('One of', choices),
    choiceSentence('Any of', items?.enum),
    isBounded(minimum) ? `At least ${minimum}.` : '',
    isBounded(maximum) ? `At most ${maximum}.` : '',
    minLength !== undefined && minLength > 0 ? `At least ${counted(minLength)}.` : '',
    maxLength === undefined ? '' : `At most ${counted(maxLength)}.`,
    maxItems === undefined ? '' : `At most ${maxItems} of them.`,
    byDefault === undefined ? '' : `Default ${spacedJson(byDefault)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** JSON in one line that can be broken between its members. */
const spacedJson = (value: unknown) => JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');

function choiceSentence(start: string, choices: readonly unknown[] | undefined): string {
  if (choices === undefined || choices.length > choicesMax) return '';
  return `${start} ${choices.map((choice) => String(choice)).join(', ')}.`;
}

const counted = (characters: number) =>
  `${characters.toLocaleString('en')} character${characters === 1 ? '' : 's'}`;
