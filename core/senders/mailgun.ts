import { textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inRequest } from './schemes/signature-parts.ts';
import type { Sender, SenderRequest } from './sender.ts';

/** Events carry the parts of their signature in a member, forwarded messages in fields of the form. */
const partOf =
  (name: string) =>
  ({ json, form }: SenderRequest): string | null =>
    textAt(json, 'signature', name) ?? form?.get(name) ?? null;

const eventAt = ({ json }: SenderRequest, ...path: readonly string[]) => textAt(json, 'event-data', ...path);

export const mailgun: Sender = {
  id: 'mailgun',
  title: 'Mailgun',
  docsUrl: 'https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhooks',
  recognise: (request) =>
    partOf('signature')(request) !== null &&
    partOf('token')(request) !== null &&
    (eventAt(request, 'id') !== null || request.form?.has('recipient') === true),
  eventId: (request) => eventAt(request, 'id') ?? request.form?.get('Message-Id') ?? null,
  reference: (request) =>
    eventAt(request, 'message', 'headers', 'message-id') ??
    eventAt(request, 'recipient') ??
    request.form?.get('subject') ??
    null,
  referenceUrl: () => null,
  eventName: (request) => eventAt(request, 'event'),
  verify: {
    secretName: 'HTTP webhook signing key',
    ...hmac({
      algorithm: 'sha256',
      encoding: 'hex',
      signatures: inRequest('signature.signature', partOf('signature')),
      // Its pages set no window; this one covers its last try, seven and a half hours after the first.
      time: {
        part: inRequest('signature.timestamp', partOf('timestamp')),
        unit: 'seconds',
        toleranceMs: 8 * 3_600_000,
      },
      content: (request, time) => [time, partOf('token')(request) ?? ''],
    }),
    // The signature covers the moment and a token, not the content.
    signsContent: false,
  },
  handshake: null,
  retries: {
    answerWithinMs: null,
    tries: 7,
    overMs: 450 * 60_000,
    note: 'Takes 200 alone for success and 406 for a refusal; tries again after 5, 10 and 15 minutes, 1, 2 and 4 hours.',
  },
  connect: {
    steps: [
      'Copy the HTTP webhook signing key of your account and enter it here.',
      'Open Webhooks of the sending domain and choose Add webhook.',
      'Choose the event, paste {url} as URL, and do so for each event.',
    ],
    events: [
      'accepted',
      'rejected',
      'delivered',
      'failed',
      'opened',
      'clicked',
      'unsubscribed',
      'complained',
    ],
  },
  sample: {
    headers: { 'content-type': 'application/json', 'user-agent': 'mailgun/treq-20.9.0' },
    body: '{"signature":{"token":"c8a1e5a5d2c14f0a9c8c0d8b4d5e6f70aabbccddeeff001122","timestamp":"1795348800","signature":"80efb33c5f764f6cc255388cc16c7fd1ba69bda07ce596e89ff4bbdd03d1a8c7"},"event-data":{"id":"G9Bn5sl1TC6nu79C8C0bwg","timestamp":1795348799.1234,"event":"failed","severity":"permanent","recipient":"ana@example.com","message":{"headers":{"message-id":"20261122115958.1.A5D9@example.com","subject":"Your order"}}}}',
    secret: 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
