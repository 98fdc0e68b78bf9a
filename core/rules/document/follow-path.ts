import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';

/**
 * The value at a written path: `order.status`, `items[0].sku`, `items.0.sku`, `$.order.id`, `/order/id`, and
 * `items[].sku` or `items[*].sku` for the list of all. A key that holds dots itself is found as well.
 */
export function followPath(root: JsonValue | undefined, path: string): JsonValue | undefined {
  if (root === undefined) return undefined;
  if (isRecord(root) && Object.hasOwn(root, path)) return root[path];
  const steps = stepsOf(path);
  return steps.length === 0 ? undefined : walk(root, steps);
}

function stepsOf(path: string): readonly string[] {
  if (path.startsWith('/')) return path.slice(1).split('/');
  return path
    .replace(/^\$\.?/, '')
    .replace(/\[(\d*|\*)\]/g, (_, index) => `.${index === '' ? '*' : String(index)}`)
    .split('.')
    .filter((step, index) => step !== '' || index > 0);
}

function walk(value: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  const [step, ...rest] = steps;
  if (step === undefined || value === undefined) return value;
  if (isList(value)) {
    if (step === '*') {
      const items = value.map((item) => walk(item, rest)).filter((item) => item !== undefined);
      if (items.length === 0 && value.length > 0) return undefined;
      return rest.includes('*') ? items.flatMap((item) => (isList(item) ? item : [item])) : items;
    }
    return /^\d+$/.test(step) ? walk(value[Number(step)], rest) : undefined;
  }
  if (!isRecord(value)) return undefined;
  // The longest key first: a member called "a.b" is meant before the member b of a.
  for (let length = steps.length; length >= 1; length -= 1) {
    const name = steps.slice(0, length).join('.');
    if (Object.hasOwn(value, name)) {
      const found = walk(value[name], steps.slice(length));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
