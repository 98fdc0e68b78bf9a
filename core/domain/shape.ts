import { isExactNumber, isList, isRecord, type JsonValue } from './json-value.ts';

/** The types of a member; null says nothing of them. */
export const shapeTypes = ['number', 'text', 'true or false', 'list', 'object'] as const;
export type ShapeType = (typeof shapeTypes)[number];

const limits = { pointers: 200, depth: 8, items: 20, values: 2_000 } as const;

/** The name of a member, and not an id or an address that stands in the place of one. */
const isName = (key: string): boolean => /^[A-Za-z_$][\w$-]{0,63}$/.test(key) && !/\d{4}/.test(key);

/**
 * The types of what is in a body, by JSON pointer, with `*` for the places of a list. Members beyond the bounds are left
 * out, and so are those whose name looks like data.
 */
export function shapeOf(root: JsonValue): ReadonlyMap<string, ReadonlySet<ShapeType>> {
  const found = new Map<string, Set<ShapeType>>();
  let level: Level = [['', root]];
  for (let depth = 0; depth <= limits.depth && level.length > 0; depth += 1) {
    for (const [pointer, value] of level) {
      if (pointer !== '' && value !== null) add(found, pointer, typeOf(value));
    }
    level = nextOf(level);
  }
  return found;
}

function add(found: Map<string, Set<ShapeType>>, pointer: string, type: ShapeType): void {
  const types = found.get(pointer);
  if (types !== undefined) types.add(type);
  else if (found.size < limits.pointers) found.set(pointer, new Set([type]));
}

type Level = readonly (readonly [string, JsonValue])[];

function nextOf(level: Level): Level {
  const next: (readonly [string, JsonValue])[] = [];
  for (const [pointer, value] of level) {
    if (next.length > limits.values) break;
    next.push(...membersOf(pointer, value));
  }
  return next;
}

function membersOf(pointer: string, value: JsonValue): Level {
  if (isList(value)) return value.slice(0, limits.items).map((item) => [`${pointer}/*`, item] as const);
  if (!isRecord(value)) return [];
  return Object.entries(value)
    .filter(([key]) => isName(key))
    .slice(0, limits.pointers)
    .map(([key, member]) => [`${pointer}/${key}`, member] as const);
}

function typeOf(value: Exclude<JsonValue, null>): ShapeType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || isExactNumber(value)) return 'number';
  if (typeof value === 'boolean') return 'true or false';
  return isList(value) ? 'list' : 'object';
}
