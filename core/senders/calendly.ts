import { idOfParts } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inPairs } from './schemes/signature-parts.ts';
import type { Sender } from './sender.ts';

const signature = 'calendly-webhook-signature';

export const calendly: Sender = {
  id: 'calendly',
  title: 'Calendly',
  docsUrl: 'https://developer.calendly.com/api-docs/overview/webhooks',
  recognise: (request) => headerOf(request, signature) !== null,
  // Nothing names the event; an invitee is created and cancelled once, and is marked absent under another address.
  eventId: ({ json }) =>
    idOfParts([
      textAt(json, 'event'),
      textAt(json, 'payload', 'uri'),
      textAt(json, 'payload', 'no_show', 'uri') ?? '',
    ]),
  eventIdIsSigned: true,
  reference: ({ json }) =>
    textAt(json, 'payload', 'scheduled_event', 'name') ?? textAt(json, 'payload', 'email'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'event'),
  verify: {
    secretName: 'Signing key of the webhook subscription',
    ...hmac({
      algorithm: 'sha256',
      encoding: 'hex',
      signatures: inPairs(signature, 'v1'),
      time: { part: inPairs(signature, 't'), unit: 'seconds', toleranceMs: 180_000 },
      content: ({ rawBody }, time) => [`${time}.`, rawBody],
    }),
  },
  handshake: null,
  retries: {
    answerWithinMs: 15_000,
    tries: null,
    overMs: 24 * 3_600_000,
    note: 'A subscription without a success in 24 hours is switched off.',
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'calendly-webhook-signature':
        't=1795348800,v1=60d47d20659a72a9a5484bcc621f29f6b65497b504632f9f9b638b0cd2fe3df6',
    },
    body: '{"created_at":"2026-11-22T11:59:58.000000Z","created_by":"https://api.calendly.com/users/AAAAAAAAAAAAAAAA","event":"invitee.created","payload":{"uri":"https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/BBBBBBBBBBBBBBBB","email":"ana@example.com","name":"Ana","status":"active","no_show":null,"reschedule_url":"https://calendly.com/reschedulings/BBBBBBBBBBBBBBBB","scheduled_event":{"name":"Intro call","start_time":"2026-11-25T10:00:00.000000Z"}}}',
    secret: 'ulr8zJr3bRQoa4VxjGpB0mWdzF1d0xVQ',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
