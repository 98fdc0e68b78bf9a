import { isExactNumber, isRecord, type JsonValue, parseJson } from '#domain/json-value.ts';
import { type DeliveryDocument, emptyDocument } from '../document/delivery-document.ts';
import { quote } from '../language/quote.ts';
import { sourceOf, valueOf } from './evaluate-value.ts';
import { labelOf } from './label-of.ts';
import type { Say } from './plan-run.ts';
import type { NamedField } from './program.ts';
import { isSuccess, type RequestResult } from './request-result.ts';

/** From the answer of the GET before it where that has the field, else from the delivery; it says which. */
export function reportLine(
  { name, value }: NamedField,
  { request }: Extract<Say, { kind: 'report' }>,
  results: readonly RequestResult[],
  document: DeliveryDocument,
): string {
  const result = request === null ? undefined : results[request];
  if (isCutOff(result)) return `${name}: unknown, because the answer is too long to be read whole`;
  const answered = result?.kind === 'response' && isSuccess(result) ? answerDocument(result.body) : null;
  const inAnswer = answered === null ? null : valueOf(sourceOf(answered), value);
  if (inAnswer?.state === 'found') return `${name}: ${shown(inAnswer.value)} (from the answer)`;
  const found = valueOf(sourceOf(document), value);
  if (found.state === 'found')
    return `${name}: ${shown(found.value)}${request === null ? '' : ' (from the delivery)'}`;
  if (!found.isAbsent) return `${name}: unknown, because ${found.problem}`;
  return `${name}: not in the delivery${request === null ? '' : ' and not in the answer'}`;
}

/** A thing such as a status by what it is called. */
function shown(value: JsonValue): string {
  const label = isRecord(value) && !isExactNumber(value) ? labelOf(value) : null;
  return quote(label ?? value);
}

/** The field may be in the part that was not kept: then the one in the delivery may be another. */
const isCutOff = (result: RequestResult | undefined): boolean =>
  result?.kind === 'response' && isSuccess(result) && result.truncated === true;

function answerDocument(body: string): DeliveryDocument | null {
  const parsed = parseJson(body);
  return parsed === null ? null : { ...emptyDocument, kind: 'json', root: parsed.value, text: body };
}
