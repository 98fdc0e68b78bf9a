import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender } from './sender.ts';

export const tally: Sender = {
  id: 'tally',
  title: 'Tally',
  docsUrl: 'https://tally.so/help/webhooks',
  recognise: (request) =>
    headerOf(request, 'tally-signature') !== null ||
    (textAt(request.json, 'eventType') === 'FORM_RESPONSE' &&
      textAt(request.json, 'data', 'formId') !== null),
  eventId: ({ json }) => textAt(json, 'eventId'),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'data', 'formName') ?? textAt(json, 'data', 'formId'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'eventType'),
  verify: {
    secretName: 'Signing secret',
    ...hmac({ algorithm: 'sha256', encoding: 'base64', signatures: inHeader('tally-signature') }),
  },
  handshake: null,
  retries: {
    answerWithinMs: 10_000,
    tries: 6,
    overMs: null,
    note: 'Tried again after 5 and 30 minutes, an hour, six hours and a day.',
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'tally-signature': 'UfC//wjEE/VLDqq515WgsuDJ9sBaKmmv9Q5WhbdMvjA=',
    },
    body: '{"eventId":"a4cb511e-d513-4fa5-baee-b815d718dfd1","eventType":"FORM_RESPONSE","createdAt":"2026-11-22T11:59:58.123Z","data":{"responseId":"2wgx4n","submissionId":"2wgx4n","respondentId":"dwQKYm","formId":"VwbNEw","formName":"Contact us","createdAt":"2026-11-22T11:59:58.000Z","fields":[{"key":"question_mOGGkJ","label":"Your e-mail","type":"INPUT_EMAIL","value":"ana@example.com"}]}}',
    secret: '75ca41a9-6b5e-4ad5-a6a7-2b3b0a6c1f0e',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
