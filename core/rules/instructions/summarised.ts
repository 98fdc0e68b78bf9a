import type { JsonValue } from '#domain/json-value.ts';
import type { Field } from '../condition/condition-tree.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { MissingValue } from './evaluate-value.ts';
import { findValue } from './find-value.ts';
import { isDeliveryItself } from './is-named-by.ts';

/** What "summarise the order" is about: the order in the delivery, or undefined, the delivery that is an order itself. */
export function summarised(document: DeliveryDocument, field: Field | null): JsonValue | undefined {
  if (field === null) return undefined;
  const found = findValue(document, field);
  if (found.state === 'found') return found.value;
  if (field.kind === 'field' && isDeliveryItself(document, singular(nameWords(field.words))))
    return undefined;
  throw new MissingValue(found.problem);
}
