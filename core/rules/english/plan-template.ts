import { isExactNumber, isList, isRecord, type JsonValue, parseJson } from '#domain/json-value.ts';
import { secretNameIn } from '#domain/named-secret.ts';
import { nameWords } from '../document/name-words.ts';
import { all } from './plan-phrase.ts';
import { celOfBraces, isMember, type Scope } from './plan-value.ts';

/** JSON as a plan holds it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const braces = /\{\{([^{}\n]*)\}\}/g;

/** `<name>`, `$name`, `[name]`, `{name}`, `##name##`, `@name`, or a path and nothing else: a place to be filled, in a way that is not ours. */
const notOurs =
  /\$\{?[A-Za-z_]|##\s*\w+\s*##|<%|\{%|<[A-Za-z_][\w. ]*>|\[[A-Za-z_]\w*\]|\{[A-Za-z_][\w.]*\}|^(?:\$\.|@)\w+$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d*\])+$|(?<![A-Za-z0-9])YOUR_[A-Z_]+/;

/** `total_price in dollars`: a name of a field within a text, but for a label before "=" or ":". */
const fieldName = /(?<![\w/.@-])(?:[a-z\d]+(?:_[a-z\d]+)+|[a-z]{2,}[A-Z][a-z]+)(?![\w/.@-]|\s*[:=])/;
const isForeign = (text: string): boolean => notOurs.test(text) || (/\s/.test(text) && fieldName.test(text));

/** A text of the owner with CEL in its braces. */
export function readTemplate(text: string, scope: Scope): string | null {
  // Parts alternate: what is outside of braces, and what is between them.
  const parts = text.split(braces).map((part, index) => {
    if (index % 2 === 0) return /\{\{|\}\}/.test(part) || isForeign(part) ? null : part;
    const cel = celOfBraces(part, scope);
    return cel === null ? null : `{{${cel}}}`;
  });
  return all(parts)?.join('') ?? null;
}

/** A quoted text stays a text, also where it is one value and nothing else. */
function readQuoted(text: string, scope: Scope): string | null {
  const template = readTemplate(text, scope);
  const [, cel] = /^\{\{([^{}\n]*)\}\}$/.exec(template ?? '') ?? [];
  return cel === undefined || secretNameIn(cel) !== null ? template : `{{string(${cel})}}`;
}

/** Before what stands in braces without quotation marks, and keeps its type. */
const typed = '\uE000';

/** JSON as the owner wrote it, with or without quotation marks around its braces. */
export function readJsonLiteral(source: string, scope: Scope): { readonly value: Json } | null {
  if (source.includes(typed)) return null;
  const marked = source.replace(
    /("(?:\{\{[^{}\n]*\}\}|\\.|[^"\\])*")|\{\{[^{}\n]*\}\}/g,
    (found: string, quoted?: string) => quoted ?? JSON.stringify(typed + found),
  );
  const parsed = parseJson(marked);
  return parsed === null ? null : fill(parsed.value, scope);
}

function fill(value: JsonValue, scope: Scope): { readonly value: Json } | null {
  // All its digits, which a number of a plan would lose.
  if (isExactNumber(value)) return { value: `{{${value.rawJSON}}}` };
  if (typeof value === 'string') {
    const text = value.startsWith(typed) ? readTemplate(value.slice(1), scope) : readQuoted(value, scope);
    return text === null ? null : { value: text };
  }
  if (isList(value)) {
    const items = all(value.map((item) => fill(item, scope)));
    return items && { value: items.map((item) => item.value) };
  }
  if (!isRecord(value)) return { value };
  const names = Object.keys(value);
  const members = all(Object.values(value).map((member) => fill(member, scope)));
  const isSaid = names.some((name) => name.includes('{{') || saysField(name, value[name], scope));
  if (members === null || isSaid) return null;
  return { value: Object.fromEntries(members.map((member, index) => [names[index] ?? '', member.value])) };
}

/** `{"total": "total_price"}`: the name of a field in place of its value. */
export function saysField(name: string, value: JsonValue | undefined, scope: Scope): boolean {
  if (typeof value !== 'string' || !/^[A-Za-z]\w*$/.test(value)) return false;
  const words = nameWords(value).split(' ');
  return (
    words.includes(nameWords(name).split(' ').at(-1) ?? '') || (words.length > 1 && isMember(value, scope))
  );
}

const shape = /^(https?:\/\/[^/?#{}\\@\s]+)(\/[^?#]*)?(\?[^#]*)?$/i;
/** `:id`, `$id`, `ORDER_ID`, `order_id`, `/subscribers/From`: a place to be filled, in a way that is not ours. */
const foreign =
  /[[\]<>{}()*…]|\.\.\.|[?&](\w+)=\1(?=&|$)|=[A-Za-z_]\w*\.[A-Za-z_]|\/id(?=[/?]|$)|[a-z](?:Id|_id)(?=[/?&]|$)|\/[a-z]+\/[A-Z][a-z]+(?=[/?]|$)|\$\{?[A-Za-z]|\/:[A-Za-z]|%[A-Za-z_]\w{2,}%|(?<![A-Za-z0-9])(?:[A-Z]+_)*(?:ID|YOUR_[A-Z_]+)(?![A-Za-z0-9_-])/;

/** A URL whose path segments and query values may have braces: its origin and the names of its query never do. */
export function readUrl(text: string, scope: Scope): string | null {
  const [, origin = '', , query = ''] = shape.exec(text) ?? [];
  const names = query.split(/[?&]/).map((pair) => pair.split('=')[0] ?? '');
  if (
    !URL.canParse(origin) ||
    foreign.test(text.replace(braces, '')) ||
    names.some((name) => name.includes('{'))
  )
    return null;
  return readTemplate(text, scope);
}
