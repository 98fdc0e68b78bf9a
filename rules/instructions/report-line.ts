import { parseJson } from '../../domain/json-value.ts';
import type { Field } from '../condition/condition-tree.ts';
import { resolveField } from '../condition/resolve-field.ts';
import { bodyFault } from '../document/body-fault.ts';
import { type DeliveryDocument, emptyDocument } from '../document/delivery-document.ts';
import { quote } from '../language/quote.ts';
import type { Say } from './plan-run.ts';
import type { NamedField } from './program.ts';
import { isSuccess, type RequestResult } from './request-result.ts';

/** From the answer of the GET before it where that has the field, else from the delivery; it says which. */
export function reportLine(
  { name, field }: NamedField,
  { request }: Extract<Say, { kind: 'report' }>,
  results: readonly RequestResult[],
  document: DeliveryDocument,
): string {
  const result = request === null ? undefined : results[request];
  if (isCutOff(result)) return `${name}: unknown, because the answer is too long to be read whole`;
  const answered = result?.kind === 'response' && isSuccess(result) ? answerDocument(result.body) : null;
  const inAnswer = answered === null ? null : resolveField(answered, field);
  if (inAnswer?.state === 'found') return `${name}: ${quote(inAnswer.value)} (from the answer)`;
  const source = request === null ? '' : ' (from the delivery)';
  const found = resolveField(document, field);
  switch (found.state) {
    case 'found':
      return `${name}: ${quote(found.value)}${source}`;
    case 'missing':
      return `${name}: ${missing(document, field, request === null ? '' : ' and not in the answer')}`;
    case 'ambiguous':
      return `${name}: ambiguous (${found.paths.join(', ')})`;
  }
}

/** The field may be in the part that was not kept: then the one in the delivery may be another. */
const isCutOff = (result: RequestResult | undefined): boolean =>
  result?.kind === 'response' && isSuccess(result) && result.truncated === true;

function missing(document: DeliveryDocument, field: Field, elsewhere: string): string {
  const fault = field.kind === 'header' ? null : bodyFault(document);
  return `not in the delivery${elsewhere}${fault === null ? '' : `, because ${fault}`}`;
}

function answerDocument(body: string): DeliveryDocument | null {
  const parsed = parseJson(body);
  return parsed === null ? null : { ...emptyDocument, kind: 'json', root: parsed.value, text: body };
}
