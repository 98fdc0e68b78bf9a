import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { signedCurl } from '#api/console/connect/signed-curl.ts';
import type { SenderData } from '#contracts/sender-data.ts';
import { knownSenders } from '#senders/index.ts';
import { samplesOf } from '#senders/samples.ts';
import { startApi } from '#test/support/service.ts';

const run = promisify(execFile);

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const rows = knownSenders.flatMap(({ id, data, sample }) =>
  data?.signature == null || data.signature.kind === 'public-key'
    ? []
    : [{ id, data, secret: sample.secret ?? '' }],
);

/** The URL of a hook as senders know it, which some of them sign. */
async function hookOf(content: object): Promise<string> {
  const { newAutomation } = await api.newOwner();
  return (await newAutomation(content)).url;
}

/** Runs a snippet with a secret and gives the status and the body of the answer. */
async function answerTo(script: string | null, secret: string) {
  expect(script).not.toBeNull();
  expect(script).not.toContain(secret);
  const options = `-s -w '\\n%{http_code}' --connect-to localhost:8080:${new URL(api.url).host}`;
  const command = String(script).replace('curl', `curl ${options}`);
  const { stdout } = await run('bash', ['-eu', '-c', command], { env: { ...process.env, SECRET: secret } });
  const [body = '', status] = stdout.split('\n');
  return { status, body: (body === '' ? {} : JSON.parse(body)) as object };
}

const eventOf = ({ headers, body }: { headers: Readonly<Record<string, string>>; body: Uint8Array }) => ({
  headers,
  body: Buffer.from(body).toString(),
});

test('there are senders to try', () => expect(rows.length).toBeGreaterThanOrEqual(11));

describe.each(rows)('the samples of $id', ({ id, data, secret }) => {
  test('are taken, each as it signs them', async () => {
    const hook = await hookOf({ sender: id, signingSecret: secret });
    for (const sample of await samplesOf(id)) {
      const script = signedCurl(hook, eventOf(sample), data);
      expect(await answerTo(script, secret), String(script)).toMatchObject({ status: '200' });
    }
    const [first] = await samplesOf(id);
    expect(await answerTo(signedCurl(hook, eventOf(first!), data), 'another-secret')).toMatchObject({
      status: '401',
    });
  });
});

const body = '{"id": "evt_1", "order": {"at": "", "total": 1.50, "note": "it\'s\\n$HOME `id`"}}';
const described: readonly (readonly [string, SenderData, string])[] = [
  [
    'HMAC with a base64 key over id, time and body',
    {
      signature: {
        kind: 'hmac',
        header: 'x-acme-signature',
        prefix: 'v1,',
        encoding: 'base64',
        template: String.raw`{id}\n{timestamp}.{body}`,
        id: 'x-acme-id',
        timestamp: 'x-acme-time',
        timeUnit: 'iso',
        secretEncoding: 'base64',
        secretPrefix: 'whsec_',
      },
    },
    'whsec_c2VjcmV0LW9mLWFjbWU',
  ],
  [
    'HMAC by SHA-512 with a hexadecimal key over method, path, a member and a header of pairs',
    {
      signature: {
        kind: 'hmac',
        algorithm: 'sha512',
        header: 'x-acme-signature[v1]',
        template: '{method} {path} {/id} {x-acme-id} {url}|{timestamp}:{body}',
        timestamp: 'x-acme-signature[t]',
        timeUnit: 'milliseconds',
        secretEncoding: 'hex',
      },
    },
    '00ff10203040',
  ],
  [
    'a token after a prefix',
    { signature: { kind: 'token', header: 'Authorization', prefix: 'Bearer ' } },
    'it\'s "$HOME"',
  ],
  ['a token in the URL', { signature: { kind: 'token', header: '?token' } }, 'a+b/c&d=é ü'],
  ['HTTP Basic', { signature: { kind: 'basic' } }, 'user:pass"word'],
];

test.each(described)('a described sender is signed for: %s', async (_, customSender, secret) => {
  const hook = await hookOf({
    sender: 'custom',
    customSender: { ...customSender, eventId: '/id' },
    signingSecret: secret,
  });
  const event = { headers: { 'content-type': 'application/json', 'x-acme-id': 'a 1' }, body };
  const script = signedCurl(hook, event, customSender);
  expect(await answerTo(script, secret), String(script)).toMatchObject({
    status: '200',
    body: { eventId: 'evt_1' },
  });
  expect(await answerTo(script, `${secret.slice(0, -2)}00`)).toMatchObject({ status: '401' });
});

test('none is made for a key of the sender, nor for a signature in the body', () => {
  const event = { headers: {}, body };
  const url = 'https://example.com/hooks/a';
  const keys = { kind: 'public-key', algorithm: 'ed25519', header: 'x-s' } as const;
  expect(signedCurl(url, event, { signature: keys })).toBeNull();
  expect(signedCurl(url, event, { signature: { kind: 'hmac', header: '/s' } })).toBeNull();
  expect(signedCurl(url, event, { signature: { kind: 'token', header: '/s' } })).toBeNull();
  const withoutId = { kind: 'hmac', header: 'x-s', template: '{id}{body}', id: 'x-id' } as const;
  expect(signedCurl(url, event, { signature: withoutId })).toBeNull();
});
