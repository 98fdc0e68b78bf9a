import { type Condition, every, type Field, not, type Test } from './condition-tree.ts';
import { entityNouns } from '../document/name-vocabulary.ts';
import { singular } from '../document/name-words.ts';
import { countryOf } from './country.ts';
import { isDecimal } from './decimal.ts';
import { mailDomain } from './mail-domain.ts';
import type { OneOrMore, Parts } from './phrase.ts';

/** A field that the phrase implies. */
export const fieldOf = (words: string): Field => ({ kind: 'field', words, isImplied: true });

/** The sender, the author or the user: whoever of them stands in the delivery. */
export const person = fieldOf('who it is from');

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

/** From a domain, a provider of mail, a country, a kind of people, or somebody. */
export function from(parts: Parts, field: Field): Condition | null {
  const read = parts.values('from');
  if (read === null) return null;
  const domains = read.values.map(mailDomain);
  if (domains.every((domain) => domain !== null)) {
    const ends = domains.map((domain) => `@${domain}`);
    return test(fieldOf('sender email'), 'ends', { values: ends, isBare: false, unit: undefined });
  }
  if (domains.some((domain) => domain !== null)) return null;
  if (read.values.every((value) => countryOf(value, 'country') !== null))
    return test(fieldOf('country'), 'eq', read);
  const [only = ''] = read.values;
  // "From a customer" says of what kind somebody is.
  if (/(?:^| )(?:from|by) an? /.test(parts.text('')) && read.isBare && !/^bots?$/i.test(only)) return null;
  if (read.isBare && /^bots?$/i.test(only))
    return test(fieldOf('delivery'), 'eq', { ...read, values: ['bot'] }, true);
  // "Humans", "admins": a kind of people is no name of somebody.
  return read.isBare && read.values.some((value) => /^\p{Ll}+s$/u.test(value))
    ? null
    : test(field, 'eq', read);
}

/** The number of things, or of characters. */
export function compare(parts: Parts, field: Field | null): Condition | null {
  const said = parts.text('n');
  const digits = numbers.get(said) ?? said;
  const op = bounds.find(([pattern]) => pattern.test(parts.text('bound')))?.[1];
  const isNumber = isDecimal(digits);
  return op === undefined || !isNumber
    ? null
    : test(field, op, { values: [digits], isBare: false, unit: undefined });
}

const numbers: ReadonlyMap<string, string> = new Map([
  ['one', '1'],
  ['two', '2'],
  ['three', '3'],
  ['four', '4'],
  ['five', '5'],
  ['ten', '10'],
]);

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
    !/^(?:one|two|three|four|five|ten) |\d/i.test(field.words) &&
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

/** "The requester's email is from acme.com"; a "sender" has an address too. */
export function mailFrom(parts: Parts): Condition | null {
  const said = parts.field('mail');
  if (said?.kind !== 'field') return null;
  const field = /mail/i.test(said.words) ? said : fieldOf('sender email');
  const domain = mailDomain((parts.text('from') || parts.text('of')).replace(/^@/, ''));
  return domain === null
    ? null
    : test(field, 'ends', { values: [`@${domain}`], isBare: false, unit: undefined });
}

/** "A total of 100 or more". */
export function atLeast(parts: Parts): Condition | null {
  const read = parts.values('values');
  const op = /^(?:less|below|under|fewer)$/.test(parts.text('bound')) ? 'lte' : 'gte';
  return read?.values.every(isDecimal) === true ? test(parts.field('field'), op, read) : null;
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
  const tests = [test(field, 'gte', low), test(field, 'lte', high)].filter((each) => each !== null);
  const areNumbers = [low, high].every((read) => read?.values.every(isDecimal) === true);
  return areNumbers && tests.length === 2 ? every(tests) : null;
}

const branches = /^(?:main|master|develop|development|dev|staging|production|prod|trunk|release)$|\//;

/** "On the main branch", "to main"; "on Monday" is no branch. */
export function onBranch(parts: Parts): Condition | null {
  const isSaid = parts.text('branch') !== '' || branches.test(parts.text('values'));
  return isSaid ? test(fieldOf('branch'), 'eq', parts.values('values')) : null;
}

/** "Country in DE, AT", "country in DE"; "customers in Germany" and "people in no hurry" are about something else. */
export function isIn(parts: Parts): Condition | null {
  const [field, read] = [parts.field('field'), parts.values('values')];
  if (field?.kind !== 'field' || read === null) return null;
  const last = field.words.toLowerCase().split(' ').at(-1) ?? '';
  const isThing = singular(last) !== last || entityNouns.has(last);
  const isList =
    read.values.length > 1 || !read.isBare || read.values.every((value) => /^[\p{Lu}\d]/u.test(value));
  const tested = test({ ...field, isImplied: true }, 'eq', read);
  return isThing || !isList ? null : denied(parts.text('not') !== '', tested);
}

/** "The order is a gift": a kind, which no name tells. */
export function isKindOf(parts: Parts): Condition | null {
  const field = parts.field('of');
  return field?.kind === 'field'
    ? test({ ...field, isImplied: true }, 'eq', parts.values('values'), true)
    : null;
}

/** "Priority high"; "priority conversations" are conversations. */
export function named(parts: Parts): Condition | null {
  const read = parts.values('values');
  const isPlural = read?.values.some((value) => /^\p{Ll}+$/u.test(value) && singular(value) !== value);
  return isPlural === true ? null : test(parts.field('field'), 'eq', read, true);
}
