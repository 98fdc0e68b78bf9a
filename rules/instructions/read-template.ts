import { isReservedForSecrets, secretNameIn } from '../../domain/named-secret.ts';
import { isList, isRecord, type JsonValue, parseJson } from '../../domain/json-value.ts';
import type { Field } from '../condition/condition-tree.ts';
import { readField } from '../condition/read-field.ts';
import { tokenize } from '../language/tokenize.ts';
import { readCalls } from './functions/read-calls.ts';
import type { JsonTemplate, SecretPlace, Template, Value } from './program.ts';

const placeholder = /\{\{([^{}\n]*)\}\}/y;

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
  return field === null || calls === null ? null : { field, owner: null, calls };
}

type Placed = Value | SecretPlace;

/** The content of `{{…}}` where a secret may be as well. */
export function readPlaced(text: string): Placed | null {
  const secret = secretNameIn(text);
  return secret === null ? readPlaceholder(text) : { secret };
}

/** Text with `{{fields}}`; null when one of them is not a name or is left open. */
export function readTemplate(text: string): Template | null {
  const values: Placed[] = [];
  const marked = markPlaceholders(text, values, false);
  return marked === null ? null : toTemplate(marked, values);
}

/** Marks where a placeholder was; no owner writes a NUL. */
const mark = (index: number): string => `\u0000${index}\u0000`;

/** JSON with `{{fields}}` as values and inside of texts; member names stay literal. Null when it is not that. */
export function readJsonTemplate(source: string): JsonTemplate | null {
  const values: Placed[] = [];
  const marked = markPlaceholders(source, values, true);
  const parsed = marked === null ? null : parseLenient(marked);
  return parsed === null ? null : toJsonTemplate(parsed.value, values);
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

/** Puts a mark in place of each placeholder; in JSON one outside of a string becomes a string of its own. */
function markPlaceholders(source: string, values: Placed[], isJson: boolean): string | null {
  if (source.includes('\u0000')) return null;
  let marked = '';
  let isInString = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    placeholder.lastIndex = at;
    const match = placeholder.exec(source);
    if (match !== null) {
      const content = match[1] ?? '';
      const value = readPlaced(isInString ? content.replaceAll('\\"', '"') : content);
      if (value === null) return null;
      const index = values.push(value) - 1;
      if (!isJson) marked += mark(index);
      else
        marked += isInString
          ? JSON.stringify(mark(index)).slice(1, -1)
          : JSON.stringify(`\u0000${mark(index)}`);
      at += match[0].length - 1;
    } else if (isInString && char === '\\') {
      marked += source.slice(at, at + 2);
      at += 1;
    } else {
      if (isJson && char === '"') isInString = !isInString;
      marked += char;
    }
  }
  return marked;
}

function toTemplate(marked: string, values: readonly Placed[]): Template | null {
  if (marked.includes('{{')) return null;
  const parts = marked.split('\u0000').map((part, index) => (index % 2 === 0 ? part : values[Number(part)]));
  return parts.filter((part) => part !== undefined).filter((part) => part !== '');
}

/** `{{total}}` without anything beside it, as a value. */
export const wholeOf = (placed: Placed): JsonTemplate =>
  'secret' in placed ? { kind: 'text', template: [placed] } : { kind: 'value', value: placed, isAsIs: true };

function toJsonTemplate(value: JsonValue, values: readonly Placed[]): JsonTemplate | null {
  if (typeof value === 'string') {
    const whole = value.startsWith('\u0000\u0000') ? values[Number(value.slice(2, -1))] : undefined;
    if (whole !== undefined) return wholeOf(whole);
    const template = toTemplate(value, values);
    return template === null ? null : { kind: 'text', template };
  }
  if (isList(value)) {
    const items = value.map((item) => toJsonTemplate(item, values));
    return items.includes(null) ? null : { kind: 'list', items: items.filter((item) => item !== null) };
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => [name, toJsonTemplate(member, values)] as const,
    );
    const whole = members.flatMap(([name, member]) => (member === null ? [] : [[name, member] as const]));
    const isLiteral = members.every(([name]) => !name.includes('{{') && !name.includes('\u0000'));
    return isLiteral && whole.length === members.length ? { kind: 'object', members: whole } : null;
  }
  return { kind: 'literal', value };
}
