import { isList, isRecord, type JsonRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { joinedWords } from '../document/name-words.ts';
import { quote } from '../language/quote.ts';
import { compareNumber } from './compare-number.ts';
import { compareScalar, type Where } from './compare-scalar.ts';
import type { Test } from './condition-tree.ts';
import type { Judgement } from './judgement.ts';
import { isDateTest, isNumberTest } from './kind-of-test.ts';
import { isParticiple } from './participle.ts';
import { membersOf, saidByMembers } from './state-members.ts';
import { isStateWord, isStatusName } from './status-vocabulary.ts';

/** A place of a delivery that a field names. */
export interface Place {
  readonly path: string;
  readonly value: JsonValue;
}

/** A test on the one place that is meant; null where its value is not of a kind that answers the test. */
export function judgePlace(test: Test, place: Place, document: DeliveryDocument): Judgement {
  const { path, value } = unwrapped(place);
  const shown = `${path} was ${quote(value)}`;
  if (test.op === 'exists' || test.op === 'empty') return { value: judgePresence(test, value), shown };
  const isWhole = test.field.kind === 'body' || (path === 'the body' && document.root !== undefined);
  if (isWhole && test.op === 'contains' && document.root !== undefined) return judgeWhole(test, document);
  const matched = isNumberTest(test)
    ? compareNumber(test, { path, value }, document)
    : matchValue(test, value, { path, document });
  if (matched !== null && !isByNameOnly(test, { path, value }, matched)) return { value: matched, shown };
  return { value: null, shown: whyUnknown(test, { path, value }, shown) };
}

/** That an object is not called "private" or "admin" does not say that it is not so. */
const isByNameOnly = (test: Test, { path, value }: Place, matched: boolean): boolean =>
  !matched &&
  test.isState &&
  isRecord(value) &&
  !isStatusName(path) &&
  (isImplied(test.field) || test.values.some((each) => isStateWord(each) || isParticiple(each)));

const isImplied = (field: Test['field']): boolean => field.kind === 'field' && field.isImplied === true;

/** Is a text in any value of a delivery? In a name it may say nothing. */
function judgeWhole(test: Test, document: DeliveryDocument): Judgement {
  const visit = (value: JsonValue): boolean =>
    isList(value)
      ? value.some(visit)
      : isRecord(value)
        ? Object.values(value).some(visit)
        : typeof value === 'string' && compareScalar(test, value, { path: 'the body', document }) === true;
  const found = visit(document.root ?? null);
  if (found) return { value: true, shown: 'a value of the body has it' };
  const raw = compareScalar(test, document.text, { path: 'the body', document });
  return { value: raw === false ? false : null, shown: `the body was ${quote(document.text)}` };
}

/** `{"value": 5}` is 5. */
function unwrapped({ path, value }: Place): Place {
  const isWrapped = isRecord(value) && value['value'] !== undefined && value['name'] === undefined;
  return isWrapped ? { path: `${path}.value`, value: value['value'] ?? null } : { path, value };
}

function whyUnknown(test: Test, { path, value }: Place, shown: string): string {
  if (isRecord(value)) return `${path} is an object`;
  if (isNumberTest(test) && test.unit !== undefined) return `${shown}, whose currency or unit is not certain`;
  if (isNumberTest(test)) return `${shown}, which is not a number`;
  return isDateTest(test)
    ? `${shown}, which is not a date that decides it`
    : `${shown}, which is not certain`;
}

/** An empty text, a list without items and null are not given; false and 0 may be either. */
function judgePresence({ op }: Test, value: JsonValue): boolean | null {
  if (value === false || /^(?:0|false|no|off|none|n\/a)$/i.test(scalarText(value)?.trim() ?? '')) return null;
  const isGiven = isList(value)
    ? value.length > 0
    : isRecord(value)
      ? Object.keys(value).length > 0
      : value !== null && (scalarText(value) ?? '').trim() !== '';
  return isGiven === (op === 'exists');
}

function matchValue(test: Test, value: JsonValue, at: Where): boolean | null {
  if (isList(value)) return matchList(test, value, at);
  return isRecord(value) ? matchRecord(test, value, at) : compareScalar(test, value, at);
}

function matchList(test: Test, list: readonly JsonValue[], at: Where): boolean | null {
  const { isBare: _, ...literal } = test;
  // What is not among labels is certainly none of them.
  if (test.op === 'eq' && isTagList.test(at.path) && list.some(isRecord) === list.every(isRecord))
    return matchItems(literal, list, at);
  const isMembership = test.op === 'contains' && areWords(test.values) && isPlural(at.path);
  // "Contains bug" asks a list of labels for "bug", not for "debugging"; a list of messages is asked for the text.
  const asked: Test = isMembership
    ? {
        ...(list.some(isRecord) && test.values.some((value) => value.includes(' ')) ? test : literal),
        op: 'eq',
      }
    : test;
  return matchItems(asked, list, at);
}

const isTagList = /(?:labels|tags|categories|topics|keywords)$/i;

function matchItems(test: Test, list: readonly JsonValue[], at: Where): boolean | null {
  const results = list.map((item) => matchItem(test, item, at));
  const [decisive, otherwise] = test.quantifier === 'any' ? [true, false] : [false, true];
  if (results.includes(decisive)) return decisive;
  return results.includes(null) ? null : otherwise && results.length > 0;
}

/** Of "all alerts are resolved" each alert says itself whether it is. */
function matchItem(test: Test, item: JsonValue, at: Where): boolean | null {
  const where = { ...at, isItem: true };
  if (!test.isState || !isRecord(item)) return matchValue(test, item, where);
  const said = test.values.map((value) => saidByMembers(membersOf(item, at.path), value));
  if (said.every((each) => each === null)) {
    const named = matchValue(test, item, where);
    return named === false && test.values.some((each) => isStateWord(each)) ? null : named;
  }
  return said.some((each) => each?.value === true)
    ? true
    : said.every((each) => each?.value === false)
      ? false
      : null;
}

const areWords = (values: readonly string[]): boolean =>
  values.every((value) => /^[\p{L}\p{N}]+(?:[ _-][\p{L}\p{N}]+)*$/u.test(value));

/** A list by its own name, `labels`; not what its items have, `commits[].message`. */
const isPlural = (path: string): boolean => /s$/i.test(path);

/** The members of an object by which people call it; an identifier beside them says nothing against a name. */
const nameMembers =
  'name key login summary label title value displayName slug username full_name path_with_namespace'.split(
    ' ',
  );
const identifiers = ['id', 'email'];
/** And those by which people call an item of a list. */
const itemMembers = ['sku', 'code'];

/** Another member says just that: a `type`, an address of mail, the login of an owner. */
const holdsExactly = (record: JsonRecord, wanted: string, depth = 2): boolean =>
  Object.values(record).some((value) =>
    isRecord(value)
      ? depth > 0 && holdsExactly(value, wanted, depth - 1)
      : joinedWords(scalarText(value) ?? '') === joinedWords(wanted),
  );

/** An object is what one of its names says. */
function matchRecord(test: Test, record: JsonRecord, at: Where): boolean | null {
  if (test.op === 'before' || test.op === 'after') return null;
  const compare = (names: readonly string[]): readonly (boolean | null)[] =>
    names
      .map((name) => (Object.hasOwn(record, name) ? record[name] : undefined))
      .filter((value) => value !== undefined && value !== null && !isList(value) && !isRecord(value))
      .map((value) => compareScalar(test, value ?? null, at));
  const named = compare(at.isItem === true ? [...nameMembers, ...itemMembers] : nameMembers);
  if (named.includes(true) || compare(identifiers).includes(true)) return true;
  // A code beside a name may not be compared with it: one certain difference is enough.
  const isCertain =
    test.op === 'eq' && named.includes(false) && !test.values.some((value) => holdsExactly(record, value));
  return isCertain ? false : null;
}
