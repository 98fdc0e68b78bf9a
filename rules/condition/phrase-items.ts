import { entityNouns } from '../document/name-vocabulary.ts';
import type { Condition } from './condition-tree.ts';
import type { Parts } from './phrase.ts';
import { denied, fieldOf, test } from './phrase-readers.ts';

/** "Any line item has quantity over 10", "all items are digital", "none of the items is A-1". */
export function quantified(parts: Parts): Condition | null {
  const list = parts.text('list');
  const inner = parts.condition('inner', list) ?? memberOf(parts, list);
  // A test of several members may be met by several items.
  if (inner?.kind !== 'test') return null;
  const isAll = /^(?:every|each|all)$/.test(parts.text('q'));
  const isNone = /^(?:none|no)$/.test(parts.text('q'));
  return denied(isNone, { ...inner, quantifier: isAll ? 'all' : 'any' });
}

/** "With sku A-1", "are digital", "is A-1". */
function memberOf(parts: Parts, list: string): Condition | null {
  const inner = parts.text('inner');
  const [name = '', value, ...rest] = inner.split(' ');
  if (rest.length > 0) return null;
  if (value !== undefined) {
    const values = /^"$|\d/.test(value) ? parts.values('inner', 1) : null;
    return test(fieldOf(`${list} ${name}`), 'eq', values);
  }
  return /^[a-z]+$/.test(name)
    ? test(fieldOf(`${list} ${name}`), 'eq', { values: ['true'], isBare: true, unit: undefined })
    : test(fieldOf(list), 'eq', parts.values('inner'));
}

/** "The order contains sku A-1" asks for the sku of any of its items. */
export function holdsMember(parts: Parts): Condition | null {
  const list = parts.text('list').replace(/^the /, '');
  const name = parts.text('field');
  const isThing = entityNouns.has(list) && list !== 'item';
  return test(fieldOf(isThing ? name : `${list} ${name}`), 'eq', parts.values('values'));
}
