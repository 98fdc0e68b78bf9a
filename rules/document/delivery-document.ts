import type { TurnDelivery } from '../../contracts/turn.ts';
import { bodyText, mediaTypeOf } from '../../domain/body-text.ts';
import { type JsonValue, parseJson } from '../../domain/json-value.ts';
import { formFields } from './form-fields.ts';
import { multipartFields } from './multipart-fields.ts';
import { xmlFields } from './xml-fields.ts';

/** A delivery as the rules read it. */
export interface DeliveryDocument {
  readonly kind: 'json' | 'form' | 'xml' | 'text' | 'binary' | 'empty';
  /** What has named parts: the JSON value, the form's fields, the elements. `undefined` for the rest. */
  readonly root: JsonValue | undefined;
  /** The body as text; empty when it is binary. */
  readonly text: string;
  readonly body: Uint8Array;
  /** Without parameters, lower case; empty when not given. */
  readonly mediaType: string;
  readonly contentType: string | null;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the service knows of it, by the words that name it. */
  readonly facts: Readonly<Record<string, string>>;
}

const jsonType = /^[\w.+-]+\/(?:[\w.+-]+\+)?json$/;
const xmlType = /^[\w.+-]+\/(?:[\w.+-]+\+)?xml$/;

/** Reads a delivery. Never throws: what is not what it says is read as text, and what is not text as binary. */
export function readDocument(delivery: TurnDelivery): DeliveryDocument {
  const { body, contentType } = delivery;
  const mediaType = mediaTypeOf(contentType);
  const shared = {
    body,
    mediaType,
    contentType,
    headers: Object.fromEntries(
      Object.entries(delivery.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    facts: factsOf(delivery),
  };
  if (body.byteLength === 0) return { ...shared, kind: 'empty', root: undefined, text: '' };
  const text = bodyText(body, contentType);
  if (text === null) {
    const fields = mediaType === 'multipart/form-data' ? multipartFields(body, contentType ?? '') : null;
    return fields === null
      ? { ...shared, kind: 'binary', root: undefined, text: '' }
      : { ...shared, kind: 'form', root: fields, text: '' };
  }
  return { ...shared, ...readText(text, mediaType, delivery) };
}

/**
 * Why a delivery has none of the fields that its content type promises, as the end of a sentence: `the body is not valid
 * JSON`. Null where there is nothing to explain.
 */
export function bodyFault(document: DeliveryDocument): string | null {
  if (document.kind !== 'text' || !jsonType.test(document.mediaType)) return null;
  const fault = faults.get(document) ?? jsonFault(document.text);
  faults.set(document, fault);
  return fault;
}

/** Every missing field asks again, and a body may be long. */
const faults = new WeakMap<DeliveryDocument, string>();

function jsonFault(text: string): string {
  try {
    JSON.parse(text);
    return 'the body is nested too deeply to be read';
  } catch {
    return 'the body is not valid JSON';
  }
}

function readText(
  text: string,
  mediaType: string,
  { body, contentType }: TurnDelivery,
): Pick<DeliveryDocument, 'kind' | 'root' | 'text'> {
  // Many senders, and every bare `curl -d`, mislabel JSON: an object or a list is taken for what it is.
  if (mediaType === '' || jsonType.test(mediaType) || /^\s*[[{]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed !== null) return { kind: 'json', root: parsed.value, text };
  }
  if (mediaType === 'application/x-www-form-urlencoded')
    return { kind: 'form', root: formFields(text), text };
  if (mediaType === 'multipart/form-data') {
    const fields = multipartFields(body, contentType ?? '');
    if (fields !== null) return { kind: 'form', root: fields, text };
  }
  if (xmlType.test(mediaType) || /^\s*<\?xml\s/.test(text)) {
    const fields = xmlFields(text);
    if (fields !== null) return { kind: 'xml', root: fields, text };
  }
  return { kind: 'text', root: undefined, text };
}

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
