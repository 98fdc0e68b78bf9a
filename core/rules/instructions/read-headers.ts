import type { Token } from '../language/token.ts';
import { anyOf, match, maybe, oneOf, phrase, slot, splitList } from './phrase.ts';
import type { JsonTemplate, Pair } from './program.ts';
import { readLiteral } from './read-members.ts';
import { readTemplate } from './read-template.ts';
import { hasValue } from './template-parts.ts';
import { bodyWords, headerFrame } from './vocabulary.ts';

const frame = anyOf(`${headerFrame} header headers :`);
/** "`X-Source: reveille`". */
const line = phrase(frame, slot('line', '«text» '));
/** "X-Source: reveille", "the stored X-API-Key header", `Authorization: Bearer {{secret.key}}`. */
const named = phrase(
  frame,
  slot('name', `(?!${oneOf(`${headerFrame} header headers`)})[a-z][\\w-]* `),
  maybe(oneOf('header headers')),
  maybe(`(?:set to |${oneOf(': = of')})`),
  slot('value', `(?:\\S+ |[a-z-]+ «placeholder» )?`),
);

/**
 * Headers with values. Names and values are literal: a delivery fills neither, but a value may name a secret. Those that
 * Network Access attaches may be named without a value, and are none. Null when it is not that.
 */
export function readHeaders(tokens: readonly Token[], stored: readonly string[]): readonly Pair[] | null {
  const headers = splitList(tokens).map((part) => readHeader(part, stored));
  return headers.includes(null) ? null : headers.flatMap((each) => each ?? []);
}

function readHeader(part: readonly Token[], stored: readonly string[]): readonly Pair[] | null {
  const quoted = match(part, line)?.['line']?.[0]?.text ?? '';
  const [, quotedName = '', quotedValue] = /^([A-Za-z][\w-]*)\s*:\s*(.+)$/.exec(quoted) ?? [];
  const { name: [name] = [], value: said = [] } = match(part, named) ?? {};
  if (name !== undefined && said.length === 0) return stored.includes(name.lower) ? [] : null;
  const template = quotedValue === undefined ? null : readTemplate(quotedValue);
  const value = template === null ? readValue(said) : ({ kind: 'text', template } as const);
  const header = name?.text ?? quotedName;
  return value === null || header === '' || bodyWords.has(header) ? null : [[header, value]];
}

function readValue([first, second]: readonly Token[]): JsonTemplate | null {
  const value = first === undefined || first.kind === 'json' ? null : readLiteral(second ?? first);
  if (value === null || value.kind === 'value') return null;
  if (value.kind !== 'text') return value;
  const template = second === undefined ? value.template : [`${first?.text ?? ''} `, ...value.template];
  return hasValue(template) ? null : { kind: 'text', template };
}
