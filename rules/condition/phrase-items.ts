import { entityNouns } from '../document/name-vocabulary.ts';
import { singular } from '../document/name-words.ts';
import type { Condition } from './condition-tree.ts';
import type { Parts } from './phrase.ts';
import { denied, fieldOf, test } from './phrase-readers.ts';

/** "Any line item has quantity over 10", "all items with sku A-1". */
export function quantified(parts: Parts): Condition | null {
  const list = parts.text('list');
  const inner = parts.condition('inner', list) ?? memberOf(parts, list);
  // A test of several members may be met by several items.
  if (inner?.kind !== 'test') return null;
  const isAll = /^(?:every|each|all)$/.test(parts.text('q'));
  const isNone = /^(?:none|no)$/.test(parts.text('q'));
  return denied(isNone, { ...inner, quantifier: isAll ? 'all' : 'any' });
}

/** "Any commit message contains x", "all alerts are resolved": a condition on each of them. */
export function eachOf(parts: Parts): Condition | null {
  const inner = parts.condition('inner');
  if (inner?.kind !== 'test' || inner.field.kind !== 'field') return null;
  const isAll = /^(?:every|each|all)/.test(parts.text('q'));
  const isNone = /^(?:none|no)\b/.test(parts.text('q'));
  return denied(isNone, { ...inner, quantifier: isAll ? 'all' : 'any' });
}

/** "With sku A-1". */
function memberOf(parts: Parts, list: string): Condition | null {
  const [name = '', value = '', ...rest] = parts.text('inner').split(' ');
  return rest.length === 0 && /^"$|\d/.test(value)
    ? test(fieldOf(`${list} ${name}`), 'eq', parts.values('inner', 1))
    : null;
}

/** "The order contains sku A-1" asks for the sku of any of its items. */
export function holdsMember(parts: Parts): Condition | null {
  const list = parts.text('list').replace(/^the /, '');
  const name = parts.text('field');
  const isThing = entityNouns.has(list) && list !== 'item';
  // "The description contains order 67" is about its text.
  if (!isThing && singular(list) === list) return null;
  return test(fieldOf(isThing ? name : `${list} ${name}`), 'eq', parts.values('values'));
}
