import { isSecretHeader } from '#domain/delivery-headers.ts';
import { isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import { readPlace } from '../data/place.ts';
import type { SenderRequest } from '../sender.ts';

/** A place, and why it is thought to be this one. */
export interface Named {
  readonly place: string;
  readonly why: string;
}

const envelopes = ['/data', '/payload', '/resource', '/object', '/detail', '/body', '/event', '/entity'];
const eventIdHeader =
  /^(?:webhook-id|svix-id|ce-id|idempotency-key)$|(?:^|-)(?:event|message|notification|delivery)-?(?:id|uuid|number)$|-delivery$/;
const eventIdMembers = [
  '/event_id',
  '/eventId',
  '/event/id',
  '/notification_id',
  '/notificationId',
  '/delivery_id',
  '/deliveryId',
  '/webhook_event_id',
  '/meta/event_id',
  '/metadata/event_id',
  '/header/event_id',
];
const eventNameHeader = /(?:^|-)(?:event|topic|event-?type|event-?name|event-?key)$|^ce-type$/;
const eventNameMembers = [
  '/event_type',
  '/eventType',
  '/event_name',
  '/eventName',
  '/type',
  '/event',
  '/topic',
  '/event/type',
  '/meta/event_name',
  '/trigger',
  '/triggerEvent',
  '/action',
  '/kind',
];
const referenceMembers = [
  '/data/object/id',
  '/data/id',
  '/payload/id',
  '/resource/id',
  '/object/id',
  '/entity/id',
  '/order/id',
  '/issue/id',
  '/ticket/id',
  '/detail/id',
  '/data/uuid',
  '/event/data/id',
  '/order_id',
  '/id',
];

const lineOf = (text: string | null): string | null => (text !== null && text.length <= 255 ? text : null);

const first = (
  request: SenderRequest,
  places: readonly string[],
  isFit: (text: string) => boolean,
): string | null =>
  places.find((place) => {
    const text = lineOf(readPlace(place)(request));
    return text !== null && isFit(text);
  }) ?? null;

const headersLike = ({ headers }: SenderRequest, pattern: RegExp): readonly string[] =>
  Object.keys(headers).filter((name) => pattern.test(name) && !isSecretHeader(name));

/** A text that tells one from others, and is no small number. */
const isUnique = (text: string): boolean => /^[\w.:@/+=-]{8,}$/.test(text) || /^\d{6,}$/.test(text);

/** An envelope: an id beside the name of an event and what it is about. */
function isEnvelope({ json }: SenderRequest): boolean {
  if (!isRecord(json)) return false;
  const names = Object.keys(json).map((name) => `/${name}`);
  return (
    names.some((name) => eventNameMembers.includes(name)) &&
    envelopes.some((name) => isNested(json[name.slice(1)]))
  );
}

const isNested = (value: JsonValue | undefined): boolean =>
  isRecord(value) || (value !== undefined && isList(value));

/** `earlier` are other deliveries of the sender: what is equal in two of them names no event. */
export function findEventId(request: SenderRequest, earlier: readonly SenderRequest[]): Named | null {
  const tells = (place: string) => {
    const values = [request, ...earlier].map((one) => readPlace(place)(one));
    return new Set(values).size === values.length;
  };
  const member = first(
    request,
    [...eventIdMembers, ...(isEnvelope(request) ? ['/id', '/uuid', '/_id'] : [])].filter(tells),
    isUnique,
  );
  if (member !== null) return { place: member, why: 'A member of the body that names the event.' };
  const header = first(request, headersLike(request, eventIdHeader).filter(tells), isUnique);
  return header === null ? null : { place: header, why: 'A header that names the event or its delivery.' };
}

/** Words, not a sentence and not a key. */
const isName = (text: string): boolean => /^[A-Za-z][\w.:/ -]{1,79}$/.test(text) && !/\d{5}/.test(text);

export function findEventName(request: SenderRequest): Named | null {
  const member = first(request, eventNameMembers, isName);
  const header = first(request, headersLike(request, eventNameHeader), isName);
  const place = header ?? member;
  return place === null
    ? null
    : {
        place,
        why:
          place === header
            ? 'A header called after the event.'
            : 'A member of the body called after the event.',
      };
}

export function findReference(request: SenderRequest, eventId: string | null): Named | null {
  // An object that says that it is the event is not what the event is about.
  const isEvent = (place: string) =>
    /event|notification/i.test(readPlace(place.replace(/id$/, 'type'))(request) ?? '');
  const place = first(
    request,
    referenceMembers.filter((one) => one !== eventId && !isEvent(one)),
    (text) => text.trim() !== '',
  );
  return place === null ? null : { place, why: 'The id of what the event is about.' };
}
