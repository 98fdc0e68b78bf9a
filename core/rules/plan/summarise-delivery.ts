import { sha256 } from '#domain/digest.ts';
import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { eventNameOf } from '../document/event-name.ts';
import { quote, quoteText } from '../language/quote.ts';
import { summariseText } from './summarise-text.ts';

const fieldsMax = 8;
const depthMax = 4;

/** What people look for first; the earlier, the weightier. */
const weights: readonly RegExp[] = [
  /^(?:id|.*_id|number|order_?number|reference|key|sku)$/i,
  /^(?:status|state|action|result|outcome)$/i,
  /^(?:total|amount|price|quantity|count|sum|currency|score|rating)$/i,
  /^(?:name|title|subject|full_?name|customer|user|author|sender|from|login)$/i,
  /^(?:email|phone|company|country|city)$/i,
  /^(?:message|text|description|comment|reason|note|body|content)$/i,
  /^(?:created_?at|updated_?at|date|time|timestamp|due|url|html_url|link)$/i,
];

/** What a delivery holds, in its own words: nothing is added, nothing is judged, what is cut is said. */
export function summarise(document: DeliveryDocument): string {
  switch (document.kind) {
    case 'empty':
      return 'The delivery is empty.';
    case 'binary':
      return `Binary data: ${document.mediaType || 'no content type'}, ${bytes(document.body.byteLength)}, SHA-256 ${sha256(document.body)}.`;
    case 'text':
      return summariseText(document.text, document.mediaType === 'text/html');
    case 'json':
    case 'form':
    case 'xml':
      return document.root === undefined
        ? summariseText(document.text)
        : summariseValue(document.root, eventNameOf(document)) || 'The delivery has no values.';
  }
}

const bytes = (count: number): string => `${count.toLocaleString('en-US')} byte${count === 1 ? '' : 's'}`;

/** The same of a part of it. */
export function summariseValue(value: JsonValue, event: ReturnType<typeof eventNameOf> = null): string {
  if (typeof value === 'string') return summariseText(value);
  if (!isRecord(value)) return `${isList(value) ? 'A list: ' : ''}${quote(value)}.`;
  const fields = salient(value).filter(({ path }) => path !== event?.path);
  const shown = fields.slice(0, fieldsMax).map((field) => `${field.path}: ${quote(field.value)}`);
  const rest = fields.length - shown.length;
  return [
    ...(event === null ? [] : [`Event ${quoteText(event.name)}`]),
    ...shown,
    ...(rest > 0 ? [`${rest} more field${rest === 1 ? '' : 's'}`] : []),
  ].join('; ');
}

interface SalientField {
  readonly path: string;
  readonly value: JsonValue;
  readonly rank: number;
}

/** Values by weight of their key, then by depth, in the order of the delivery. */
function salient(root: JsonValue): readonly SalientField[] {
  const fields: SalientField[] = [];
  const visit = (value: JsonValue, path: string, key: string, depth: number): void => {
    if (isRecord(value) && depth < depthMax) {
      for (const [name, member] of Object.entries(value))
        visit(member, path === '' ? name : `${path}.${name}`, name, depth + 1);
    } else if (value !== null && value !== '') {
      const weight = weights.findIndex((pattern) => pattern.test(key));
      fields.push({ path, value, rank: (weight === -1 ? weights.length : weight) + depth * 2 });
    }
  };
  visit(root, '', '', 0);
  return fields.toSorted((one, other) => one.rank - other.rank);
}
