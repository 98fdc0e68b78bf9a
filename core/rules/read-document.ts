import type { TurnDelivery } from '#contracts/turn.ts';
import { bodyText, mediaTypeOf } from '#domain/body-text.ts';
import { parseJson } from '#domain/json-value.ts';
import type { DeliveryDocument } from './document/delivery-document.ts';
import { formFields } from './document/form-fields.ts';
import { isJsonType, isXmlType } from './document/media-type.ts';
import { multipartFields } from './document/multipart-fields.ts';
import { xmlFields } from './document/xml-fields.ts';

export type { DeliveryDocument } from './document/delivery-document.ts';

/** Reads a delivery. Never throws: what is not what it says is read as text, and what is not text as binary. */
export function readDocument(delivery: TurnDelivery): DeliveryDocument {
  const { body, contentType } = delivery;
  const mediaType = mediaTypeOf(contentType);
  const headers = Object.entries(delivery.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const shared = {
    body,
    mediaType,
    contentType,
    headers: Object.fromEntries(headers),
    facts: factsOf(delivery),
  };
  if (body.byteLength === 0) return { ...shared, kind: 'empty', root: undefined, text: '' };
  const text = bodyText(body, contentType);
  if (text !== null) return { ...shared, ...readText(text, mediaType, delivery) };
  const fields = mediaType === 'multipart/form-data' ? multipartFields(body, contentType ?? '') : null;
  return fields === null
    ? { ...shared, kind: 'binary', root: undefined, text: '' }
    : { ...shared, kind: 'form', root: fields, text: '' };
}

function readText(
  text: string,
  mediaType: string,
  { body, contentType }: TurnDelivery,
): Pick<DeliveryDocument, 'kind' | 'root' | 'text'> {
  // Many senders, and every bare `curl -d`, mislabel JSON: an object or a list is taken for what it is.
  if (mediaType === '' || isJsonType(mediaType) || /^\s*[[{]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed !== null) return { kind: 'json', root: parsed.value, text };
  }
  if (mediaType === 'application/x-www-form-urlencoded')
    return { kind: 'form', root: formFields(text), text };
  if (mediaType === 'multipart/form-data') {
    const fields = multipartFields(body, contentType ?? '');
    if (fields !== null) return { kind: 'form', root: fields, text };
  }
  if (isXmlType(mediaType) || /^\s*<\?xml\s/.test(text)) {
    const fields = xmlFields(text);
    if (fields !== null) return { kind: 'xml', root: fields, text };
  }
  return { kind: 'text', root: undefined, text };
}

/** What the service knows of a delivery, by the words that an owner uses for it. */
function factsOf(delivery: TurnDelivery): Record<string, string> {
  const facts: Record<string, string | null> = {
    'event id': delivery.eventId,
    reference: delivery.reference,
    'reference url': delivery.referenceUrl,
    'content type': delivery.contentType,
    'received at': delivery.receivedAt,
  };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null),
  );
}
