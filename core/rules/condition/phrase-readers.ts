import { entityNouns } from '../document/name-vocabulary.ts';
import { singular } from '../document/name-words.ts';
import { type Condition, every, type Field, not, some } from './condition-tree.ts';
import { countryOf } from './country.ts';
import { isDecimal } from './decimal.ts';
import { mailDomain } from './mail-domain.ts';
import { fieldOf, literal, presence, testOf } from './make-test.ts';
import { operatorOfBound } from './operator-phrases.ts';
import { isParticiple } from './participle.ts';
import type { Parts } from './phrase.ts';
import { isStateWord } from './status-vocabulary.ts';
import { boundWords } from './vocabulary.ts';

/** "The issue is labelled bug" is about the labels of the issue, "tagged bug" about those of whatever it is. */
export const ownedBy = (parts: Parts, name: string): Field | null => {
  if (parts.text('of') === '') return fieldOf(name);
  const owner = parts.field('of');
  return owner?.kind === 'field' ? fieldOf(`${owner.words} ${name}`) : null;
};

const verbWithin = / (?:includes?|contains?|mentions?|starts|begins|ends|equals|exceeds) /i;

/** "Not tagged a and b" may mean that one of them is enough. */
export function labels(parts: Parts): Condition | null {
  const read = parts.values('values', 'contains');
  const isUnclear = read?.isEvery === true && parts.text('not') !== '';
  // "Tagged a and the title includes b": what has a verb is no label.
  const isMore = read?.isBare === true && read.values.some((value) => verbWithin.test(value));
  return isUnclear || isMore ? null : testOf(ownedBy(parts, `${parts.text('kind')}s`), 'contains', read);
}

/** "Tagged a but not b"; "tagged a but not assigned" is about another thing. */
export function labelsWithout(parts: Parts): Condition | null {
  const word = parts.text('others');
  const [said, denied] = ['values', 'others'].map((name) =>
    testOf(ownedBy(parts, `${parts.text('kind')}s`), 'contains', parts.values(name, 'contains')),
  );
  const isOther = isParticiple(word) || isStateWord(word);
  return isOther || !said || !denied ? null : every([said, not(denied)]);
}

/** From a domain, a provider of mail, a country, a kind of people, or somebody: whoever of them stands in the delivery. */
export function from(parts: Parts): Condition | null {
  const read = parts.values('from');
  if (read === null) return null;
  const domains = read.values.map(mailDomain);
  if (!domains.includes(null)) return endsIn(fieldOf('sender email'), domains);
  if (domains.some((domain) => domain !== null)) return null;
  if (read.values.every((value) => countryOf(value, 'country') !== null))
    return testOf(fieldOf('country'), 'eq', read);
  const isBot = read.isBare && /^bots?$/i.test(read.values[0] ?? '');
  if (isBot) return testOf(fieldOf('delivery'), 'eq', { ...read, values: ['bot'] }, true);
  // "From a customer", "humans", "admins": a kind of people is no name of somebody.
  const isKind = parts.text('an') !== '' || read.values.some((value) => /^\p{Ll}+s$/u.test(value));
  return read.isBare && isKind ? null : testOf(fieldOf('who it is from'), 'eq', read);
}

const endsIn = (field: Field, domains: readonly (string | null)[]): Condition | null =>
  testOf(field, 'ends', literal(domains.map((domain) => `@${domain}`)));

/** "The requester's email is from acme.com"; a "sender" has an address too. */
export function mailFrom(parts: Parts): Condition | null {
  const said = parts.field('mail');
  const domain = mailDomain(parts.text('from').replace(/^@/, ''));
  if (said?.kind !== 'field' || domain === null) return null;
  return endsIn(/mail/i.test(said.words) ? said : fieldOf('sender email'), [domain]);
}

const numbers = ['', 'one', 'two', 'three', 'four', 'five', '', '', '', '', 'ten'];

/** The number of things, or of characters. */
function compare(parts: Parts, field: Field | null): Condition | null {
  const said = parts.text('n');
  const digits = numbers.includes(said) ? String(numbers.indexOf(said)) : said;
  const op = parts.text('bound') === 'exactly' ? 'eq' : operatorOfBound(parts.text('bound'));
  return op === undefined || !isDecimal(digits) ? null : testOf(field, op, literal([digits]));
}

const units =
  'characters?|chars|letters|words|percent|days?|hours?|minutes?|seconds?|weeks?|months?|years?|times';
const noThings = new RegExp(`^(?:one|two|three|four|five|ten) |\\d|\\b(?:${units})$`, 'i');

export function counted(parts: Parts): Condition | null {
  const field = parts.field('things');
  const isThings = field?.kind === 'field' && !noThings.test(field.words);
  return isThings ? compare(parts, { kind: 'count', words: field.words }) : null;
}

export function long(parts: Parts): Condition | null {
  const field = parts.text('of') === '' ? fieldOf('message') : parts.field('of');
  return field?.kind === 'field' ? compare(parts, { kind: 'length', words: field.words }) : null;
}

/** "Any line item has quantity over 10", "no item with sku A-1", "all alerts are resolved": said of each of them. */
export function ofItems(parts: Parts): Condition | null {
  const coded = parts.condition('whole');
  const inner = parts.condition('inner') ?? (coded?.kind === 'test' && coded.op === 'eq' ? coded : null);
  // A test of several members may be met by several items.
  if (inner?.kind !== 'test' || inner.field.kind !== 'field') return null;
  const quantifier = parts.text('all') === '' ? 'any' : 'all';
  const list = parts.text('list');
  if (list === '') return { ...inner, quantifier };
  const field = { ...inner.field, words: `${list} ${inner.field.words}` };
  return { ...inner, field, quantifier, isState: false };
}

/** "The order contains sku A-1" asks for the sku of any of its items. */
export function holdsMember(parts: Parts): Condition | null {
  const list = parts.text('list').replace(/^the /, '');
  const isThing = entityNouns.has(list) && list !== 'item';
  // "The description contains order 67" is about its text.
  if (!isThing && singular(list) === list) return null;
  const name = isThing ? parts.text('field') : `${list} ${parts.text('field')}`;
  return testOf(fieldOf(name), 'eq', parts.values('values'));
}

/** "There is a note and the coupon is missing": what is said of the one is not said of the other. */
const hasSecondVerb = / (?:and|or|but|,) .*(?:is|are|was|were|has|have) /;

/** A name alone is there; "sku A-1" is a name and its value. */
export const presenceOrMore = (parts: Parts): Condition | null =>
  hasSecondVerb.test(parts.text('field'))
    ? null
    : (parts.condition('field') ??
      (/["\d]/.test(parts.text('field')) ? null : presence(parts.field('field'))));

/** "Phone, name and email are given", "name or company is missing". */
export function given(parts: Parts): Condition | null {
  const read = parts.fields('fields');
  if (read === null) return null;
  const said = parts.text('said');
  const tests = read.fields.flatMap((field) => {
    if (said === 'empty') return testOf(field, 'empty', literal([])) ?? [];
    const there = presence(field);
    return there === null ? [] : said === 'missing' ? not(there) : there;
  });
  return read.joint === 'or' ? some(tests) : every(tests);
}

/** "The issue has no assignee", "the card has a due date": said of a member of the thing. */
export function ownsOne(parts: Parts): Condition | null {
  const name = parts.text('field');
  // "High priority" is a value and its name.
  if (/ /.test(name) && isStateWord(name.replace(/ .*$/, ''))) return null;
  return parts.field('field') === null || isParticiple(name) ? null : presence(ownedBy(parts, name));
}

/** "A total of 100 or more". */
export function atLeast(parts: Parts): Condition | null {
  const [read, op] = [parts.values('values'), boundWords.get(parts.text('bound'))];
  return op !== undefined && read?.values.every(isDecimal) === true
    ? testOf(parts.field('field'), op, read)
    : null;
}

export function range(parts: Parts): Condition | null {
  const [field, low, high] = [parts.field('field'), parts.values('low'), parts.values('high')];
  const areNumbers = [low, high].every((read) => read?.values.every(isDecimal) === true);
  const tests = [testOf(field, 'gte', low), testOf(field, 'lte', high)].filter((each) => each !== null);
  return areNumbers && tests.length === 2 ? every(tests) : null;
}

const branches = /^(?:main|master|develop|development|dev|staging|production|prod|trunk|release)$|\//;

/** "On the main branch", "to main"; "on Monday" is no branch. */
export const onBranch = (parts: Parts): Condition | null =>
  parts.text('branch') !== '' || branches.test(parts.text('values'))
    ? testOf(fieldOf('branch'), 'eq', parts.values('values'))
    : null;

/** "Country in DE, AT", "country in DE"; "customers in Germany" and "people in no hurry" are about something else. */
export function isIn(parts: Parts): Condition | null {
  const [field, read] = [parts.field('field'), parts.values('values')];
  if (field?.kind !== 'field' || read === null) return null;
  const last = field.words.toLowerCase().split(' ').at(-1) ?? '';
  const isList =
    read.values.length > 1 || !read.isBare || read.values.every((value) => /^[\p{Lu}\d]/u.test(value));
  return singular(last) !== last || entityNouns.has(last) || !isList
    ? null
    : testOf(fieldOf(field.words), 'eq', read);
}

/** "The order is a gift": a kind, which no name tells. */
export function isKindOf(parts: Parts): Condition | null {
  const field = parts.field('of');
  return field?.kind === 'field'
    ? testOf({ ...field, isImplied: true }, 'eq', parts.values('values'), true)
    : null;
}

/** "Priority high"; "priority conversations" are conversations. */
export function named(parts: Parts): Condition | null {
  const read = parts.values('values');
  const isPlural = read?.values.some((value) => /^\p{Ll}+$/u.test(value) && singular(value) !== value);
  return isPlural === true ? null : testOf(parts.field('field'), 'eq', read, true);
}
