import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const secret = 'a-secret-of-acme-1';
const described = {
  signature: {
    kind: 'hmac',
    header: 'x-acme-signature[v1]',
    template: '{timestamp}.{body}',
    timestamp: 'x-acme-signature[t]',
  },
  eventId: '/id',
  eventName: '/type',
  reference: ['/data/order', '/data/id'],
  challenge: { method: 'GET', when: ['?challenge'], text: '?challenge' },
};

const body = JSON.stringify({ id: 'evt_7', type: 'order.paid', data: { order: 7 } });

function signedHeaders(content: string, key = secret, at = Date.now()) {
  const time = Math.floor(at / 1000);
  const digest = createHmac('sha256', key).update(`${time}.${content}`).digest('hex');
  return { 'content-type': 'application/json', 'x-acme-signature': `t=${time},v1=${digest}` };
}

async function acmeHook(customSender: object = described, signingSecret: string | null = secret) {
  const owner = await api.newOwner();
  const { hook } = await owner.newAutomation({
    sender: 'custom',
    customSender,
    ...(signingSecret !== null && { signingSecret }),
  });
  const post = (content: string, headers: Readonly<Record<string, string>>) =>
    fetch(hook, { method: 'POST', body: content, headers });
  return { hook, post };
}

test('a delivery of a described sender is verified, and its own id counts', async () => {
  const { post } = await acmeHook();
  const first = await post(body, signedHeaders(body));
  expect(await first.json()).toMatchObject({
    status: 'accepted',
    eventId: 'evt_7',
    eventIdSource: 'sender',
  });
  const again = await post(body, signedHeaders(body, secret, Date.now() - 1_000));
  expect(await again.json()).toMatchObject({ status: 'duplicate', eventId: 'evt_7' });
});

test('an unsigned, a forged and an old delivery are refused', async () => {
  const { post } = await acmeHook();
  const attempts = [
    { 'content-type': 'application/json' },
    signedHeaders(body, 'another-secret'),
    signedHeaders(body, secret, Date.now() - 600_000),
    signedHeaders(`${body} `),
  ];
  const answers = await Promise.all(attempts.map((headers) => post(body, headers)));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});

test('its challenge is echoed, and no markup is', async () => {
  const { hook } = await acmeHook();
  const challenged = await fetch(`${hook}?challenge=abc-1`);
  expect([challenged.status, await challenged.text()]).toEqual([200, 'abc-1']);
  expect((await fetch(`${hook}?challenge=${encodeURIComponent('<b>')}`)).status).toBe(405);
});

test('a text that could be signed as a challenge is no delivery', async () => {
  const { hook, post } = await acmeHook({
    signature: { kind: 'hmac', header: 'x-signature' },
    challenge: { method: 'GET', when: ['?crc'], json: { answer: { sign: '?crc' } } },
  });
  const challenged = await fetch(`${hook}?crc=pay-me`);
  const { answer } = (await challenged.json()) as { answer: string };
  expect(answer).toBe(createHmac('sha256', secret).update('pay-me').digest('hex'));
  expect((await post('pay-me', { 'x-signature': answer })).status).toBe(401);
});

test('two events never share an id of two places, and nothing shows the place of the signature', async () => {
  const { post } = await acmeHook({ ...described, eventId: '{/a}:{/b}' });
  const ids = [];
  for (const event of [
    { a: 'x:y', b: 'z' },
    { a: 'x', b: 'y:z' },
    { a: 'x%3ay', b: 'z' },
  ]) {
    const content = JSON.stringify(event);
    ids.push(((await (await post(content, signedHeaders(content))).json()) as { eventId: string }).eventId);
  }
  expect(ids).toEqual(['x%3ay:z', 'x:y%3az', 'x%253ay:z']);
});

test('a public key that cannot be read is refused, and one without its line breaks is read', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', ' ').trim();
  const owner = await api.newOwner();
  const create = (signingSecret: string) =>
    owner.manage('POST', '/automations', {
      name: 'Orders',
      instructions: 'Quote the delivery.',
      sender: 'custom',
      customSender: { signature: { kind: 'public-key', algorithm: 'rsa', header: 'x-sign' } },
      signingSecret,
    });
  expect((await create('not a key at all')).status).toBe(400);
  expect((await create(pem)).status).toBe(201);
});

test('a key in PEM verifies an ECDSA signature', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { post } = await acmeHook(
    { signature: { kind: 'public-key', algorithm: 'ecdsa', encoding: 'base64', header: 'x-sign' } },
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64');
  expect((await post(body, { 'x-sign': signature })).status).toBe(200);
  expect((await post(`${body} `, { 'x-sign': signature })).status).toBe(401);
});

const mistakes: readonly (readonly [string, object])[] = [
  ['signature.template', { signature: { kind: 'hmac', header: 'x-s', template: '{url}' } }],
  ['signature.timestamp', { signature: { kind: 'hmac', header: 'x-s', template: '{timestamp}{body}' } }],
  ['signature.template', { signature: { kind: 'hmac', header: 'x-s', timestamp: 'x-t' } }],
  ['signature.id', { signature: { kind: 'hmac', header: 'x-s', template: '{id}.{body}' } }],
  ['signature.template', { signature: { kind: 'hmac', header: 'x-s', template: '{x-a}{body}' } }],
  ['signature.template', { signature: { kind: 'hmac', header: 'x-s', template: '{body}.{url}{/id}' } }],
  ['eventId', { eventId: 'authorization' }],
  ['eventId', { eventId: '{/a}{/b}' }],
  ['reference', { signature: { kind: 'token', header: '?key' }, reference: '?key' }],
  ['reference', { reference: '{x-api-key}' }],
  ['challenge.when', { challenge: { method: 'POST', when: [], json: { challenge: '/challenge' } } }],
  ['challenge.headers', { challenge: { method: 'GET', when: ['?c'], headers: { 'set-cookie': '?c' } } }],
];

test.each(mistakes)('a description with a mistake in %s is refused', async (member, customSender) => {
  const owner = await api.newOwner();
  const answer = await owner.manage('POST', '/automations', {
    name: randomUUID(),
    instructions: 'Quote the delivery.',
    sender: 'custom',
    customSender,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining(`customSender.${member}`),
  });
});
