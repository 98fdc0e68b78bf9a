import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A delivery of a sender that the list does not have, signed here by its documentation and by no code of the service. */
export interface UnknownSender {
  readonly name: string;
  readonly secret: string;
  /** The delivery of a body at a moment. */
  readonly deliver: (
    body: string,
    ms: number,
  ) => { readonly headers: Record<string, string>; readonly search?: string };
  /** A body with the number of its event. */
  readonly body: (number: number) => string;
  /** The place of its event id by its documentation; null where it has none. Absent: its pages are silent. */
  readonly eventId?: string | null;
  /** Data cannot say how it signs: nothing may be proposed as a signature. */
  readonly isBeyond?: true;
}

export const url = 'https://hooks.example.com/hooks/token';
const seconds = (ms: number) => String(Math.floor(ms / 1_000));
const hmac = (algorithm: string, key: string | Buffer, content: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac(algorithm, key).update(content).digest(encoding);

const envelope = (type: string) => (number: number) =>
  JSON.stringify({
    id: `evt_${String(number).padStart(12, '0')}`,
    type,
    created_at: '2026-11-22T11:59:58Z',
    data: { id: `obj_${number}`, amount: 4000 + number },
  });
const plain = (number: number) =>
  JSON.stringify({ order: { number, total: '40.00' }, customer: 'ana@example.com' });
const uuidOf = (number: number) => `831e1650-001e-401b-86ab-${String(number).padStart(12, '0')}`;

/** HMAC of the body alone, in one header. */
const ofBody = (
  name: string,
  header: string,
  more: {
    readonly algorithm?: string;
    readonly encoding?: 'hex' | 'base64';
    readonly prefix?: string;
    readonly body?: (number: number) => string;
    readonly eventId?: string | null;
    readonly secret?: string;
  } = {},
): UnknownSender => {
  const {
    algorithm = 'sha256',
    encoding = 'hex',
    prefix = '',
    body = plain,
    eventId,
    secret = `${name.toLowerCase().replaceAll(/\W/g, '-')}-secret-31`,
  } = more;
  return {
    name,
    secret,
    body,
    ...(eventId !== undefined && { eventId }),
    deliver: (text) => ({
      headers: {
        'content-type': 'application/json',
        [header]: prefix + hmac(algorithm, secret, text, encoding),
      },
    }),
  };
};

/** Pairs such as `t=…,v1=…` over the moment and the body. */
const ofPairs = (
  name: string,
  header: string,
  separator = '.',
  keys: readonly [string, string] = ['t', 'v1'],
  join = ',',
  body = envelope('thing.changed'),
): UnknownSender => {
  const secret = `${name.toLowerCase().replaceAll(/\W/g, '-')}-secret-32`;
  return {
    name,
    secret,
    body,
    eventId: '/id',
    deliver: (text, ms) => ({
      headers: {
        'content-type': 'application/json',
        [header]: `${keys[0]}=${seconds(ms)}${join}${keys[1]}=${hmac('sha256', secret, `${seconds(ms)}${separator}${text}`)}`,
      },
    }),
  };
};

/** The moment in a header of its own. */
const ofTime = (
  name: string,
  headers: { readonly signature: string; readonly time: string },
  content: (time: string, body: string) => string,
  more: {
    readonly algorithm?: string;
    readonly encoding?: 'hex' | 'base64';
    readonly prefix?: string;
    readonly milliseconds?: true;
    readonly key?: (secret: string) => Buffer;
    readonly secret?: string;
    readonly body?: (number: number) => string;
    readonly eventId?: string | null;
  } = {},
): UnknownSender => {
  const {
    algorithm = 'sha256',
    encoding = 'hex',
    prefix = '',
    milliseconds,
    secret = `${name.toLowerCase().replaceAll(/\W/g, '-')}-secret-33`,
    key = (text: string) => Buffer.from(text),
    body = envelope('thing.changed'),
    eventId = '/id',
  } = more;
  return {
    name,
    secret,
    body,
    eventId,
    deliver: (text, ms) => {
      const time = milliseconds ? String(ms) : seconds(ms);
      const signature = prefix + hmac(algorithm, key(secret), content(time, text), encoding);
      return {
        headers: { 'content-type': 'application/json', [headers.time]: time, [headers.signature]: signature },
      };
    },
  };
};

const keyPair = (type: 'ec' | 'ed25519' | 'rsa') => {
  const pair =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : type === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ed25519');
  return {
    privateKey: pair.privateKey as KeyObject,
    pem: (pair.publicKey as KeyObject).export({ type: 'spki', format: 'pem' }).toString(),
  };
};
const [ecKey, edKey, rsaKey] = [keyPair('ec'), keyPair('ed25519'), keyPair('rsa')];

export const unknownSenders: readonly UnknownSender[] = [
  ofBody('Paystack', 'x-paystack-signature', { algorithm: 'sha512' }),
  ofBody('GoCardless', 'webhook-signature'),
  ofBody('LaunchDarkly', 'x-ld-signature'),
  ofBody('Onfido', 'x-sha2-signature'),
  ofBody('Veriff', 'x-hmac-signature'),
  ofBody('Modern Treasury', 'x-signature'),
  ofBody('Dwolla', 'x-request-signature-sha-256', { body: envelope('customer_created'), eventId: '/id' }),
  ofBody('Checkout.com', 'cko-signature', { body: envelope('payment_approved'), eventId: '/id' }),
  ofBody('Smartsheet', 'smartsheet-hmac-sha256'),
  ofBody('Shortcut', 'payload-signature'),
  ofBody('Nylas', 'x-nylas-signature', { body: envelope('message.created'), eventId: '/id' }),
  ofBody('Ashby', 'ashby-signature', { prefix: 'sha256=' }),
  ofBody('Greenhouse', 'signature', { prefix: 'sha256 ' }),
  ofBody('Segment', 'x-signature', { algorithm: 'sha1' }),
  ofBody('Heroku', 'heroku-webhook-hmac-sha256', {
    encoding: 'base64',
    body: envelope('api:release'),
    eventId: '/id',
  }),
  ofBody('CircleCI', 'circleci-signature', { prefix: 'v1=' }),
  ofBody('Coinbase Commerce', 'x-cc-webhook-signature'),
  ofBody('Sumsub', 'x-payload-digest'),
  ofBody('Wistia', 'x-wistia-signature'),
  ofBody('Gusto', 'x-gusto-signature', {
    body: (number) =>
      JSON.stringify({
        uuid: uuidOf(number),
        event_type: 'company.updated',
        resource_type: 'Company',
        resource_uuid: uuidOf(99),
      }),
  }),
  ofBody('Treblle', 'x-treblle-signature', { algorithm: 'sha384', encoding: 'base64' }),
  ofPairs('Mux', 'mux-signature'),
  ofPairs('Persona', 'persona-signature'),
  ofPairs('Increase', 'increase-webhook-signature'),
  ofPairs('Courier', 'courier-signature', '.', ['t', 'signature']),
  ofPairs('Buildkite', 'x-buildkite-signature', '.', ['timestamp', 'signature']),
  ofPairs('Trolley', 'x-paymentrails-signature', ''),
  ofPairs('Knock', 'x-knock-signature', '.', ['t', 's']),
  ofPairs('ElevenLabs', 'elevenlabs-signature', '.', ['t', 'v0']),
  ofPairs('Recharge', 'x-recharge-signature', ':', ['ts', 'h1'], ';'),
  ofTime(
    'Customer.io',
    { signature: 'x-cio-signature', time: 'x-cio-timestamp' },
    (time, body) => `v0:${time}:${body}`,
  ),
  ofTime(
    'Frame.io',
    { signature: 'x-frameio-signature', time: 'x-frameio-request-timestamp' },
    (time, body) => `v0:${time}:${body}`,
    { prefix: 'v0=' },
  ),
  ofTime(
    'BambooHR',
    { signature: 'x-bamboohr-signature', time: 'x-bamboohr-timestamp' },
    (time, body) => body + time,
  ),
  ofTime(
    'Daily',
    { signature: 'x-webhook-signature', time: 'x-webhook-timestamp' },
    (time, body) => `${time}.${body}`,
    {
      encoding: 'base64',
      secret: Buffer.from('daily-key-of-32-bytes-for-hmac-00').toString('base64'),
      key: (secret) => Buffer.from(secret, 'base64'),
    },
  ),
  ofTime(
    'Lithic',
    { signature: 'x-lithic-hmac', time: 'x-lithic-timestamp' },
    (time, body) => `${time}|${body}`,
    { milliseconds: true },
  ),
  ofTime(
    'Hex key',
    { signature: 'x-hex-signature', time: 'x-hex-timestamp' },
    (time, body) => `${time}.${body}`,
    {
      secret: '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056',
      key: (secret) => Buffer.from(secret, 'hex'),
    },
  ),
  ofTime(
    'Address and body',
    { signature: 'x-api-signature', time: 'x-api-time' },
    (time, body) => `${time}${url}${body}`,
    { algorithm: 'sha512', encoding: 'base64' },
  ),
  ofTime(
    'Request line',
    { signature: 'x-line-signature-2', time: 'x-line-time' },
    (time, body) => `POST\n/hooks/token\n${time}\n${body}`,
  ),
  {
    name: 'Persisted message',
    secret: 'persisted-message-secret',
    body: plain,
    eventId: 'x-relay-message-id',
    deliver: (text, ms) => {
      const id = uuidOf(Number(/\d+/.exec(text)?.[0] ?? 0));
      return {
        headers: {
          'content-type': 'application/json',
          'x-relay-message-id': id,
          'x-relay-time': seconds(ms),
          'x-relay-signature': hmac(
            'sha256',
            'persisted-message-secret',
            `${id}.${seconds(ms)}.${text}`,
            'base64',
          ),
        },
      };
    },
  },
  {
    name: 'Square of old',
    secret: 'address-and-body-secret',
    body: envelope('payment.updated'),
    eventId: '/id',
    deliver: (text) => ({
      headers: {
        'content-type': 'application/json',
        'x-pay-signature': hmac('sha1', 'address-and-body-secret', url + text, 'base64'),
      },
    }),
  },
  {
    name: 'Flutterwave',
    secret: 'flutterwave-hash-31',
    body: plain,
    deliver: () => ({ headers: { 'content-type': 'application/json', 'verif-hash': 'flutterwave-hash-31' } }),
  },
  {
    name: 'Token in the query',
    secret: 'query-token-0031',
    body: plain,
    deliver: () => ({ headers: { 'content-type': 'application/json' }, search: '?key=query-token-0031' }),
  },
  {
    name: 'Chargebee',
    secret: 'reveille:chargebee-pass',
    body: (number) =>
      JSON.stringify({
        id: `ev_${String(number).padStart(10, '0')}`,
        event_type: 'invoice_generated',
        content: { invoice: { id: number } },
      }),
    deliver: () => ({
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('reveille:chargebee-pass').toString('base64')}`,
      },
    }),
  },
  {
    name: 'Bearer',
    secret: 'bearer-token-0031',
    body: plain,
    deliver: () => ({
      headers: { 'content-type': 'application/json', authorization: 'Bearer bearer-token-0031' },
    }),
  },
  {
    name: 'Wise',
    secret: rsaKey.pem,
    body: plain,
    deliver: (text) => ({
      headers: {
        'content-type': 'application/json',
        'x-signature-sha256': sign('sha256', Buffer.from(text), rsaKey.privateKey).toString('base64'),
      },
    }),
  },
  {
    name: 'ECDSA',
    secret: ecKey.pem,
    body: plain,
    deliver: (text, ms) => ({
      headers: {
        'content-type': 'application/json',
        'x-key-time': seconds(ms),
        'x-key-signature': sign('sha256', Buffer.from(seconds(ms) + text), ecKey.privateKey).toString(
          'base64',
        ),
      },
    }),
  },
  {
    name: 'Ed25519',
    secret: edKey.pem,
    body: plain,
    deliver: (text, ms) => ({
      headers: {
        'content-type': 'application/json',
        'x-ed-time': seconds(ms),
        'x-ed-signature': sign(null, Buffer.from(seconds(ms) + text), edKey.privateKey).toString('hex'),
      },
    }),
  },
  // Data cannot say these: sorted fields, a digest of the body, an unsigned body.
  {
    name: 'Digest first',
    secret: 'digest-first-secret',
    body: plain,
    isBeyond: true,
    deliver: (text) => ({
      headers: {
        'content-type': 'application/json',
        'x-digest-signature': hmac(
          'sha256',
          'digest-first-secret',
          Buffer.from(hmac('sha256', 'other', text)).toString('base64'),
        ),
      },
    }),
  },
  {
    name: 'Time alone',
    secret: 'time-alone-secret',
    body: plain,
    isBeyond: true,
    deliver: (_text, ms) => ({
      headers: {
        'content-type': 'application/json',
        'x-alone-time': seconds(ms),
        'x-alone-signature': hmac('sha256', 'time-alone-secret', seconds(ms)),
      },
    }),
  },
];
