import { isList, isRecord, type JsonValue } from '../../domain/json-value.ts';
import { bodyFault } from '../document/body-fault.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import type { FieldResult } from '../document/find-field.ts';
import { quote } from '../language/quote.ts';
import type { Test } from './condition-tree.ts';
import { describeNeed } from './describe-condition.ts';
import { isDateTest, isNumberTest, matchTest } from './match-test.ts';
import { resolveTest } from './resolve-test.ts';
import { judgementWords } from './vocabulary.ts';

/** The result of a condition on a delivery. */
export interface Evaluation {
  /** null: the delivery does not say. Nothing may be done on it. */
  readonly value: boolean | null;
  /** Such as `status was "pending"; needed "paid"`. Never empty. */
  readonly evidence: string;
  /** It asks for judgement ("the customer is angry"), which no field of the delivery answers. */
  readonly needsReader: boolean;
}

/** One test on a delivery, or its opposite where `isNegated`. */
export function evaluateTest(test: Test, document: DeliveryDocument, isNegated: boolean): Evaluation {
  const found = resolveTest(document, test);
  const need = describeNeed(test, isNegated);
  if (found.state === 'ambiguous')
    return unknown(`ambiguous: ${found.paths.join(', ')}; needed ${need}`, false);
  if (test.op === 'exists' || test.op === 'empty') return evaluatePresence(test, found, document, isNegated);
  if (found.state === 'missing')
    return unknown(`${describeMissing(found.path, document)}; needed ${need}`, needsReader(test));
  const shown = `${found.path} was ${quote(found.value)}`;
  const matched = matchTest(test, found.value);
  if (matched === null) {
    const why = isNumberTest(test)
      ? ', which is not a number'
      : isDateTest(test)
        ? ', which is not a date'
        : '';
    return unknown(`${shown}${why}; needed ${need}`, isRecord(found.value) && needsReader(test));
  }
  if (!matched && needsReader(test) && !isLabel(found.value))
    return unknown(`${shown}; needed ${need}`, true);
  const value = matched !== isNegated;
  return { value, evidence: value ? shown : `${shown}; needed ${need}`, needsReader: false };
}

const unknown = (evidence: string, needs: boolean): Evaluation => ({
  value: null,
  evidence,
  needsReader: needs,
});

/** A field that is not there, and why where the body could not be read. */
function describeMissing(path: string, document: DeliveryDocument): string {
  const fault = path.startsWith('header ') ? null : bodyFault(document);
  return fault === null ? `${path} is missing` : `${path} is missing, because ${fault}`;
}

const needsReader = ({ isState, values }: Test): boolean =>
  isState && values.some((value) => judgementWords.has(value.toLowerCase()));

/** A single word such as "neutral", which can be compared: not prose, an address or a number, which must be read. */
const isLabel = (value: JsonValue): boolean =>
  isList(value) ? value.every(isLabel) : typeof value === 'string' && /^[\p{L}_-]+$/u.test(value.trim());

function evaluatePresence(
  { op }: Test,
  found: Exclude<FieldResult, { state: 'ambiguous' }>,
  document: DeliveryDocument,
  isNegated: boolean,
): Evaluation {
  const holds = op === 'exists' ? !isAbsent(found) : isEmpty(found);
  const shown =
    found.state === 'missing'
      ? describeMissing(found.path, document)
      : `${found.path} was ${quote(found.value)}`;
  const value = holds !== isNegated;
  const need = (op === 'exists') === isNegated ? 'nothing there' : 'a value';
  return { value, evidence: value ? shown : `${shown}; needed ${need}`, needsReader: false };
}

const isAbsent = (found: FieldResult): boolean =>
  found.state === 'missing' || (found.state === 'found' && found.value === null);

function isEmpty(found: FieldResult): boolean {
  if (found.state !== 'found' || found.value === null) return true;
  const { value } = found;
  if (typeof value === 'string') return value.trim() === '';
  return isList(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}
