import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader, inRequest } from './schemes/signature-parts.ts';
import type { Sender, SenderRequest } from './sender.ts';

const minuteMs = 60_000;

function eventName({ json }: SenderRequest): string | null {
  const [type, action] = [textAt(json, 'type'), textAt(json, 'action')];
  return type === null || action === null ? type : `${type}.${action}`;
}

export const linear: Sender = {
  id: 'linear',
  title: 'Linear',
  docsUrl: 'https://linear.app/developers/webhooks',
  recognise: (request) =>
    headerOf(request, 'linear-signature') !== null || headerOf(request, 'linear-delivery') !== null,
  // Retries keep it, while `webhookTimestamp` in the body is the moment of each try.
  eventId: (request) => headerOf(request, 'linear-delivery'),
  reference: ({ json }) => textAt(json, 'data', 'identifier') ?? textAt(json, 'data', 'id'),
  referenceUrl: ({ json }) => textAt(json, 'url') ?? textAt(json, 'data', 'url'),
  eventName,
  verify: {
    secretName: 'Signing secret',
    ...hmac({
      algorithm: 'sha256',
      encoding: 'hex',
      signatures: inHeader('linear-signature'),
      time: {
        part: inRequest('webhookTimestamp', ({ json }) => textAt(json, 'webhookTimestamp')),
        unit: 'milliseconds',
        toleranceMs: minuteMs,
      },
    }),
  },
  handshake: null,
  retries: {
    answerWithinMs: 5_000,
    tries: 4,
    overMs: 7 * 60 * minuteMs + minuteMs,
    note: 'Takes 200 alone for success; tries again after a minute, an hour and six hours, then may switch the webhook off.',
  },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Linear-Webhook',
      'linear-delivery': '234d1a4e-b617-4388-90fe-adc3633d6b72',
      'linear-event': 'Issue',
      'linear-signature': 'fa62fa426be391b08e82783e2e8462989a12edf2150be6b1d8aab180985183e6',
    },
    body: '{"action":"update","type":"Issue","createdAt":"2026-11-22T11:59:59.000Z","data":{"id":"2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9","identifier":"ENG-12","title":"Checkout fails"},"url":"https://linear.app/acme/issue/ENG-12","webhookTimestamp":1795348800000,"webhookId":"000042e3-d123-4980-b49f-8e140eef9329"}',
    secret: 'lin_wh_5f2b1cQ8',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
