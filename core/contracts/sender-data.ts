import { z } from 'zod';

/** A sender as data: the same members for those of the service and for one that an owner describes. */

type Unchanging<T> = T extends (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Unchanging<T[Name]> }
    : T;

/** A JSON pointer into the body, `?name` of the query, a header, or one key of a header of pairs such as `x-signature[v1]`. */
const placePattern =
  // oxlint-disable-next-line no-control-regex
  /^(?:\/(?:[^~|?{}\u0000-\u001f\u007f-\u009f]|~[01])*|\?[\w.~-]{1,100}|[!#$%&'*+.^_`~0-9A-Za-z-]{1,128}(?:\[[\w.-]{1,40}\])?)$/;

const Place = z
  .string()
  .max(200)
  .regex(
    placePattern,
    'must be a JSON pointer such as /data/id, a header such as x-signature or x-signature[v1], or ?name of the query',
  )
  .describe(
    'A place in a request: a JSON pointer into the body such as `/data/id` (of a form: its fields), the name of a header, one key of a header of pairs such as `x-signature[v1]`, or `?name` of the query. In a pointer `*` is each item of a list: `/events/*/id`.',
  );

// oxlint-disable-next-line no-control-regex
const textPattern = /^[^\u0000-\u001f\u007f-\u009f]{1,500}$/;
const Texts = z
  .union([
    z.string().regex(textPattern, 'must be one line of at most 500 characters'),
    z.array(z.string().regex(textPattern, 'must be one line of at most 500 characters')).min(1).max(5),
  ])
  .describe(
    'A place, or a text with places in braces such as `{/event}:{/id}`; `{/a|/b}` is the first of two that has a value, `{/a?}` may be absent, `{sha256}` stands for the digest of the body. The first of several texts counts whose places all have a value.',
  );

const encoding = z
  .enum(['hex', 'base64'])
  .describe('How the signature is written. `base64` includes base64url.');

const signed = {
  header: Place.describe('The place of the signature: mostly a header, such as `x-signature`.'),
  prefix: z.string().max(100).optional().describe('The text before it, such as `sha256=`.'),
  encoding: encoding.default('hex'),
  template: z
    .string()
    .min(1)
    .max(500)
    .default('{body}')
    .describe(
      'The signed text, such as `{timestamp}.{body}`: `{body}`, `{timestamp}`, `{id}`, `{url}`, `{method}`, `{path}` (with its query), or a place in braces. `\\n` is a line break. It must contain `{body}`.',
    ),
  id: Place.optional().describe('The place of `{id}` in the template.'),
  timestamp: Place.optional().describe(
    'The place of the moment of the signature, `{timestamp}` in the template.',
  ),
  timeUnit: z
    .enum(['seconds', 'milliseconds', 'iso'])
    .default('seconds')
    .describe('How that moment is written.'),
  toleranceSeconds: z
    .int()
    .min(1)
    .max(7 * 86_400)
    .nullable()
    .default(300)
    .describe('How far that moment may be from the clock of the service. Null: any moment is taken.'),
};

const Hmac = z.strictObject({
  kind: z.literal('hmac').describe('HMAC with the signing secret.'),
  algorithm: z.enum(['sha1', 'sha256', 'sha384', 'sha512']).default('sha256').describe('The digest.'),
  ...signed,
  secretEncoding: z
    .enum(['text', 'base64', 'hex'])
    .default('text')
    .describe('How the signing secret stands for the key.'),
  secretPrefix: z
    .string()
    .max(40)
    .optional()
    .describe('A prefix of the secret that is no part of the key, such as `whsec_`.'),
});

const PublicKey = z.strictObject({
  kind: z.literal('public-key').describe('A signature by a key of the sender.'),
  algorithm: z
    .enum(['ed25519', 'rsa', 'rsa-pss', 'ecdsa', 'ecdsa-p1363'])
    .describe(
      '`ecdsa`: the signature is DER. `ecdsa-p1363`: the two numbers one after the other, as JWS has it.',
    ),
  hash: z
    .enum(['sha1', 'sha256', 'sha384', 'sha512'])
    .default('sha256')
    .describe('The digest that is signed; Ed25519 has its own.'),
  ...signed,
  keysUrl: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .optional()
    .describe(
      'The address of the public keys: a JWKS, or one key in PEM. Absent: the key is the signing secret, in PEM, base64 or, for Ed25519, 64 hexadecimal digits.',
    ),
  keyId: Place.optional().describe('The place of the id of the key in that JWKS. Absent: each key is tried.'),
});

const Token = z.strictObject({
  kind: z.literal('token').describe('The request carries the signing secret itself.'),
  header: Place,
  prefix: z.string().max(100).optional().describe('The text before it, such as `Bearer `.'),
});

const Basic = z.strictObject({
  kind: z.literal('basic').describe('HTTP Basic; the signing secret is `user:password`.'),
});

export const SenderSignature = z.discriminatedUnion('kind', [Hmac, PublicKey, Token, Basic]);
/** As it is written, where defaults are absent. */
export type SenderSignature = z.input<typeof SenderSignature>;

const condition = z
  .string()
  .max(300)
  .regex(textPattern)
  .describe(
    'A place that has a value, such as `?hub.challenge`, or the value that it has: `/type=url_verification`. With `!` before it, it does not hold.',
  );

const Echo = z.union([
  Place,
  z.object({
    sign: Place.describe('The place of the text that is signed with the signing secret.'),
    algorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256').describe('The digest.'),
    encoding: encoding.default('hex'),
    prefix: z.string().max(100).optional().describe('The text before it.'),
  }),
]);

export const SenderChallenge = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST']),
  when: z.array(condition).max(5).describe('All of them hold for a challenge, and not for a delivery.'),
  text: Echo.optional().describe('The answer is this text.'),
  json: z.record(z.string().max(100), Echo).optional().describe('The answer is JSON with these members.'),
  headers: z.record(z.string().max(100), Echo).optional().describe('The answer has these headers.'),
  isSigned: z
    .boolean()
    .default(false)
    .describe('Whether it is signed like a delivery, and answered only then.'),
});
export type SenderChallenge = Unchanging<z.input<typeof SenderChallenge>>;

const texts = (description: string) =>
  Texts.nullable().default(null).describe(`${description} ${Texts.description}`);

const senderData = {
  signature: SenderSignature.nullable()
    .default(null)
    .describe('How its deliveries are signed. Null: they are not.'),
  eventId: texts('The same on each try of one event, another on each other event.'),
  eventName: texts('The event, such as `invoice.paid`.'),
  reference: texts('The subject of the event: an order, a ticket, a conversation.'),
  referenceUrl: texts('A page of the sender about it; places inside of a text are encoded for a URL.'),
  challenge: SenderChallenge.nullable()
    .default(null)
    .describe('The request by which it asks whether the URL takes its deliveries, and the answer.'),
};
/** A misspelt member would be a description without it. */
const Data = z.strictObject(senderData).meta({ id: 'CustomSender' });
export type SenderData = Unchanging<z.input<typeof Data>>;

/** A sender that an owner describes. */
export const CustomSender = Data.nullable().describe(
  'The sender that you describe, for `sender: custom`. `POST …/sender-search` proposes one from a delivery and its secret. Null: none.',
);
/** As it is stored, with its defaults. */
export type CustomSender = z.output<typeof Data>;
