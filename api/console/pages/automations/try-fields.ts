import { randomUUID } from 'node:crypto';

import type { DeliveryText } from './last-delivery.ts';

/** Kinds of bodies that are offered; any other may be typed. */
export const bodyKinds = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'Form',
  'text/plain': 'Text',
} as const;

/** The fields of the form that sends a delivery, by their names in the API. */
const fieldNames = ['contentType', 'body', 'eventId', 'reference', 'referenceUrl', 'headers'] as const;
export type TryFields = Readonly<Record<(typeof fieldNames)[number], string>>;

const textsOf = (given: Readonly<Partial<TryFields>>): TryFields => {
  const texts = Object.fromEntries(fieldNames.map((name) => [name, given[name] ?? '']));
  return texts as TryFields;
};

export const fieldsOfTry = (form: URLSearchParams): TryFields => {
  const fields = textsOf(Object.fromEntries(form));
  // Browsers send line breaks of a text area as CRLF.
  return { ...fields, body: fields.body.replaceAll('\r\n', '\n') };
};

/** The sample while nothing has arrived yet. */
const example = {
  contentType: 'application/json',
  body: '{\n  "order": { "id": 7, "status": "paid", "total": 120 }\n}',
};

/** The initial values of the form. Each has an event id of its own: what was sent before would be a duplicate. */
export function firstTry(
  given: Pick<DeliveryText, 'contentType' | 'body'> & Partial<DeliveryText> = example,
) {
  const { contentType, body, reference, referenceUrl, headers = {} } = given;
  return textsOf({
    contentType,
    body: contentType.startsWith('application/json') ? indented(body) : body,
    eventId: `try-${randomUUID().slice(0, 8)}`,
    reference: reference ?? '',
    referenceUrl: referenceUrl ?? '',
    headers: Object.entries(eventHeaders(headers))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  });
}

/** Without those that say nothing of the event, and those that have a field of their own. */
export const eventHeaders = (headers: DeliveryText['headers']): DeliveryText['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)));

const ofConnection =
  /^(content-|accept|connection$|host$|user-agent$|transfer-|keep-alive$|via$|forwarded|x-forwarded|x-real-ip|x-service-|sec-|traceparent|tracestate)/i;

/** As the operation takes them; a line without a colon is a name without a value. */
export const bodyOfTry = ({ headers, ...fields }: TryFields) => ({
  ...fields,
  headers: Object.fromEntries(
    headers
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', ...value] = line.split(':');
        return [name.trim(), value.join(':').trim()];
      }),
  ),
});

/** On several lines where nothing of it changes by that: numbers keep all of their digits. */
function indented(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    return body.includes('\n') || JSON.stringify(parsed) !== body ? body : JSON.stringify(parsed, null, 2);
  } catch {
    return body;
  }
}
