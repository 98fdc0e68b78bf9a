import type { DeliveryDocument } from './delivery-document.ts';
import { isJsonType } from './media-type.ts';

/** Every missing field asks again, and a body may be long. */
const faults = new WeakMap<DeliveryDocument, string>();

/**
 * Why a delivery has none of the fields that its content type promises, as the end of a sentence: `the body is not valid
 * JSON`. Null where there is nothing to explain.
 */
export function bodyFault(document: DeliveryDocument): string | null {
  if (document.kind !== 'text' || !isJsonType(document.mediaType)) return null;
  const fault = faults.get(document) ?? jsonFault(document.text);
  faults.set(document, fault);
  return fault;
}

function jsonFault(text: string): string {
  try {
    JSON.parse(text);
    return 'the body is nested too deeply to be read';
  } catch {
    return 'the body is not valid JSON';
  }
}
