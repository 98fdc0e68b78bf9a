import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender, SenderRequest } from './sender.ts';

function referenceUrl({ json }: SenderRequest): string | null {
  const form = textAt(json, 'form_response', 'form_id');
  return form === null ? null : `https://admin.typeform.com/form/${encodeURIComponent(form)}/results`;
}

export const typeform: Sender = {
  id: 'typeform',
  title: 'Typeform',
  docsUrl: 'https://www.typeform.com/developers/webhooks/',
  recognise: (request) =>
    headerOf(request, 'typeform-signature') !== null ||
    (textAt(request.json, 'event_type') === 'form_response' &&
      textAt(request.json, 'form_response', 'form_id') !== null),
  eventId: ({ json }) => textAt(json, 'event_id'),
  eventIdIsSigned: true,
  reference: ({ json }) =>
    textAt(json, 'form_response', 'definition', 'title') ?? textAt(json, 'form_response', 'form_id'),
  referenceUrl,
  eventName: ({ json }) => textAt(json, 'event_type'),
  verify: {
    secretName: 'Secret of the webhook',
    ...hmac({
      algorithm: 'sha256',
      encoding: 'base64',
      signatures: inHeader('typeform-signature', 'sha256='),
    }),
  },
  handshake: null,
  retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Typeform Webhooks',
      'typeform-signature': 'sha256=gM+E+hBGf8moTSdrQxhZQAOjIKOItTiGegsPutJUc7I=',
    },
    body: '{"event_id":"LtWXD3crgy","event_type":"form_response","form_response":{"form_id":"lT4Z3j","token":"a3a12ec67a1365927098a606107fac15","submitted_at":"2026-11-22T11:59:58Z","definition":{"id":"lT4Z3j","title":"Contact us","fields":[{"id":"SMEUb7VJz92Q","type":"email","title":"Your e-mail"}]},"answers":[{"type":"email","email":"ana@example.com","field":{"id":"SMEUb7VJz92Q","type":"email"}}]}}',
    secret: 'typeform-secret-12',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
