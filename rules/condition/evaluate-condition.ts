import { isDecimal } from './decimal.ts';
import { bodyFault, type DeliveryDocument } from '../document/delivery-document.ts';
import { matchValue } from './compare-value.ts';
import { needed } from './describe-condition.ts';
import type { Found } from '../document/find-field.ts';
import { resolveTest } from './resolve-field.ts';
import type { Condition, Test } from './condition-tree.ts';
import { judgements } from './vocabulary.ts';
import { isList, isRecord, type JsonValue } from '../../domain/json-value.ts';
import { quote } from '../../domain/quote.ts';

/** What a condition comes to on a delivery. */
export interface Judged {
  /** null: the delivery does not say. Nothing may be done on it. */
  readonly value: boolean | null;
  /** Such as `status was "pending"; needed "paid"`. Never empty. */
  readonly evidence: string;
  /** It asks for judgement ("the customer is angry"), which no field of the delivery answers. */
  readonly needsReader: boolean;
}

const evidencesMax = 4;

/** Evaluates a condition in three values. Total: it never throws and always gives its evidence. */
export function evaluate(condition: Condition, document: DeliveryDocument): Judged {
  return judge(condition, document, false);
}

function judge(condition: Condition, document: DeliveryDocument, isNegated: boolean): Judged {
  switch (condition.kind) {
    case 'always':
      return { value: !isNegated, evidence: 'no condition', needsReader: false };
    case 'not':
      return judge(condition.of, document, !isNegated);
    case 'every':
    case 'some': {
      const parts = condition.of.map((part) => judge(part, document, isNegated));
      return (condition.kind === 'every') === isNegated ? anyOf(parts) : allOf(parts);
    }
    case 'test':
      return judgeTest(condition, document, isNegated);
  }
}

function allOf(parts: readonly Judged[]): Judged {
  const failed = parts.find(({ value }) => value === false);
  if (failed !== undefined) return failed;
  const unknown = parts.filter(({ value }) => value === null);
  return together(unknown.length > 0 ? unknown : parts, unknown.length > 0 ? null : true);
}

function anyOf(parts: readonly Judged[]): Judged {
  const passed = parts.find(({ value }) => value === true);
  if (passed !== undefined) return passed;
  return together(parts, parts.some(({ value }) => value === null) ? null : false);
}

function together(parts: readonly Judged[], value: boolean | null): Judged {
  const evidences = [...new Set(parts.map(({ evidence }) => evidence))];
  const rest = evidences.length - evidencesMax;
  return {
    value,
    evidence: [...evidences.slice(0, evidencesMax), ...(rest > 0 ? [`… and ${rest} more`] : [])].join('; '),
    needsReader: value === null && parts.some(({ needsReader }) => needsReader),
  };
}

function judgeTest(test: Test, document: DeliveryDocument, isNegated: boolean): Judged {
  const found = resolveTest(document, test);
  const asked = needed(test, isNegated);
  if (found.state === 'ambiguous')
    return unknown(`ambiguous: ${found.paths.join(', ')}; needed ${asked}`, false);
  if (test.op === 'exists' || test.op === 'empty') return judgePresence(test, found, document, isNegated);
  if (found.state === 'missing')
    return unknown(`${missing(found.path, document)}; needed ${asked}`, needsReader(test));
  const shown = `${found.path} was ${quote(found.value)}`;
  const matched = matchTest(test, found);
  if (matched === null) {
    const why = isNumeric(test) ? ', which is not a number' : isTimed(test) ? ', which is not a date' : '';
    return unknown(`${shown}${why}; needed ${asked}`, isRecord(found.value) && needsReader(test));
  }
  if (!matched && needsReader(test) && !isWord(found.value))
    return unknown(`${shown}; needed ${asked}`, true);
  const value = matched !== isNegated;
  return { value, evidence: value ? shown : `${shown}; needed ${asked}`, needsReader: false };
}

/** A field that is not there; where the body could not be read, that is why. */
function missing(path: string, document: DeliveryDocument): string {
  const fault = path.startsWith('header ') ? null : bodyFault(document);
  return fault === null ? `${path} is missing` : `${path} is missing, because ${fault}`;
}

const unknown = (evidence: string, needsReader: boolean): Judged => ({ value: null, evidence, needsReader });

const needsReader = ({ isState, values }: Test): boolean =>
  isState && values.some((value) => judgements.has(value.toLowerCase()));

/** A label such as "neutral", which can be compared: not prose, an address or a number, which must be read. */
const isWord = (value: JsonValue): boolean =>
  isList(value) ? value.every(isWord) : typeof value === 'string' && /^[\p{L}_-]+$/u.test(value.trim());

const isNumeric = ({ op, values }: Test): boolean =>
  ['gt', 'gte', 'lt', 'lte'].includes(op) && values.every(isDecimal);
const isTimed = ({ op }: Test): boolean => op === 'before' || op === 'after';

function judgePresence(
  { op }: Test,
  found: Exclude<Found, { state: 'ambiguous' }>,
  document: DeliveryDocument,
  isNegated: boolean,
): Judged {
  const holds = op === 'exists' ? !isAbsent(found) : isEmpty(found);
  const is =
    found.state === 'missing' ? missing(found.path, document) : `${found.path} was ${quote(found.value)}`;
  const value = holds !== isNegated;
  const asked = (op === 'exists') === isNegated ? 'nothing there' : 'a value';
  return { value, evidence: value ? is : `${is}; needed ${asked}`, needsReader: false };
}

const isAbsent = (found: Found): boolean =>
  found.state === 'missing' || (found.state === 'found' && found.value === null);

function isEmpty(found: Found): boolean {
  if (found.state !== 'found' || found.value === null) return true;
  const { value } = found;
  if (typeof value === 'string') return value.trim() === '';
  return isList(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

function matchTest({ op, values, quantifier }: Test, { value }: Found & { state: 'found' }): boolean | null {
  if (!isList(value)) return matchValue(op, value, values);
  const results = value.map((item) => (isList(item) ? null : matchItem(op, item, values)));
  const [stop, rest] = quantifier === 'any' ? [true, false] : [false, true];
  if (results.includes(stop)) return stop;
  return results.includes(null) ? null : rest && results.length > 0;
}

/** In a list, "contains bug" asks for an item that is "bug", or an object that is called so; not for "debugging". */
function matchItem(op: Test['op'], item: Parameters<typeof matchValue>[1], values: readonly string[]) {
  const isWord = op === 'contains' && values.every((value) => /^[\p{L}\p{N}]+$/u.test(value));
  const itemOp = isWord ? 'eq' : op;
  if (!isRecord(item)) return matchValue(itemOp, item, values);
  const names = ['name', 'label', 'title', 'id', 'key', 'slug', 'value'].flatMap((key) =>
    Object.hasOwn(item, key) && item[key] !== undefined ? [item[key]] : [],
  );
  const results = names.map((name) => matchValue(itemOp, name, values));
  return results.length === 0 ? null : results.includes(true);
}
