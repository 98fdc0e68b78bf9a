import { isExactNumber, isRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { findField, findTested } from '../document/find-field.ts';
import { joinedWords, nameWords, singular } from '../document/name-words.ts';
import { wordSet } from '../language/common-words.ts';
import { compareDate } from './compare-date.ts';
import { compareEvent, isEventTest } from './compare-event.ts';
import { isDay, isWrittenDate } from './instant.ts';
import type { Test } from './condition-tree.ts';
import { countryOf } from './country.ts';
import { compareDecimals, isDecimal, isQuantity } from './decimal.ts';
import { fold, matchText } from './match-text.ts';
import { isStateWord, isStatusName } from './status-vocabulary.ts';
import { isParticiple } from './participle.ts';
import { isNothing, judgementWords } from './vocabulary.ts';

/** Where a value stands. */
export interface Where {
  readonly path: string;
  readonly document: DeliveryDocument;
  /** In a list. */
  readonly isItem?: boolean;
}

/** Does a single value match one of those wanted? null where that is not certain. */
export function compareScalar(test: Test, actual: JsonValue, at: Where): boolean | null {
  const results = test.values.map((wanted) => compareOne(test, actual, wanted, at));
  return results.includes(true) ? true : results.includes(null) ? null : false;
}

function compareOne(test: Test, actual: JsonValue, wanted: string, at: Where): boolean | null {
  if (actual === null) return isNothing(wanted) ? true : /^(?:un|non|not)/i.test(wanted) ? null : false;
  const text = scalarText(actual) ?? '';
  if (test.op === 'eq' && test.isBare === true && text.trim() === '' && isNothing(wanted)) return true;
  switch (test.op) {
    case 'eq':
      if (isEventTest(test, wanted)) return compareEvent(text, wanted, at.document);
      return typeof actual === 'boolean' || switches.has(fold(wanted))
        ? equalsSwitch(text, wanted, test)
        : equals(test, actual, text, wanted, at);
    case 'contains':
    case 'starts':
    case 'ends':
      return typeof actual === 'boolean' ? null : matchText(test, text, wanted, at.path);
    case 'before':
    case 'after':
      return compareDate(test.op, text, wanted);
    case 'gte':
      return denied(compareDate('before', text, wanted));
    case 'lte':
      return denied(compareDate('after', text, wanted));
    case 'exists':
    case 'empty':
    case 'gt':
    case 'lt':
      return null;
  }
}

const denied = (value: boolean | null): boolean | null => (value === null ? null : !value);

/** `refs/heads/main` is the branch main, `dependabot[bot]` is dependabot. */
const plainName = (text: string): string => fold(text).replace(/^refs\/heads\/|\[bot\]$/g, '');

/** How people write what JSON writes as true and false. */
const switches: ReadonlyMap<string, boolean> = new Map([
  ...'true yes on ticked checked enabled'.split(' ').map((word) => [word, true] as const),
  ...'false no off unticked unchecked disabled'.split(' ').map((word) => [word, false] as const),
]);

function equalsSwitch(actual: string, wanted: string, { isBare }: Test): boolean | null {
  const [left, right] = [switches.get(fold(actual)), switches.get(fold(wanted))];
  if (left !== undefined && right !== undefined) return left === right;
  if (fold(actual) === fold(wanted)) return true;
  return isBare === true ? null : false;
}

/** Numbers compare as decimals when both sides are numbers as a whole; words without regard to case and spelling. */
function equals(test: Test, actual: JsonValue, text: string, wanted: string, at: Where): boolean | null {
  if (isQuantity(text) && isQuantity(wanted))
    return test.unit === undefined ? compareDecimals(text, wanted) === 0 : null;
  if (fold(text) === fold(wanted) || plainName(text) === plainName(wanted)) return true;
  if (isQuantity(wanted) && digitsOf(text) === digitsOf(wanted)) return null;
  const role = test.isBare === true ? roleOf(wanted, test) : null;
  const other = role === null ? null : otherField(at.document, role);
  if (other !== null) return plainName(other) === plainName(text);
  if (role !== null && /^(?:the |default$)/.test(wanted)) return null;
  const joined = joinedWords(wanted);
  if (!/\d/.test(wanted) && joined !== '' && joined === joinedWords(text)) return true;
  const [here, there] = [countryOf(text, at.path), countryOf(wanted, at.path)];
  if (here !== null && there !== null) return here === there;
  if (test.isBare !== true) return false;
  // "In March", "on Monday", a day: which one a time is of depends on where the owner is.
  if (isWrittenDate(text)) return isNothing(wanted) || (isDay(text) && isDay(wanted)) ? false : null;
  // "Europe" is no country, and holds many.
  if (here !== null) return null;
  if (typeof actual === 'number' || isExactNumber(actual)) return null;
  return isOtherThing(text, wanted, test, at) ? false : null;
}

/** Is a value certainly something else than the words that are wanted, and not the same in other words? */
function isOtherThing(text: string, wanted: string, test: Test, { path, document }: Where): boolean {
  const [left, right] = [nameWords(text), nameWords(wanted)];
  const isEnumeration = isStatusName(path) || path.startsWith('header ');
  if (right === '' || (namesField(document, wanted, test) && (!isEnumeration || isRepeated(test))))
    return false;
  if (` ${left} `.includes(` ${right} `) || ` ${right} `.includes(` ${left} `)) return left === '';
  if (text.startsWith('refs/')) return true;
  if (!isSameKind(text, wanted, path) && !isStatusName(path)) return false;
  if (isDecimal(text) !== isDecimal(wanted)) return false;
  // "The email is valid", "the subject is funny": an adjective is no text, and no name.
  const isAdjective = /^(?:in)?(?:valid|correct|complete|known|broken)$/.test(right);
  if ((isAdjective || (/^\p{Ll}+$/u.test(wanted) && left.split(' ').length > 2)) && !isEnumeration)
    return false;
  if (judgementWords.has(right)) return /^[\p{L}_-]+$/u.test(text.trim());
  // "Bugs" and "admins" are kinds, and "down" is a state: no names of anything.
  const isKind = /^\p{Ll}+$/u.test(wanted) && singular(wanted) !== wanted && !noPlurals.has(wanted);
  if (isKind && !isEnumeration) return false;
  return (
    !(isParticiple(right) || isStateWord(right)) ||
    isStatusName(path) ||
    isParticiple(left) ||
    isStateWord(left)
  );
}

/** They are called so, and are no kinds of something: "the department is sales". */
const noPlurals = wordSet('sales operations logistics analytics communications electronics sports news');

/** "Shipping country" and the "test" of "paid and not test" may be another field of the delivery rather than a text. */
function namesField(document: DeliveryDocument, wanted: string, { field }: Test): boolean {
  if (!/\p{L}/u.test(wanted)) return false;
  const found = findField(document, wanted);
  const isWord = !/[ .]/.test(wanted);
  const isImplied = field.kind === 'field' && field.isImplied === true;
  if (found.state !== 'missing')
    return (
      !isWord ||
      isImplied ||
      (found.state === 'found' &&
        (typeof found.value === 'boolean' || (isRecord(found.value) && /^\p{Ll}/u.test(wanted))))
    );
  return !isWord && findField(document, wanted.replace(/ .*$/, '')).state !== 'missing';
}

const isRepeated = ({ field }: Test): boolean => field.kind === 'field' && field.isImplied === true;

/** Another field by several words or with an article: "the creator", "shipping country"; "the default" of a branch is the default branch. */
function roleOf(wanted: string, { field }: Test): string | null {
  if (wanted.startsWith('the ')) return wanted.slice('the '.length);
  const last = field.kind === 'field' ? (nameWords(field.words).split(' ').at(-1) ?? '') : '';
  return /^default$/.test(wanted) ? `${wanted} ${last}` : /\p{L}[ .]\p{L}/u.test(wanted) ? wanted : null;
}

/** Of "1,000" and "0012" nobody knows whether they are the number 1000 and 12. */
const digitsOf = (text: string): string =>
  /^[+-]?\d[\d.,'’ ]*$/.test(text) ? text.replace(/[^\d]|^[0+]+/g, '') : text;

function otherField(document: DeliveryDocument, wanted: string): string | null {
  const found = findTested(document, wanted);
  return found.state === 'found' ? scalarText(found.value) : null;
}

/** An abbreviation or an identifier may stand for a thing of another name; who wrote one meant it. */
const isSameKind = (text: string, wanted: string, path: string): boolean =>
  identifier.test(wanted.trim()) || isCodeLike(text, path) === isCodeLike(wanted, path);

/** `DE`, `cus_9s6XKzkNRiz8i3`: an abbreviation or an identifier, which may stand for what has another name. */
const isCodeLike = (text: string, path: string): boolean =>
  /^[A-Z]{2,3}$/.test(text.trim()) ||
  (/^[a-z]{2,3}$/i.test(text.trim()) && /countr|lang|locale|region|province|currency/i.test(path)) ||
  identifier.test(text.trim());
const identifier =
  /^[a-z]{2,5}_(?=\S*\d)\w+$|^[\da-f]{8}[\da-f-]{4,}$|^(?=\S*\d)(?=\S*\p{L})[\p{L}\d]{8,}$/iu;
