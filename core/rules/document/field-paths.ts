import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { keyOfWords, nameWords } from './name-words.ts';

/** A field of a delivery: by its path, and by its names. */
export interface FieldPath {
  /** Such as `order.items[].sku`; the items of a list share one path. */
  readonly path: string;
  /** The words of each name on the way: `order`, `line items`, `sku`. */
  readonly names: readonly string[];
  /** All names as one word, in every spelling the same: `orderlineitemsku`. */
  readonly key: string;
  /** Where each name begins in `key`. */
  readonly starts: readonly number[];
}

/** A longer path is found only where it is written out: paths repeat the names above them, and a name may be huge. */
const pathCharsMax = 500;

const pathsByDocument = new WeakMap<DeliveryDocument, readonly FieldPath[]>();

/** Every named field of a delivery, each path once, in the order of the delivery. */
export function fieldPaths(document: DeliveryDocument): readonly FieldPath[] {
  const known = pathsByDocument.get(document);
  if (known !== undefined) return known;
  const paths = new Map<string, FieldPath>();
  collect(document.root, { path: '', names: [], key: '', starts: [] }, paths);
  const list = [...paths.values()];
  pathsByDocument.set(document, list);
  return list;
}

function collect(value: JsonValue | undefined, at: FieldPath, paths: Map<string, FieldPath>): void {
  if (isList(value)) {
    for (const item of value) collect(item, { ...at, path: `${at.path}[]` }, paths);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (at.path.length + name.length > pathCharsMax) continue;
      const path = at.path === '' ? name : `${at.path}.${name}`;
      const field = paths.get(path) ?? below(at, path, name);
      paths.set(path, field);
      collect(member, field, paths);
    }
  }
}

/** A form writes `data[email]` for the member email of data. */
function below(at: FieldPath, path: string, name: string): FieldPath {
  const parts = name.split(/[[\].]+/).filter((part) => part !== '');
  return parts.reduce((field, part) => named(field, path, part), { ...at, path });
}

function named({ names, key, starts }: FieldPath, path: string, name: string): FieldPath {
  const words = nameWords(name);
  return { path, names: [...names, words], key: key + keyOfWords(words), starts: [...starts, key.length] };
}
