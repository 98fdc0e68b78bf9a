import { sha256 } from '#domain/digest.ts';
import { headerOf } from './read.ts';
import { isSameText } from './schemes/compare.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender, SenderRequest, SignatureCheck } from './sender.ts';

const fieldOf = ({ form }: SenderRequest, ...names: readonly string[]): string | null =>
  names.map((name) => form?.get(name) ?? '').find((value) => value !== '') ?? null;

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Each field's name and value in the order of names; a value that is repeated counts once. */
function signedFields({ form }: SenderRequest): readonly string[] {
  const fields = new Map<string, Set<string>>();
  for (const [name, value] of form ?? []) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, new Set([value]));
    else values.add(value);
  }
  return [...fields.keys()]
    .toSorted(byCodeUnit)
    .flatMap((name) => [...(fields.get(name) ?? [])].toSorted(byCodeUnit).flatMap((value) => [name, value]));
}

/** Twilio signs some addresses with their port and some without. */
function withOtherPort(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  const rest = address.slice(address.indexOf('/', `${protocol}//`.length));
  return `${protocol}//${hostname}${port === '' ? (protocol === 'https:' ? ':443' : ':80') : ''}${rest}`;
}

const schemeOf = (addressOf: (url: string) => string) =>
  hmac({
    algorithm: 'sha1',
    encoding: 'base64',
    signatures: inHeader('x-twilio-signature'),
    content: (request) => [addressOf(request.url), ...signedFields(request)],
  });
const asEntered = schemeOf((url) => url);
const otherwise = schemeOf(withOtherPort);

/** A message has some dozens; to sort and hash more than that only costs time. */
const fieldsMax = 1_000;

/** For a body that is not a form the address is signed, which then has its digest. */
const check: SignatureCheck = (request, secret, publishedKeys) => {
  if ((request.form?.size ?? 0) > fieldsMax) return { status: 'wrong' };
  const first = asEntered.check(request, secret, publishedKeys);
  const verification = first.status === 'wrong' ? otherwise.check(request, secret, publishedKeys) : first;
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
  verify: { secretName: 'Auth Token', ...asEntered, check },
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
  connect: {
    steps: [
      'Copy the Auth Token of your account in the Twilio Console and enter it here.',
      'Open Phone Numbers > Manage > Active numbers and choose the number.',
      'Paste {url} as the webhook for messages or calls that come in, and save.',
    ],
    events: [],
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
