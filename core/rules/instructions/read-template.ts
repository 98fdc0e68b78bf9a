import { isReservedForSecrets, secretNameIn } from '#domain/named-secret.ts';
import { isList, isRecord, type JsonValue, parseJson } from '#domain/json-value.ts';
import type { Field } from '../condition/condition-tree.ts';
import { readField } from '../condition/read-field.ts';
import { tokenize } from '../language/tokenize.ts';
import { readCalls } from './functions/read-calls.ts';
import type { JsonTemplate, SecretPlace, Template, Value } from './program.ts';

/** The content of `{{…}}`: a field, and functions behind bars; null when it is not that, or reserved for secrets. */
export function readPlaceholder(text: string): Value | null {
  if (isReservedForSecrets(text)) return null;
  const bar = text.indexOf('|');
  const named = bar === -1 ? text : text.slice(0, bar);
  const name = named.trim();
  // In braces one word is a name, also where it would be part of a phrase elsewhere: `{{From}}`.
  const field: Field | null = /^[\p{L}_$][\w$]*$/u.test(name)
    ? { kind: 'field', words: name }
    : readField(tokenize(name).filter(({ kind }) => kind !== 'break'));
  const calls = bar === -1 ? [] : readCalls(text.slice(bar + 1));
  return field === null || calls === null ? null : { field, owner: null, calls, isInBraces: true };
}

type Placed = Value | SecretPlace;

/** The content of `{{…}}` where a secret may be as well. */
export function readPlaced(text: string): Placed | null {
  const secret = secretNameIn(text);
  return secret === null ? readPlaceholder(text) : { secret };
}

/** Text with `{{fields}}`; null when one of them is not a name or is left open. */
export function readTemplate(text: string): Template | null {
  // Every other part is the content of braces.
  const parts = text
    .split(/\{\{([^{}\n]*)\}\}/)
    .map((part, index) => (index % 2 === 1 ? readPlaced(part) : part.includes('{{') ? null : part));
  const read = parts.filter((part) => part !== null);
  return read.length < parts.length ? null : read.filter((part) => part !== '');
}

/** Before the content of braces that were a value by themselves. */
const mark = '\u0000';
/** No character is matched in two ways: an open string takes linear time. */
const stringOrPlace = /"(?:\\.|\{\{[^{}\n]*\}\}|(?!\{\{[^{}\n]*\}\})[^"\\])*"|\{\{([^{}\n]*)\}\}/g;

/** JSON with `{{fields}}` as values and inside of texts; member names stay literal. Null when it is not that. */
export function readJsonTemplate(source: string): JsonTemplate | null {
  if (source.includes(mark) || source.includes('\\u0000')) return null;
  const text = source.replace(stringOrPlace, (whole, content?: string) =>
    content === undefined
      ? whole.replace(/\{\{[^{}\n]*\}\}/g, (place) =>
          JSON.stringify(place.replaceAll('\\"', '"')).slice(1, -1),
        )
      : JSON.stringify(mark + content),
  );
  const parsed = parseLenient(text);
  return parsed === null ? null : toJsonTemplate(parsed.value);
}

/** As people write JSON: with curly quotation marks, bare member names, trailing commas. */
function parseLenient(text: string) {
  const straight = text.replace(/[“”]/g, '"');
  const quoted = straight.replace(
    /"(?:\\.|[^"\\])*"|([{,]\s*)([A-Za-z_][\w-]*)(?=\s*:)|,(?=\s*[}\]])/g,
    (whole, before?: string, name?: string) =>
      name === undefined ? (whole === ',' ? '' : whole) : `${before ?? ''}"${name}"`,
  );
  return parseJson(text) ?? parseJson(quoted);
}

/** `{{total}}` without anything beside it, as a value. */
export const wholeOf = (placed: Placed): JsonTemplate =>
  'secret' in placed ? { kind: 'text', template: [placed] } : { kind: 'value', value: placed, isAsIs: true };

function toJsonTemplate(value: JsonValue): JsonTemplate | null {
  if (typeof value === 'string') {
    const whole = value.startsWith(mark) ? readPlaced(value.slice(1)) : null;
    if (value.startsWith(mark)) return whole === null ? null : wholeOf(whole);
    const template = readTemplate(value);
    return template === null ? null : { kind: 'text', template };
  }
  if (isList(value)) {
    const items = value.map(toJsonTemplate);
    return items.includes(null) ? null : { kind: 'list', items: items.filter((item) => item !== null) };
  }
  if (!isRecord(value)) return { kind: 'literal', value };
  const members = Object.entries(value).flatMap(([name, content]) => {
    const member = name.includes('{{') || name.includes(mark) ? null : toJsonTemplate(content);
    return member === null ? [] : [[name, member] as const];
  });
  return members.length === Object.keys(value).length ? { kind: 'object', members } : null;
}
