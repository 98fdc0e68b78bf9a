import { type Html, html } from '../html.ts';
import { aboutField, type Field, fieldHead } from './fields.ts';
import { inlineMarkdown } from './markdown.ts';

/** How the text of an input stands for a JSON value; request.js reads it back. */
type Kind = 'text' | 'quoted' | 'number' | 'boolean' | 'lines' | 'json';

/** Longer texts are typed into a field of several lines. */
const shortTextMax = 500;

/**
 * A field as a labelled input: a member of a JSON body, a part of form data, or a parameter. `idPrefix` keeps the ids of
 * the page apart. Empty optional fields are left out of the request.
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

/** A field of several lines. HTML drops the first line break, so that one more is put before the text. */
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
  // A body may be sent incomplete, to see the refusal; an address may not.
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
  /** The text of the chosen one; empty for none. */
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

/** Some choices are blanks. */
const nameOf = (option: unknown) => (String(option).trim() === '' ? JSON.stringify(option) : String(option));

function kindOf({ place, property }: Field, example: unknown): Kind {
  const { items } = property;
  // Only a JSON body has types.
  if (place !== undefined) return 'text';
  const [type, ...others] = typesOf(property);
  if (others.length > 0) return 'json';
  // As a JSON string stands a choice, which may be an empty text, and an example with a kind of line break that the
  // fields of a page do not know.
  const isQuoted = property.enum !== undefined || String(example).includes('\r');
  if (type === 'string') return isQuoted ? 'quoted' : 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  const values = Array.isArray(example) ? (example as readonly unknown[]) : [];
  const hasLines = values.every((value) => typeof value === 'string' && /^[^\r\n]+$/.test(value));
  return type === 'array' && items?.type === 'string' && hasLines ? 'lines' : 'json';
}

/** What is null is left out of a form. */
function typesOf({ type, anyOf }: Field['property']): readonly (string | undefined)[] {
  const types = type === undefined ? (anyOf ?? []).map((member) => member.type) : [type].flat();
  return [...new Set(types)].filter((name) => name !== 'null');
}

/** An example as the text of its input, such that request.js makes the same value of it. */
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
