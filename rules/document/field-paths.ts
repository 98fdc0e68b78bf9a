import { isList, isRecord, type JsonValue } from '../../domain/json-value.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { nameWords } from './name-words.ts';

/** A field of a delivery: by its path, and by the words of its names. */
export interface FieldPath {
  /** Such as `order.items[].sku`; the items of a list share one path. */
  readonly path: string;
  /** The words of each name, a dot before each name: `.order.payment status`. */
  readonly key: string;
  /** As `key`, a blank before each name. */
  readonly words: string;
}

/** A longer path is found only where it is written out: paths repeat the names above them, and a name may be huge. */
const pathCharsMax = 500;

const pathsByDocument = new WeakMap<DeliveryDocument, readonly FieldPath[]>();

/** Every named field of a delivery, each path once, in the order of the delivery. */
export function fieldPaths(document: DeliveryDocument): readonly FieldPath[] {
  const known = pathsByDocument.get(document);
  if (known !== undefined) return known;
  const paths = new Map<string, FieldPath>();
  collect(document.root, { path: '', key: '', words: '' }, paths);
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
      const words = nameWords(name);
      const field = { path, key: `${at.key}.${words}`, words: `${at.words} ${words}` };
      paths.set(path, field);
      collect(member, field, paths);
    }
  }
}
