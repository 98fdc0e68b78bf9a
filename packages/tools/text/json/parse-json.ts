import { invalid, overLimit } from '../../refuse.ts';
import { jsonDepthMax, type JsonTree } from './json-tree.ts';
import { positionOf } from '../lines/position.ts';

interface ParseJsonOptions {
  /** The name of the input in messages. */
  readonly field?: string;
  /** Called for every key that an object repeats. The last value counts, as with JSON.parse. */
  readonly onDuplicateKey?: (key: string, position: string) => void;
}

interface Reader {
  readonly text: string;
  readonly field: string;
  readonly onDuplicateKey: ((key: string, position: string) => void) | undefined;
  index: number;
}

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[A-Za-z]+/y;
const blanks: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function refuse(reader: Reader, problem: string, at = reader.index): never {
  throw invalid(`${reader.field} is not valid JSON: ${problem} at ${positionOf(reader.text, at)}.`);
}

function found({ text, index }: Reader): string {
  const character = text.codePointAt(index);
  return character === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(character));
}

function skipBlanks(reader: Reader): void {
  while (blanks.has(reader.text.charAt(reader.index))) reader.index += 1;
}

function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.index;
  const match = pattern.exec(reader.text)?.[0] ?? '';
  reader.index += match.length;
  return match;
}

function takeEscape(reader: Reader): string {
  const { text, index } = reader;
  const letter = text.charAt(index + 1);
  if (letter === 'u') {
    const digits = text.slice(index + 2, index + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) refuse(reader, '\\u without four hexadecimal digits');
    reader.index += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
  const character = escapes.get(letter) ?? refuse(reader, 'an unknown escape in a string');
  reader.index += 2;
  return character;
}

function takeString(reader: Reader): string {
  const start = reader.index;
  const parts: string[] = [];
  let plainFrom = start + 1;
  reader.index = plainFrom;
  for (;;) {
    const code = reader.text.charCodeAt(reader.index);
    if (Number.isNaN(code)) refuse(reader, 'an unterminated string that starts', start);
    if (code === 0x22) break;
    if (code < 0x20) refuse(reader, 'a control character inside a string');
    if (code === 0x5c) {
      parts.push(reader.text.slice(plainFrom, reader.index), takeEscape(reader));
      plainFrom = reader.index;
    } else reader.index += 1;
  }
  parts.push(reader.text.slice(plainFrom, reader.index));
  reader.index += 1;
  return parts.join('');
}

/** Parses the members up to and including the closing bracket. */
function takeMembers(reader: Reader, closing: string, takeMember: () => void): void {
  reader.index += 1;
  skipBlanks(reader);
  if (reader.text[reader.index] !== closing) {
    for (;;) {
      takeMember();
      if (reader.text[reader.index] === closing) break;
      if (reader.text[reader.index] !== ',')
        refuse(reader, `expected , or ${closing} but found ${found(reader)}`);
      reader.index += 1;
      skipBlanks(reader);
    }
  }
  reader.index += 1;
}

function takeArray(reader: Reader, depth: number): JsonTree {
  const items: JsonTree[] = [];
  takeMembers(reader, ']', () => items.push(takeValue(reader, depth + 1)));
  return { kind: 'array', items };
}

function takeObject(reader: Reader, depth: number): JsonTree {
  const entries = new Map<string, JsonTree>();
  takeMembers(reader, '}', () => {
    const keyAt = reader.index;
    if (reader.text[keyAt] !== '"')
      refuse(reader, `expected a key in double quotes but found ${found(reader)}`);
    const key = takeString(reader);
    if (entries.has(key)) reader.onDuplicateKey?.(key, positionOf(reader.text, keyAt));
    skipBlanks(reader);
    if (reader.text[reader.index] !== ':')
      refuse(reader, `expected : after the key but found ${found(reader)}`);
    reader.index += 1;
    entries.set(key, takeValue(reader, depth + 1));
  });
  return { kind: 'object', entries: [...entries] };
}

function takeScalar(reader: Reader): JsonTree {
  if (reader.text[reader.index] === '"') return { kind: 'string', value: takeString(reader) };
  const start = reader.index;
  const raw = take(reader, numberPattern);
  if (raw !== '') return { kind: 'number', raw };
  const value = literals.get(take(reader, wordPattern));
  if (value !== undefined) return { kind: 'literal', value };
  reader.index = start;
  return refuse(reader, `expected a value but found ${found(reader)}`);
}

function takeValue(reader: Reader, depth: number): JsonTree {
  if (depth > jsonDepthMax) {
    throw overLimit(`${reader.field} is nested deeper than ${jsonDepthMax} levels.`);
  }
  skipBlanks(reader);
  const opening = reader.text[reader.index];
  const tree =
    opening === '{'
      ? takeObject(reader, depth)
      : opening === '['
        ? takeArray(reader, depth)
        : takeScalar(reader);
  skipBlanks(reader);
  return tree;
}

/** Strict RFC 8259; a leading byte order mark is skipped. Refusals name line and column. */
export function parseJson(text: string, options: ParseJsonOptions = {}): JsonTree {
  const reader: Reader = {
    text,
    field: options.field ?? 'text',
    onDuplicateKey: options.onDuplicateKey,
    index: text.startsWith('\uFEFF') ? 1 : 0,
  };
  const tree = takeValue(reader, 0);
  if (reader.index < text.length) refuse(reader, `expected the end but found ${found(reader)}`);
  return tree;
}
