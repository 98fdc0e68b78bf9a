import { isList, isRecord, type JsonValue, parseJson } from '../../domain/json-value.ts';
import type { Field } from '../condition/condition-tree.ts';
import { readField } from '../condition/read-field.ts';
import { tokenize } from '../language/tokenize.ts';
import type { JsonTemplate, Template } from './program.ts';

const placeholder = /\{\{\s*([^{}\n]*?)\s*\}\}/g;

/** The field in `{{…}}`; null when it is not a name. */
export function readPlaceholder(text: string): Field | null {
  return readField(tokenize(text).filter(({ kind }) => kind !== 'break'));
}

/** Text with `{{fields}}`; null when one of them is not a name or is left open. */
export function readTemplate(text: string): Template | null {
  const parts: (string | Field)[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    const field = readPlaceholder(match[1] ?? '');
    if (field === null) return null;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(field);
    end = match.index + match[0].length;
  }
  const rest = text.slice(end);
  if (rest.includes('{{')) return null;
  return rest === '' ? parts : [...parts, rest];
}

/** Marks where a placeholder was outside of a string; no owner writes a NUL. */
const mark = (index: number): string => `\u0000${index}\u0000`;

/** JSON with `{{fields}}` as values and inside of texts; member names stay literal. Null when it is not that. */
export function readJsonTemplate(source: string): JsonTemplate | null {
  const fields: Field[] = [];
  const marked = markPlaceholders(source, fields);
  const parsed = marked === null ? null : parseLenient(marked);
  return parsed === null ? null : toTemplate(parsed.value, fields);
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

function markPlaceholders(source: string, fields: Field[]): string | null {
  let marked = '';
  let isInString = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (isInString && char === '\\') {
      marked += source.slice(at, at + 2);
      at += 1;
    } else if (!isInString && source.startsWith('{{', at) && /^\{\{[^{}"\n]+\}\}/.test(source.slice(at))) {
      const close = source.indexOf('}}', at);
      const field = readPlaceholder(source.slice(at + 2, close));
      if (field === null) return null;
      marked += JSON.stringify(mark(fields.push(field) - 1));
      at = close + 1;
    } else {
      if (char === '"') isInString = !isInString;
      marked += char;
    }
  }
  return marked;
}

function toTemplate(value: JsonValue, fields: readonly Field[]): JsonTemplate | null {
  if (typeof value === 'string') {
    const field = value.startsWith('\u0000') ? fields[Number(value.slice(1, -1))] : undefined;
    if (field !== undefined) return { kind: 'field', field };
    const template = readTemplate(value);
    return template === null ? null : { kind: 'text', template };
  }
  if (isList(value)) {
    const items = value.map((item) => toTemplate(item, fields));
    return items.includes(null) ? null : { kind: 'list', items: items.filter((item) => item !== null) };
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => [name, toTemplate(member, fields)] as const,
    );
    const whole = members.flatMap(([name, member]) => (member === null ? [] : [[name, member] as const]));
    const isLiteral = members.every(([name]) => !name.includes('{{') && !name.includes('\u0000'));
    return isLiteral && whole.length === members.length ? { kind: 'object', members: whole } : null;
  }
  return { kind: 'literal', value };
}
