import { isList } from '#domain/json-value.ts';
import { idOfParts } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import { keyOfBase64 } from './schemes/keys.ts';
import { publicKeySignature } from './schemes/public-key.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender } from './sender.ts';

const dayMs = 24 * 3_600_000;

export const sendgrid: Sender = {
  id: 'sendgrid',
  title: 'SendGrid',
  docsUrl: 'https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event',
  recognise: (request) =>
    headerOf(request, 'x-twilio-email-event-webhook-signature') !== null ||
    textAt(request.json, 0, 'sg_event_id') !== null,
  // A request carries the events of a few seconds.
  eventId: ({ json }) =>
    json !== undefined && isList(json) ? idOfParts(json.map((event) => textAt(event, 'sg_event_id'))) : null,
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 0, 'email'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 0, 'event'),
  verify: {
    secretName: 'Verification key of the signed event webhook',
    ...publicKeySignature({
      algorithm: 'sha256',
      encoding: 'base64',
      signature: inHeader('x-twilio-email-event-webhook-signature'),
      // Its pages set no window; this one covers its last try.
      time: {
        part: inHeader('x-twilio-email-event-webhook-timestamp'),
        unit: 'seconds',
        toleranceMs: dayMs + 3_600_000,
      },
      content: ({ rawBody }, time) => [time, rawBody],
      key: { from: 'secret', read: keyOfBase64 },
    }),
  },
  handshake: null,
  retries: { answerWithinMs: null, tries: null, overMs: dayMs, note: null },
  connect: {
    steps: [
      'Open Settings > Mail Settings > Event Webhooks and create a webhook.',
      'Paste {url} as Post URL, tick the events, enable the Signed Event Webhook and save.',
      'Copy the Verification Key and enter it here.',
    ],
    events: [
      'processed',
      'delivered',
      'deferred',
      'bounce',
      'dropped',
      'open',
      'click',
      'spamreport',
      'unsubscribe',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'SendGrid Event API',
      'x-twilio-email-event-webhook-timestamp': '1795348800',
      'x-twilio-email-event-webhook-signature':
        'MEQCICSyrs4DHBXCQM4z4GLctI9ZYcaaBiqUqvWlinxk4sb/AiAT9bnlxfE+cUbuYw9f3RPMqmYbqLTy+Kme8XF1jGD0EA==',
    },
    body: '[{"email":"ana@example.com","timestamp":1795348799,"smtp-id":"<14c5d75ce93.dfd.64b469@ismtpd-555>","event":"bounce","category":["orders"],"sg_event_id":"ZGVsaXZlcmVkLTAtMTIzNDU2","sg_message_id":"14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0","reason":"500 unknown recipient","status":"5.0.0"}]\r\n',
    secret:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEA7ioB5HnJXujRMLBSHfBWTheEbvBWYP+gcRHV62X3Ek3g3qDbPvJlAwOrqCHWOpqx40sUgg54+kvqo9Te4BEgw==',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
