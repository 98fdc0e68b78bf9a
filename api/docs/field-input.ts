import { type Html, html } from '../html.ts';
import { aboutField, type Field, fieldHead } from './fields.ts';
import { inlineMarkdown } from './markdown.ts';

/** How the text of an input encodes a JSON value; request.js decodes it. */
type Kind = 'text' | 'quoted' | 'number' | 'boolean' | 'lines' | 'json';

/** Longer values get a multi-line field. */
const shortTextMax = 500;

/**
 * A field as a labelled input: a member of a JSON body, a part of form data, or a parameter. `idPrefix` makes
 * ids unique on the page. Empty optional fields are left out of the request.
 */
export function fieldInput(field: Field, idPrefix: string, example?: unknown): Html {
  const { name, property } = field;
  const id = `${idPrefix}-${name}`;
  const isChosen = property.enum !== undefined || kindOf(field, example) === 'boolean';
  const about = aboutField(field, { hasChoices: !isChosen });
  const head = isPart(field) ? { ...field, place: '' } : field;
  return html`<div class="field">
    <label for="${id}">${fieldHead(head, 'request')}</label>
    ${control(field, { id, example, hasAbout: about !== '' })}
    ${about === '' ? null : html`<p class="about" id="${id}-about">${inlineMarkdown(about)}</p>`}
  </div>`;
}

const isPart = ({ place }: Field) => place === 'part';

/** A multi-line field. HTML drops a leading line break, so one is prepended. */
export function textArea(attributes: Html, value: string): Html {
  const text = `\n${value}`;
  return html`<textarea ${attributes} spellcheck="false">${text}</textarea>`;
}

interface ControlOptions {
  readonly id: string;
  readonly example: unknown;
  readonly hasAbout: boolean;
}

function control(field: Field, { id, example, hasAbout }: ControlOptions): Html {
  const { name, place, isRequired, property } = field;
  const kind = kindOf(field, example);
  const isSentEmpty = isRequired || example === '';
  const isMember = place === undefined;
  // An incomplete body may be sent to see the refusal; without its parameters there is no URL to send to.
  const required = isMember || isPart(field) ? html` aria-required="true"` : html` required`;
  const attributes = html`id="${id}" name="${place ?? 'member'}:${name}"
  data-kind="${kind}"${isMember && isSentEmpty && html` data-empty="sent"`}${isRequired && required}${hasAbout && html` aria-describedby="${id}-about"`}`;
  const value = textOf(kind, example);
  if (isPart(field)) {
    const { contentMediaType, items } = property;
    const accept = contentMediaType ?? items?.contentMediaType;
    if (accept !== undefined)
      return html`<input ${attributes} type="file" accept="${accept}" ${items && html`multiple`} />`;
  }
  if (kind === 'boolean') return choice(attributes, field, { options: [true, false], kind, value });
  if (property.enum !== undefined) return choice(attributes, field, { options: property.enum, kind, value });
  if (isLong(field, kind, value)) return textArea(html`${attributes} rows="${rowsOf(value)}"`, value);
  return html`<input ${attributes} value="${value}" autocomplete="off" spellcheck="false" />`;
}

interface Choice {
  readonly options: readonly unknown[];
  readonly kind: Kind;
  /** The text of the selected option; empty for none. */
  readonly value: string;
}

function choice(attributes: Html, { isRequired, property }: Field, { options, kind, value }: Choice): Html {
  const byDefault =
    property.default === undefined ? 'left out' : `default: ${JSON.stringify(property.default)}`;
  return html`<select ${attributes}>
    ${isRequired ? null : html`<option value="">${byDefault}</option>`}
    ${options.map((option) => {
      const text = textOf(kind, option);
      return html`<option value="${text}" ${text === value && html`selected`}>${nameOf(option)}</option>`;
    })}
  </select>`;
}

/** Quotes options that consist of whitespace. */
const nameOf = (option: unknown) => (String(option).trim() === '' ? JSON.stringify(option) : String(option));

function kindOf({ place, property }: Field, example: unknown): Kind {
  const { items } = property;
  // Parameters and form parts are always text.
  if (place !== undefined) return 'text';
  const [type, ...others] = typesOf(property);
  if (others.length > 0) return 'json';
  // Written as JSON strings: options, which may be empty, and examples with a carriage return, which form fields
  // normalise away.
  const isQuoted = property.enum !== undefined || String(example).includes('\r');
  if (type === 'string') return isQuoted ? 'quoted' : 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  const values = Array.isArray(example) ? (example as readonly unknown[]) : [];
  const hasLines = values.every((value) => typeof value === 'string' && /^[^\r\n]+$/.test(value));
  return type === 'array' && items?.type === 'string' && hasLines ? 'lines' : 'json';
}

/** The types of a property, except for null: forms leave the field out instead. */
function typesOf({ type, anyOf }: Field['property']): readonly (string | undefined)[] {
  const types = type === undefined ? (anyOf ?? []).map((member) => member.type) : [type].flat();
  return [...new Set(types)].filter((name) => name !== 'null');
}

/** Encodes an example as the text of its input; request.js decodes it to the same value. */
function textOf(kind: Kind, example: unknown): string {
  if (example === undefined) return '';
  if (kind === 'lines') return (example as readonly string[]).join('\n');
  if (typeof example !== 'string') return JSON.stringify(example, null, kind === 'json' ? 2 : 0);
  return kind === 'quoted' || (kind === 'json' && isJson(example)) ? JSON.stringify(example) : example;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isLong({ property }: Field, kind: Kind, value: string): boolean {
  if (kind === 'lines' || value.includes('\n')) return true;
  if (kind === 'json') return property.type === 'array' || property.type === 'object';
  return kind === 'text' && (property.maxLength ?? 0) > shortTextMax;
}

const rowsOf = (value: string) => Math.min(10, Math.max(3, value.split('\n').length + 1));
