import { type Condition, every, type Field, not, type Test } from './condition-tree.ts';
import { isDecimal } from './decimal.ts';
import { mailDomain } from './mail-domain.ts';
import type { OneOrMore, Parts } from './phrase.ts';

export const fieldOf = (words: string): Field => ({ kind: 'field', words });

/** A test of a field that the phrase itself names. */
export function test(
  field: Field | null,
  op: Test['op'],
  read: OneOrMore | null,
  isState = false,
): Condition | null {
  if (field === null || read === null) return null;
  const { values, isBare, unit } = read;
  return {
    kind: 'test',
    field,
    op,
    values,
    quantifier: 'any',
    isState,
    ...(isBare && { isBare: true }),
    ...(unit !== undefined && { unit }),
  };
}

export const presence = (field: Field | null): Condition | null =>
  test(field, 'exists', { values: [], isBare: false, unit: undefined });

export const denied = (isDenied: boolean, condition: Condition | null): Condition | null =>
  condition === null ? null : isDenied ? not(condition) : condition;

/** "The issue is labelled bug" is about the labels of the issue, "tagged bug" about those of whatever it is. */
export const ownedBy = (parts: Parts, name: string): Field | null => {
  if (parts.text('of') === '') return fieldOf(name);
  const owner = parts.field('of');
  return owner?.kind === 'field' ? fieldOf(`${owner.words} ${name}`) : null;
};

/** From a domain, a provider of mail, or somebody. */
export function from(parts: Parts, field: Field): Condition | null {
  const read = parts.values('from');
  const domains = read?.values.map(mailDomain);
  if (read === null || domains === undefined) return null;
  if (domains.every((domain) => domain !== null)) {
    const ends = domains.map((domain) => `@${domain}`);
    return test(fieldOf('email'), 'ends', { values: ends, isBare: false, unit: undefined });
  }
  return domains.some((domain) => domain !== null) ? null : test(field, 'eq', read);
}

/** The number of things, or of characters. */
export function compare(parts: Parts, field: Field | null): Condition | null {
  const digits = parts.text('n');
  const op = bounds.find(([pattern]) => pattern.test(parts.text('bound')))?.[1];
  const isNumber = isDecimal(digits);
  return op === undefined || !isNumber
    ? null
    : test(field, op, { values: [digits], isBare: false, unit: undefined });
}

const bounds: readonly (readonly [RegExp, Test['op']])[] = [
  [/^(?:at least|no less than|no fewer than|>=)$/d, 'gte'],
  [/^(?:at most|no more than|up to|<=)$/d, 'lte'],
  [/^(?:more than|over|above|longer than|greater than|>)$/d, 'gt'],
  [/^(?:fewer than|less than|under|below|shorter than|<)$/d, 'lt'],
  [/^exactly$/d, 'eq'],
];
export const counted = (parts: Parts): Field | null => {
  const field = parts.field('things');
  return field?.kind === 'field' &&
    !/\b(?:characters?|chars|letters|words|percent|days?|hours?|minutes?|seconds?|weeks?|months?|years?|times)$/i.test(
      field.words,
    )
    ? { kind: 'count', words: field.words }
    : null;
};
export const lengthOf = (parts: Parts): Field | null => {
  if (parts.text('of') === '') return { kind: 'length', words: 'message' };
  const field = parts.field('of');
  return field?.kind === 'field' ? { kind: 'length', words: field.words } : null;
};

export function labels(parts: Parts, name: string): Condition | null {
  return denied(parts.text('not') !== '', test(ownedBy(parts, name), 'contains', parts.values('values')));
}

export function mailFrom(parts: Parts): Condition | null {
  const domain = mailDomain(parts.text('from').replace(/^@/, ''));
  return domain === null
    ? null
    : test(fieldOf('email'), 'ends', { values: [`@${domain}`], isBare: false, unit: undefined });
}

export function quantified(parts: Parts): Condition | null {
  const list = parts.text('list');
  const inner = parts.condition('inner', list);
  if (inner === null) return null;
  const isAll = /^(?:every|each|all)$/.test(parts.text('q'));
  const isNone = /^(?:none|no)$/.test(parts.text('q'));
  // "One of the items is X": a test of several members may be met by several items.
  if (inner.kind !== 'test') return null;
  return denied(isNone, { ...inner, quantifier: isAll ? 'all' : 'any' });
}

/** It is so now, and the delivery says that it was not before. */
export function changed(parts: Parts): Condition | null {
  const field = parts.text('field') === '' ? fieldOf('status') : parts.field('field');
  const now = field?.kind === 'field' ? test(field, 'eq', parts.values('values')) : null;
  const change =
    field?.kind === 'field'
      ? test({ kind: 'change', words: field.words }, 'eq', parts.values('values'))
      : null;
  return now === null || change === null ? null : every([now, change]);
}

const verbs: Readonly<Record<string, Test['op']>> = {
  contain: 'contains',
  mention: 'contains',
  start: 'starts',
  begin: 'starts',
  end: 'ends',
};

/** "Contains refund" asks the whole delivery, "starts with refund" its message. */
export function wherever(parts: Parts): Condition | null {
  const op = verbs[parts.text('verb').replace(/s?(?: with)?$/d, '')];
  if (op === undefined) return null;
  return test(op === 'contains' ? { kind: 'body' } : fieldOf('message'), op, parts.values('values'));
}

export function range(parts: Parts): Condition | null {
  const [field, low, high] = [parts.field('field'), parts.values('low'), parts.values('high')];
  const tests = [test(field, 'gte', low), test(field, 'lte', high)];
  const areNumbers = [low, high].every((read) => read?.values.every(isDecimal) === true);
  return areNumbers ? every(tests.filter((each) => each !== null)) : null;
}

export function stateOf(parts: Parts): Condition | null {
  const field = parts.field('field');
  const word = parts.text('values');
  const isDenied = word.startsWith('not ');
  const value = isDenied ? word.slice('not '.length) : word;
  return denied(isDenied, test(field, 'eq', { values: [value], isBare: true, unit: undefined }, true));
}
