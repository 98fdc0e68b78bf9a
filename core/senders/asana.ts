import { isList } from '#domain/json-value.ts';
import { signedBy } from './data/signature.ts';
import { idOfContent } from './composed-id.ts';
import { headerOf, textAt, valueAt } from './read.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

/** A new webhook hands over its secret and wants it back; a heartbeat every eight hours has no events. */
function answerHandshake(request: SenderRequest): HandshakeAnswer | null {
  const secret = headerOf(request, 'x-hook-secret');
  if (secret !== null && /^[\x21-\x7e]{1,512}$/.test(secret))
    return { status: 200, headers: { 'x-hook-secret': secret }, body: null, secret };
  if (headerOf(request, 'x-hook-signature') === null) return null;
  const events = valueAt(request.json, 'events');
  return events !== undefined && isList(events) && events.length === 0 ? { status: 200, body: null } : null;
}

function eventName({ json }: SenderRequest): string | null {
  const type = textAt(json, 'events', 0, 'resource', 'resource_type');
  const action = textAt(json, 'events', 0, 'action');
  return type === null || action === null ? type : `${type}.${action}`;
}

function referenceUrl({ json }: SenderRequest): string | null {
  const gid = textAt(json, 'events', 0, 'resource', 'gid');
  const isTask = textAt(json, 'events', 0, 'resource', 'resource_type') === 'task';
  return isTask && gid !== null ? `https://app.asana.com/0/0/${encodeURIComponent(gid)}` : null;
}

export const asana: Sender = {
  id: 'asana',
  title: 'Asana',
  docsUrl: 'https://developers.asana.com/docs/webhooks-guide',
  recognise: (request) =>
    headerOf(request, 'x-hook-signature') !== null || headerOf(request, 'x-hook-secret') !== null,
  // Events have no ids, each has its moment; a try that is repeated repeats its body.
  eventId: (request) => (textAt(request.json, 'events', 0, 'action') === null ? null : idOfContent(request)),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'events', 0, 'resource', 'gid'),
  referenceUrl,
  eventName,
  ...signedBy(
    { kind: 'hmac', header: 'x-hook-signature' },
    'X-Hook-Secret, which Asana sends when the webhook is made',
  ),
  handshake: { methods: ['POST'], answer: answerHandshake, isSigned: false },
  retries: {
    answerWithinMs: 10_000,
    tries: null,
    overMs: 24 * 3_600_000,
    note: 'Takes 200 and 204 for success; a webhook that fails for 24 hours is deleted.',
  },
  connect: {
    steps: [
      'Send POST https://app.asana.com/api/1.0/webhooks with {url} as target and the id of a project or task as resource.',
      'Accept the secret here that Asana hands over while the webhook is made.',
    ],
    events: ['task.added', 'task.changed', 'task.deleted', 'story.added'],
  },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-hook-signature': '01ea7dbbccd85c224cd095019123bb7a7723d8311c0353951ad7452bd3c3e892',
    },
    body: '{"events":[{"user":{"gid":"12345","resource_type":"user"},"created_at":"2026-11-22T11:59:58.123Z","action":"changed","resource":{"gid":"1331","resource_type":"task","resource_subtype":"default_task"},"change":{"field":"due_on","action":"changed"},"parent":null}]}',
    secret: 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
