import { createHash } from 'node:crypto';

import type { Sender, SenderSample } from '#senders/sender.ts';
import { sampleRequest } from '#test/core/senders/sample-request.ts';
import { publishedKeys } from '#test/core/senders/samples/published-keys.ts';

export type Request = Pick<SenderSample, 'headers' | 'body'>;
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
/** A mistake of a sender: the request with it, null where this sender cannot make it, and whether the answer names it. */
export interface Mistake {
  readonly what: string;
  readonly of: (sender: Sender) => Request | null;
  readonly isNamed: (answer: Answer) => boolean;
  readonly settings?: (sender: Sender) => object;
  /** Whether it arrives when the signed moment is too old. */
  readonly isLate?: true;
}

const proofPattern = /signature|hmac|content-mac|x-trello-webhook|token|authorization|transmission-sig/;
const proofOf = ({ sample }: Sender): string | undefined =>
  Object.keys(sample.headers).find(
    (name) => proofPattern.test(name) && !/timestamp|idempotency|-digest/.test(name),
  );
const digestPattern = /[0-9a-f]{40,128}|[A-Za-z0-9+/]{27,86}={1,2}/;

/** The sample with its proof written anew; null where the proof is no digest in a header. */
function withDigest(sender: Sender, write: (digest: string) => string): Request | null {
  const name = proofOf(sender);
  const value = name === undefined ? undefined : sender.sample.headers[name];
  if (name === undefined || value === undefined || sender.verify?.signsContent !== true) return null;
  if (!digestPattern.test(value)) return null;
  const headers = { ...sender.sample.headers, [name]: value.replace(digestPattern, write) };
  return { headers, body: sender.sample.body };
}

const isHex = (digest: string) => /^[0-9a-f]+$/.test(digest);
const bytesOf = (digest: string) => Buffer.from(digest, isHex(digest) ? 'hex' : 'base64');
const spelled = (bytes: Buffer, like: string) => bytes.toString(isHex(like) ? 'hex' : 'base64');
const says =
  (words: RegExp) =>
  ({ status, body }: Answer): boolean =>
    status === 422 && Object.keys(body).join() === 'signature' && words.test(String(body['signature']));

const json = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as never) : null;
  } catch {
    return null;
  }
};
/** A member of the body that a condition may need. */
const memberOf = ({ sample: { body } }: Sender): string | undefined =>
  Object.entries(json(body) ?? {}).find(([name, value]) => /^[a-z_]\w*$/i.test(name) && value !== null)?.[0];
const unsigned = { signingSecret: null };
const needing = (sender: Sender) => ({ ...unsigned, condition: `string(body.${memberOf(sender)}) != ""` });

export const mistakes: readonly Mistake[] = [
  {
    what: 'another secret',
    settings: ({ sample }) => ({ signingSecret: `other-${sample.secret}` }),
    of: ({ sample }) => sample,
    isNamed: says(/^wrong: .*another secret/),
  },
  {
    what: 'no signature',
    of: (sender) => {
      const proof = proofOf(sender);
      const headers = Object.entries(sender.sample.headers).filter(([name]) => name !== proof);
      return proof === undefined ? null : { headers: Object.fromEntries(headers), body: sender.sample.body };
    },
    isNamed: says(/^missing: (It has no [\w-]+|It looks like)/),
  },
  {
    what: 'an old moment',
    isLate: true,
    of: ({ sample, verify }) => (verify?.toleranceMs == null ? null : sample),
    isNamed: says(/^expired: .*\d+ seconds old/),
  },
  {
    what: 'a body that was changed after it was signed',
    of: ({ sample, verify }) =>
      verify?.signsContent === true
        ? { headers: sample.headers, body: sample.body.replace(/[a-z]/i, 'x') }
        : null,
    isNamed: says(/^wrong: .*another body/),
  },
  {
    what: 'a body that a proxy wrote anew',
    of: ({ sample, verify }) => {
      const { headers, secret = '' } = sample;
      const body = `${sample.body}\n`;
      // Amazon SNS signs fields, whatever stands around them.
      const isRight =
        verify?.check(sampleRequest(sample, { body }), secret, publishedKeys).status === 'verified';
      return verify?.signsContent !== true || isRight ? null : { headers, body };
    },
    isNamed: says(/^wrong: .*(Its body was changed on its way|another body)/),
  },
  {
    what: 'another algorithm',
    of: (sender) =>
      withDigest(sender, (digest) => {
        const name = bytesOf(digest).byteLength === 20 ? 'sha256' : 'sha1';
        return spelled(createHash(name).update(sender.sample.body).digest(), digest);
      }),
    isNamed: says(/^wrong: .*(in another way|with SHA)/),
  },
  {
    what: 'another encoding',
    of: (sender) =>
      withDigest(sender, (digest) => bytesOf(digest).toString(isHex(digest) ? 'base64' : 'hex')),
    isNamed: says(/^wrong: .*(in another way|in hexadecimal, not|in base64, not)/),
  },
  {
    what: 'the signature of another address or body',
    of: (sender) =>
      withDigest(sender, (digest) => spelled(Buffer.from(bytesOf(digest).map((byte) => byte ^ 1)), digest)),
    isNamed: says(/^wrong: .*another body or address/),
  },
  {
    what: 'no event id',
    settings: () => unsigned,
    of: ({ sample: { headers, body } }) => ({
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
      body: json(body) === null ? 'text' : '{"a":1}',
    }),
    isNamed: ({ body }) => ['payload', 'delivery'].includes(String(body['eventIdSource'])),
  },
  {
    what: 'no field that the condition needs',
    settings: needing,
    of: (sender) => {
      const member = memberOf(sender);
      if (member === undefined) return null;
      const { [member]: _, ...rest } = json(sender.sample.body) ?? {};
      return { headers: sender.sample.headers, body: JSON.stringify(rest) };
    },
    isNamed: ({ status, body }) => status === 422 && (body['missing'] as string[]).length > 0,
  },
  {
    what: 'broken JSON',
    settings: needing,
    of: (sender) =>
      memberOf(sender) === undefined
        ? null
        : { headers: sender.sample.headers, body: sender.sample.body.slice(0, -1) },
    isNamed: ({ status, body }) => status === 422 && /JSON/.test(String(body['reason'])),
  },
];
