import { assertOutputFits } from '../../output.ts';
import { invalid, overLimit } from '../../refuse.ts';
import { isContainer, jsonDepthMax, type JsonEntry, type JsonTree, nullTree } from './json-tree.ts';

/** Name of a member of an object, or index in an array. */
type Segment = string | number;

const indexMax = 100_000;

function isSpecial(character: string, separator: string): boolean {
  return character === '\\' || character === '[' || character === separator;
}

function nameOf(key: string, separator: string): string {
  return Array.from(key, (character) =>
    isSpecial(character, separator) ? `\\${character}` : character,
  ).join('');
}

function extendPath(path: string, segment: Segment, separator: string): string {
  if (typeof segment === 'number') return `${path}[${segment}]`;
  if (segment === '') return `${path}[""]`;
  return path === '' ? nameOf(segment, separator) : `${path}${separator}${nameOf(segment, separator)}`;
}

/**
 * One entry for each leaf: `a.b[0]`. Separators, `[` and `\` inside a key are escaped with `\`, an empty key is
 * `[""]`, and empty containers are leaves, so that nothing is lost.
 */
export function flattenTree(tree: JsonTree, separator: string): JsonTree {
  if (!isContainer(tree)) return tree;
  const entries: JsonEntry[] = [];
  let chars = 0;

  function visit(node: JsonTree, path: string): void {
    const members: readonly (readonly [Segment, JsonTree])[] =
      node.kind === 'object'
        ? node.entries
        : node.kind === 'array'
          ? node.items.map((item, at) => [at, item] as const)
          : [];
    if (members.length === 0) {
      chars += path.length;
      assertOutputFits(chars);
      entries.push([path, node]);
      return;
    }
    for (const [segment, member] of members) visit(member, extendPath(path, segment, separator));
  }

  visit(tree, '');
  return entries.length === 1 && entries[0]?.[0] === '' ? tree : { kind: 'object', entries };
}

/** The inverse of `extendPath`. */
function parsePath(path: string, separator: string): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  let name: string[] | undefined = path.startsWith('[') ? undefined : [];
  const endName = () => {
    if (name !== undefined) segments.push(name.join(''));
    name = undefined;
  };
  while (at < path.length) {
    const character = path.charAt(at);
    const bracket = character === '[' ? /^\[(?:(\d{1,6})|"")\]/.exec(path.slice(at, at + 9)) : null;
    if (bracket !== null) {
      endName();
      segments.push(bracket[1] === undefined ? '' : Number(bracket[1]));
      at += bracket[0].length;
    } else if (character === separator) {
      endName();
      name = [];
      at += 1;
    } else {
      if (name === undefined || character === '[')
        throw invalid(`text has the path ${JSON.stringify(path.slice(0, 100))}, which cannot be read.`);
      const isEscape = character === '\\' && at + 1 < path.length;
      name.push(isEscape ? path.charAt(at + 1) : character);
      at += isEscape ? 2 : 1;
    }
  }
  endName();
  return segments;
}

type Branch = { readonly members: Map<Segment, Branch | JsonTree> };

function isBranch(node: Branch | JsonTree | undefined): node is Branch {
  return node !== undefined && 'members' in node;
}

function conflict(path: string): never {
  throw invalid(`text has the path ${JSON.stringify(path.slice(0, 100))}, which another path contradicts.`);
}

function place(root: Branch, path: string, value: JsonTree, separator: string): void {
  const segments = parsePath(path, separator);
  if (segments.length > jsonDepthMax) throw overLimit(`text has a path of more than ${jsonDepthMax} levels.`);
  let branch = root;
  for (const [at, segment] of segments.entries()) {
    const [other] = branch.members.keys();
    if (other !== undefined && typeof other !== typeof segment) conflict(path);
    const next = branch.members.get(segment);
    if (at === segments.length - 1) {
      if (next !== undefined) conflict(path);
      branch.members.set(segment, value);
    } else if (next === undefined) {
      const created: Branch = { members: new Map() };
      branch.members.set(segment, created);
      branch = created;
    } else if (isBranch(next)) branch = next;
    else conflict(path);
  }
}

function grow(node: Branch | JsonTree, budget: { items: number }): JsonTree {
  if (!isBranch(node)) return node;
  const [first] = node.members.keys();
  if (typeof first !== 'number') {
    return {
      kind: 'object',
      entries: [...node.members].map(([key, value]) => [String(key), grow(value, budget)] as const),
    };
  }
  const length = lastIndex(node) + 1;
  budget.items += length;
  if (budget.items > indexMax)
    throw overLimit(`The result would have arrays of more than ${indexMax} items.`);
  const items = Array.from({ length }, (_, at) => {
    const member = node.members.get(at);
    return member === undefined ? nullTree : grow(member, budget);
  });
  return { kind: 'array', items };
}

function lastIndex(node: Branch): number {
  let last = 0;
  for (const key of node.members.keys()) last = Math.max(last, Number(key));
  return last;
}

/** Builds a tree from leaves named by their paths; array items without a leaf become null. */
export function unflattenTree(tree: JsonTree, separator: string): JsonTree {
  if (tree.kind !== 'object') {
    if (tree.kind === 'array') throw invalid('text must be an object whose keys are paths.');
    return tree;
  }
  const root: Branch = { members: new Map() };
  for (const [path, value] of tree.entries) place(root, path, value, separator);
  return grow(root, { items: 0 });
}

/** RFC 6901. */
export function valueAtPointer(tree: JsonTree, pointer: string): JsonTree {
  if (pointer !== '' && !pointer.startsWith('/')) throw invalid('pointer must be empty or begin with /.');
  if (/~(?![01])/.test(pointer)) throw invalid('pointer has a ~ that is neither ~0 nor ~1.');
  let current = tree;
  let path = '';
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path += `/${token}`;
    const next = memberOf(current, key);
    if (next === undefined)
      throw invalid(`pointer leads to nothing in text: there is no ${JSON.stringify(path.slice(0, 200))}.`);
    current = next;
  }
  return current;
}

function memberOf(tree: JsonTree, key: string): JsonTree | undefined {
  if (tree.kind === 'object') return tree.entries.find(([name]) => name === key)?.[1];
  if (tree.kind === 'array' && /^(?:0|[1-9]\d{0,9})$/.test(key)) return tree.items[Number(key)];
  return undefined;
}
