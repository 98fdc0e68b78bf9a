import { randomUUID } from 'node:crypto';

import type { EventIdSource } from '#contracts/event.ts';
import { sha256 } from './digest.ts';
import { DomainError } from './domain-error.ts';

/** The key that makes two deliveries of one automation the same event. */
export interface EventId {
  /** Null where the delivery is an event of its own: then it is its delivery id. */
  readonly eventId: string | null;
  readonly source: EventIdSource;
  /** Identity inside an automation: a kind and a name, so that a digest never equals a sender's own id. */
  readonly key: string;
}

const charactersMax = 255;
const plain = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * The first of the key that the owner chose, header, `event_id`, `idempotency_key`, the sender's own that carries an id,
 * else the payload's digest within the UTC day, or where bodies are not compared one that no other delivery has. `json` parses the body where it counts as JSON; it is called only when the
 * header carries none. Throws INVALID_EVENT_ID.
 */
export function eventIdOf(input: {
  /** The value at the place that the owner of the automation chose; null if there is none. */
  readonly custom?: string | null;
  readonly header: string | undefined;
  readonly json: () => unknown;
  /** The sender's own id of the event; null where there is none. */
  readonly ofSender?: (() => string | null) | undefined;
  readonly body: Uint8Array;
  /** Whether equal bodies are one event. Default: yes. */
  readonly payloadDedupe?: boolean;
  readonly receivedAt: Date;
}): EventId {
  const custom = nonBlank(input.custom);
  // Not the fault of whoever sends, so that it is no refusal.
  if (custom !== null && isShort(custom)) return given('custom', custom);
  const fromHeader = nonBlank(input.header);
  if (fromHeader !== null) return given('header', fromHeader);
  const json = input.json();
  for (const member of ['event_id', 'idempotency_key'] as const) {
    const eventId = nonBlank(memberOf(json, member));
    if (eventId !== null) return given(member, eventId);
  }
  const ofSender = nonBlank(input.ofSender?.());
  // Not the fault of whoever set the automation up, so that it is no refusal.
  if (ofSender !== null && isShort(ofSender)) return given('sender', ofSender);
  if (input.payloadDedupe === false)
    return { eventId: null, source: 'delivery', key: `delivery/${randomUUID()}` };
  const digest = sha256(input.body);
  const day = input.receivedAt.toISOString().slice(0, 10);
  return { eventId: `sha256:${digest}`, source: 'payload', key: `payload/${day}/${digest}` };
}

const isShort = (eventId: string): boolean => Array.from(eventId).length <= charactersMax;

function memberOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, name)
    ? (json as Record<string, unknown>)[name]
    : undefined;
}

function nonBlank(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

function given(source: EventIdSource, eventId: string): EventId {
  if (!isShort(eventId))
    throw new DomainError('INVALID_EVENT_ID', `The event id is longer than ${charactersMax} characters`);
  return { eventId, source, key: keyOfGivenId(eventId) };
}

/** The key of an event whose id its sender gave, in whatever place. */
export function keyOfGivenId(eventId: string): string {
  if (plain.test(eventId)) return `id/${eventId}`;
  // UTF-16 keeps lone surrogates apart, which UTF-8 would turn into one replacement character.
  return `digest/${sha256(Buffer.from(eventId, 'utf16le'))}`;
}
