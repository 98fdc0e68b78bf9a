import { createHmac } from 'node:crypto';

import { idOfParts } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

const objectAt = ({ json }: SenderRequest, member: string) => textAt(json, 'payload', 'object', member);

/** A form in which nothing that is signed can be written: the answer is a signature too. */
const isPlainToken = (text: string) => /^[\w-]{1,128}$/.test(text);

/** Sent when the address is saved, and every 72 hours. */
function answerValidation({ json }: SenderRequest, secret: string | null): HandshakeAnswer | null {
  const plainToken = textAt(json, 'payload', 'plainToken');
  if (
    textAt(json, 'event') !== 'endpoint.url_validation' ||
    plainToken === null ||
    secret === null ||
    !isPlainToken(plainToken)
  )
    return null;
  const encryptedToken = createHmac('sha256', secret).update(plainToken).digest('hex');
  return { status: 200, body: { plainToken, encryptedToken } };
}

export const zoom: Sender = {
  id: 'zoom',
  title: 'Zoom',
  docsUrl: 'https://developers.zoom.us/docs/api/webhooks/',
  recognise: (request) => headerOf(request, 'x-zm-signature') !== null,
  // Nothing names the event: what happened to what, and the millisecond that it happened in.
  eventId: (request) =>
    idOfParts([
      textAt(request.json, 'event'),
      textAt(request.json, 'event_ts'),
      objectAt(request, 'uuid') ?? objectAt(request, 'id') ?? '',
      textAt(request.json, 'payload', 'object', 'participant', 'user_id') ?? '',
    ]),
  eventIdIsSigned: true,
  reference: (request) => objectAt(request, 'topic') ?? objectAt(request, 'id'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'event'),
  verify: {
    secretName: 'Secret Token',
    ...hmac({
      algorithm: 'sha256',
      encoding: 'hex',
      signatures: inHeader('x-zm-signature', 'v0='),
      // Its pages set no window; this one covers its last try, 85 minutes after the first.
      time: { part: inHeader('x-zm-request-timestamp'), unit: 'seconds', toleranceMs: 2 * 3_600_000 },
      content: ({ rawBody }, time) => [`v0:${time}:`, rawBody],
    }),
  },
  handshake: { methods: ['POST'], answer: answerValidation, isSigned: true },
  retries: {
    answerWithinMs: 3_000,
    tries: 4,
    overMs: 85 * 60_000,
    note: 'Takes 200 and 204 for success; tries again after 5, 20 and 60 minutes.',
  },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Zoom Marketplace/1.0a',
      'x-zm-request-timestamp': '1795348800',
      'x-zm-signature': 'v0=b7a97851e4d57952e6eba29d097f686e6ad3211aba2006aad52261cbd386c9f0',
    },
    body: '{"event":"meeting.started","event_ts":1795348799123,"payload":{"account_id":"AAAAAABBBB","object":{"id":"1234567890","uuid":"4444AAAiAAAAAiAiAiiAii==","host_id":"x1yCzABCDEfg23HiJKl4mN","topic":"Planning","start_time":"2026-11-22T11:59:59Z"}}}',
    secret: 'zoom-secret-token-3',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
