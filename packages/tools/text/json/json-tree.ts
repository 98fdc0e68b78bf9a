import { outputCharsMax } from '../../output.ts';
import { invalid, overLimit } from '../../refuse.ts';

/**
 * JSON as it was written: numbers keep their digits, objects the order of their keys. `JSON.parse` loses both (big
 * integers are rounded, keys that look like numbers move to the front).
 */
export type JsonTree =
  | { readonly kind: 'object'; readonly entries: readonly JsonEntry[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'string'; readonly value: string }
  /** A number as written in the JSON. */
  | { readonly kind: 'number'; readonly raw: string }
  | { readonly kind: 'literal'; readonly value: boolean | null };

export type JsonEntry = readonly [key: string, value: JsonTree];

/** Deeper documents overflow the stack of the libraries that process the tree. */
export const jsonDepthMax = 200;

export const nullTree: JsonTree = { kind: 'literal', value: null };

export function isContainer(tree: JsonTree): tree is Extract<JsonTree, { kind: 'object' | 'array' }> {
  return tree.kind === 'object' || tree.kind === 'array';
}

/** On one line, without spaces. */
export function scalarText(tree: Exclude<JsonTree, { kind: 'object' | 'array' }>): string {
  if (tree.kind === 'number') return tree.raw;
  return JSON.stringify(tree.value);
}

/** Prints like JSON.stringify with that indent, keeping the digits of numbers; refuses before a result grows too long. */
export function printJson(
  tree: JsonTree,
  indent: number | '\t' = 2,
  keyText: (key: string) => string = JSON.stringify,
): string {
  const parts: string[] = [];
  const step = typeof indent === 'number' ? ' '.repeat(indent) : indent;
  const colon = step === '' ? ':' : ': ';
  let chars = 0;

  function write(part: string): void {
    chars += part.length;
    if (chars > outputCharsMax) {
      throw overLimit(`The result would have more than ${outputCharsMax} characters.`);
    }
    parts.push(part);
  }

  function writeMembers<T>(members: readonly T[], depth: number, writeMember: (member: T) => void): void {
    for (const [at, member] of members.entries()) {
      if (at > 0) write(',');
      if (step !== '') write(`\n${step.repeat(depth + 1)}`);
      writeMember(member);
    }
    if (step !== '' && members.length > 0) write(`\n${step.repeat(depth)}`);
  }

  function writeTree(node: JsonTree, depth: number): void {
    if (depth > jsonDepthMax)
      throw overLimit(`The result would be nested deeper than ${jsonDepthMax} levels.`);
    if (node.kind === 'object') {
      write('{');
      writeMembers(node.entries, depth, ([key, value]) => {
        write(keyText(key) + colon);
        writeTree(value, depth + 1);
      });
      write('}');
    } else if (node.kind === 'array') {
      write('[');
      writeMembers(node.items, depth, (item) => writeTree(item, depth + 1));
      write(']');
    } else write(scalarText(node));
  }

  writeTree(tree, 0);
  return parts.join('');
}

/** The treatment of NaN and the infinities, which JSON lacks; `yaml`: a number in the notation of YAML. */
export type NonFinite = 'null' | 'text' | 'refuse' | 'yaml';

function numberTree(value: number, nonFinite: NonFinite, path: readonly string[]): JsonTree {
  if (Number.isFinite(value)) return { kind: 'number', raw: Object.is(value, -0) ? '-0' : String(value) };
  if (nonFinite === 'refuse') {
    const place = path.length === 0 ? '' : ` at ${pointerOf(path)}`;
    throw invalid(`text has the number ${value}${place}, which JSON does not know.`);
  }
  if (nonFinite === 'yaml')
    return { kind: 'number', raw: Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf' };
  return nonFinite === 'text' ? { kind: 'string', value: String(value) } : nullTree;
}

/** As a JSON Pointer (RFC 6901). */
const pointerOf = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A number whose digits must be kept; a JavaScript number would lose some. */
export interface RawNumber {
  readonly rawNumber: string;
}

export function isRawNumber(value: unknown): value is RawNumber {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'rawNumber');
}

/** Keys of YAML may have any type, those of JSON are strings. */
function keyText(key: unknown): string {
  if (isRawNumber(key)) return key.rawNumber;
  if (typeof key === 'object' && key !== null)
    throw invalid('text has a key that is a list or a map, where JSON knows text only.');
  return String(key);
}

function entriesOf(value: object): readonly (readonly [unknown, unknown])[] {
  if (value instanceof Map) return [...value];
  return value instanceof Set ? Array.from(value, (key) => [key, null] as const) : Object.entries(value);
}

/** From what libraries return: plain data, Maps (keys become strings), Sets (keys of null), bigints, Dates (ISO 8601), RawNumber. */
export function treeOf(value: unknown, nonFinite: NonFinite = 'refuse'): JsonTree {
  const path: string[] = [];

  function memberTree(key: string, member: unknown): JsonTree {
    path.push(key);
    const tree = visit(member);
    path.pop();
    return tree;
  }

  function visit(node: unknown): JsonTree {
    if (path.length > jsonDepthMax) throw overLimit(`The data is nested deeper than ${jsonDepthMax} levels.`);
    if (typeof node === 'string') return { kind: 'string', value: node };
    if (typeof node === 'number') return numberTree(node, nonFinite, path);
    if (typeof node === 'bigint') return { kind: 'number', raw: String(node) };
    if (typeof node === 'boolean') return { kind: 'literal', value: node };
    if (typeof node !== 'object' || node === null) return nullTree;
    if (isRawNumber(node)) return { kind: 'number', raw: node.rawNumber };
    if (node instanceof Date) return { kind: 'string', value: node.toISOString() };
    if (node instanceof Uint8Array) return { kind: 'string', value: Buffer.from(node).toString('base64') };
    if (Array.isArray(node))
      return { kind: 'array', items: node.map((item, index) => memberTree(String(index), item)) };
    const entries = entriesOf(node)
      .filter(([, member]) => member !== undefined && typeof member !== 'function')
      .map(([key, member]) => [keyText(key), member] as const);
    return { kind: 'object', entries: entries.map(([key, member]) => [key, memberTree(key, member)]) };
  }

  return visit(value);
}

function plainNumber(raw: string): number | bigint {
  if (/^-?\d+$/.test(raw) && !Number.isSafeInteger(Number(raw))) return BigInt(raw);
  const value = Number(raw);
  if (!Number.isFinite(value)) throw invalid(`The number ${raw} is too large.`);
  return value;
}

/** For libraries: plain objects, arrays and numbers; integers that a double would round become bigint. */
export function plainOf(tree: JsonTree): unknown {
  switch (tree.kind) {
    case 'object': {
      const plain: Record<string, unknown> = {};
      for (const [key, value] of tree.entries) {
        Object.defineProperty(plain, key, {
          value: plainOf(value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return plain;
    }
    case 'array':
      return tree.items.map(plainOf);
    case 'number':
      return plainNumber(tree.raw);
    case 'string':
    case 'literal':
      return tree.value;
  }
}
