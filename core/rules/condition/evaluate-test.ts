import { bodyFault } from '../document/body-fault.ts';
import { type DeliveryDocument, factNames } from '../document/delivery-document.ts';
import { isEventWord } from '../document/event-name.ts';
import { fieldPaths } from '../document/field-paths.ts';
import { findField } from '../document/find-field.ts';
import { holdsText, holdsWords } from '../document/holds-text.ts';
import { emptyNouns } from '../document/name-vocabulary.ts';
import { joinedWords, nameWords } from '../document/name-words.ts';
import { nearNames } from '../document/near-names.ts';
import { quote } from '../language/quote.ts';
import { isWrittenPath, type Test, wordsOfField } from './condition-tree.ts';
import { describeNeed } from './describe-condition.ts';
import { judgePlace, type Place } from './judge-place.ts';
import { judgeState } from './judge-state.ts';
import type { Judgement } from './judgement.ts';
import { isNumberTest } from './kind-of-test.ts';
import { resolveField, resolveTested } from './resolve-field.ts';
import { isStatusName } from './status-vocabulary.ts';
import { isNothing, judgementWords } from './vocabulary.ts';

/** The result of a condition on a delivery. */
export interface Evaluation {
  /** null: the delivery does not say for certain. Nothing may be done on it, and nothing left out. */
  readonly value: boolean | null;
  /** Such as `status was "pending"; needed "paid"`. Never empty. */
  readonly evidence: string;
}

const placesMax = 20;

/** One test on a delivery, or its opposite where `isNegated`. */
export function evaluateTest(test: Test, document: DeliveryDocument, isNegated: boolean): Evaluation {
  const { value, shown } = judgeTest(test, document);
  const holds = value === null ? null : value !== isNegated;
  return {
    value: holds,
    evidence: holds === true ? shown : `${shown}; needed ${describeNeed(test, isNegated)}`,
  };
}

function judgeTest(test: Test, document: DeliveryDocument): Judgement {
  const found = resolveTested(document, test);
  if (test.isState) {
    const state = judgeState(test, found, document);
    if (state !== null) return state;
  }
  switch (found.state) {
    case 'found':
      return judgeFound(test, found, document);
    case 'missing':
      return judgeMissing(test, found.path, document);
    case 'ambiguous':
      return judgeAmbiguous(test, found.paths, document);
  }
}

/** Beside a number, a member of that name with `name` or `slug` says what people call the thing: `project_name`. */
function judgeFound(test: Test, found: Place, document: DeliveryDocument): Judgement {
  const judged = judgePlace(test, found, document);
  const words = wordsOfField(test.field);
  const rival = judged.value === false ? findRival(test, found, document) : undefined;
  if (rival !== undefined)
    return { value: null, shown: `${judged.shown}, but ${rival} has what is asked for` };
  if (judged.value !== null || typeof found.value !== 'number' || test.op !== 'eq' || words === null)
    return judged;
  const named = findField(document, `${words} name`);
  return named.state === 'found' ? judgePlace(test, named, document) : judged;
}

/** Of "the name" that is not Lia, the `first_name` that is, and of the id of an event the `id` of what it is about: either may be meant. */
function findRival(test: Test, found: Place, document: DeliveryDocument): string | undefined {
  const { field, op } = test;
  if (field.kind !== 'field' || !['eq', 'exists'].includes(op) || isWrittenPath(field)) return undefined;
  const wanted = nameWords(field.words).split(' ');
  // Many things have a name and a status; an amount or a branch of another kind is called by its own name.
  const isCommon = emptyNouns.has(wanted.at(-1) ?? '') || isStatusName(field.words);
  const key = joinedWords(field.words);
  const rival = fieldPaths(document).find(({ path, names }) => {
    const name = names.at(-1) ?? '';
    const isOther = path !== found.path && !/\[\]|previous|prior|old|before|from|change/i.test(path);
    const isNamed =
      joinedWords(name) === key ||
      (isCommon && op === 'eq' && wanted.every((word) => name.split(' ').includes(word)));
    if (!isOther || !isNamed) return false;
    const place = resolveField(document, { kind: 'field', words: path, isPath: true });
    return place.state === 'found' && judgePlace(test, place, document).value === true;
  });
  return rival?.path;
}

/** Several places may be meant. Where all give the same answer, it does not matter which. */
function judgeAmbiguous(test: Test, paths: readonly string[], document: DeliveryDocument): Judgement {
  const shown = `ambiguous: ${paths.slice(0, 5).join(', ')}`;
  if (paths.length > placesMax) return { value: null, shown };
  const judged = paths.map((path) => {
    const { field } = test;
    const isMeasured = field.kind === 'count' || field.kind === 'sum' || field.kind === 'length';
    const found = resolveField(
      document,
      isMeasured ? { ...field, words: path } : { kind: 'field', words: path },
    );
    return found.state === 'found' ? judgePlace(test, found, document) : null;
  });
  const [first] = judged;
  const agree = judged.every((each) => each !== null && each.value === first?.value);
  return agree && first?.value !== null && first !== undefined && first !== null
    ? first
    : { value: null, shown };
}

/** Is a field that is not there a certain no? Only where it was written as a path, or where nothing near stands there. */
function judgeMissing(test: Test, path: string, document: DeliveryDocument): Judgement {
  const isPresence = test.op === 'exists' || test.op === 'empty';
  const no = test.op === 'empty';
  const shown = `${path} is missing`;
  const fault = test.field.kind === 'header' ? null : bodyFault(document);
  if (fault !== null) return { value: null, shown: `${shown}, because ${fault}` };
  const words = wordsOfField(test.field);
  const isCertain = test.field.kind === 'header' || isWrittenPath(test.field) || factNames.has(words ?? '');
  // "README.md was modified": the name of a file looks like a path.
  const isLiteral =
    test.field.kind === 'field' && test.field.isPath !== true && holdsText(document, words ?? '');
  // People leave out the "X-" of a header, and what else comes before its name.
  const { field } = test;
  const isNearHeader =
    field.kind === 'header' && Object.keys(document.headers).some((name) => name.endsWith(`-${field.name}`));
  if (isNearHeader) return { value: null, shown };
  if (isCertain) return { value: isLiteral ? null : no, shown };
  const near = words === null ? [] : nearNames(document, words);
  if (near.length > 0)
    return {
      value: null,
      shown: `${shown}; did you mean ${near.join(' or ')}?`,
    };
  // "Billing country is different from shipping country" compares two fields.
  const lastWord = (text: string): string => nameWords(text).split(' ').at(-1) ?? '';
  if (
    test.isBare === true &&
    test.values.some((each) => / /.test(each) && lastWord(each) === lastWord(words ?? ''))
  )
    return { value: null, shown };
  const isHeard = nameWords(words ?? '')
    .split(' ')
    .some((word) => (word.length > 3 ? holdsText : holdsWords)(document, word));
  const value = test.values.find((each) => holdsText(document, each));
  if (value !== undefined) return { value: null, shown: `${shown}, but ${quote(value)} stands elsewhere` };
  if (isHeard || isNumberTest(test) || isTimeWord(words ?? '')) return { value: null, shown };
  const isReadable =
    document.kind !== 'binary' && test.field.kind === 'field' && test.field.isImplied !== true;
  const isJudged = test.values.some((each) => judgementWords.has(each.toLowerCase()) || isNothing(each));
  // Where senders name events is known; everything else may be there by another name.
  const isKnown = !isPresence || isEventWord(nameWords(words ?? ''));
  return { value: isReadable && isKnown && !isJudged ? no : null, shown };
}

/** "The weekday is Monday": of which moment, and where, is not said. */
const isTimeWord = (words: string): boolean =>
  /^(?:week ?day|day|week|month|quarter|year|hour|time|date)(?: of .+)?$/.test(nameWords(words));
