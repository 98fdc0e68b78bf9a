import { headerOf } from './read.ts';
import { isSameText } from './schemes/compare.ts';
import { hmac, type SignedContent } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import { sha256 } from '../domain/digest.ts';
import type { Sender, SenderRequest, SignatureCheck } from './sender.ts';

const fieldOf = ({ form }: SenderRequest, ...names: readonly string[]): string | null =>
  names.map((name) => form?.get(name) ?? '').find((value) => value !== '') ?? null;

/** The address, then each field's name and value in the order of names; a value that is repeated counts once. */
function content({ url, form }: SenderRequest): SignedContent {
  const names = [...new Set(form?.keys())].toSorted(byCodeUnit);
  return [
    url,
    ...names.flatMap((name) =>
      [...new Set(form?.getAll(name))].toSorted(byCodeUnit).flatMap((value) => [name, value]),
    ),
  ];
}
const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const signature = hmac({
  algorithm: 'sha1',
  encoding: 'base64',
  signatures: inHeader('x-twilio-signature'),
  content,
});

/** Of a body that is no form the address is signed, which then has its digest. */
const check: SignatureCheck = (request, secret, publishedKeys) => {
  const verification = signature.check(request, secret, publishedKeys);
  if (request.form !== undefined || verification.status !== 'verified') return verification;
  const digest = request.query.get('bodySHA256');
  if (digest === null) return { status: 'missing', missing: 'bodySHA256' };
  return isSameText(sha256(request.rawBody), digest.toLowerCase()) ? verification : { status: 'wrong' };
};

export const twilio: Sender = {
  id: 'twilio',
  title: 'Twilio',
  docsUrl: 'https://www.twilio.com/docs/usage/webhooks',
  recognise: (request) => headerOf(request, 'x-twilio-signature') !== null,
  // Stays on retries.
  eventId: (request) => headerOf(request, 'i-twilio-idempotency-token'),
  reference: (request) => fieldOf(request, 'From', 'MessageSid', 'CallSid'),
  referenceUrl: () => null,
  eventName: (request) => fieldOf(request, 'MessageStatus', 'SmsStatus', 'CallStatus', 'EventType'),
  verify: { secretName: 'Auth Token', ...signature, check },
  handshake: null,
  // Calls and messages want TwiML; any other type of answer is an error in the owner's console.
  accepted: ({ form }) =>
    form === undefined ? null : { status: 200, contentType: 'text/xml', body: '<Response/>' },
  retries: {
    answerWithinMs: 15_000,
    tries: null,
    overMs: null,
    note: 'Tries again only where the address of the webhook says so (#rc=…), after errors of the connection by default.',
  },
  sample: {
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'i-twilio-idempotency-token': '8c6fc6b5-8fa3-4b8f-ae27-9b1f1f0a2c11',
      'x-twilio-signature': 'TJf8s4MFKfbAJd242IpyrDnhemk=',
    },
    body: 'ToCountry=US&SmsMessageSid=SM1f0e8ae6ade43cb3c0ce4525424e404f&SmsStatus=received&Body=Where+is+my+order%3F+%C3%BC&From=%2B16505551234&To=%2B15550783881&MessageSid=SM1f0e8ae6ade43cb3c0ce4525424e404f&AccountSid=AC0123456789abcdef0123456789abcdef&NumMedia=0&ApiVersion=2010-04-01',
    secret: '12345678901234567890123456789012',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
