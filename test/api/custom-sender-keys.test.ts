import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { startApi } from '#test/support/service.ts';

const keysUrl = 'https://keys.example.com/jwks.json';
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [first, second] = [newKey(), newKey()];
const jwksOf = (...keys: readonly (readonly [string, KeyObject])[]) =>
  JSON.stringify({ keys: keys.map(([kid, key]) => ({ ...key.export({ format: 'jwk' }), kid })) });

let published = '';
let fetched = 0;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const fetchPublic = () => {
    fetched += 1;
    const isThere = published !== '';
    return Promise.resolve({
      kind: 'fetched',
      status: isThere ? 200 : 404,
      bytes: Buffer.from(published),
      contentType: null,
    } as const);
  };
  api = await startApi({}, { fetchPublic });
});
afterAll(() => api[Symbol.asyncDispose]());
beforeEach(() => {
  fetched = 0;
});

const signature = (url = keysUrl) => ({
  kind: 'public-key',
  algorithm: 'ecdsa-p1363',
  encoding: 'base64',
  header: 'x-sign',
  keyId: 'x-key-id',
  keysUrl: url,
});
const body = '{"order":7}';
const signedBy = (kid: string, { privateKey }: { readonly privateKey: KeyObject }) => ({
  'content-type': 'application/json',
  'x-key-id': kid,
  'x-sign': sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  ),
});

test('a delivery is verified by the published key that it names, without a secret', async () => {
  published = jwksOf(['k1', first.publicKey]);
  const owner = await api.newOwner();
  const { hook } = await owner.newAutomation({ sender: 'custom', customSender: { signature: signature() } });
  expect(fetched).toBe(1);
  const post = async (headers: Record<string, string>) =>
    (await fetch(hook, { method: 'POST', body, headers })).status;
  expect(await post(signedBy('k1', first))).toBe(200);
  expect(await post(signedBy('k1', second))).toBe(401);
  expect(await post({ 'content-type': 'application/json' })).toBe(401);
  // The keys are of this minute: one that is not among them is none, and nothing is fetched.
  expect(await post(signedBy('k2', second))).toBe(401);
  expect(fetched).toBe(1);
});

test('an address without keys is refused when it is saved', async () => {
  published = '';
  const owner = await api.newOwner();
  const saved = await owner.manage('POST', '/automations', {
    name: 'Orders',
    instructions: 'Quote the delivery.',
    sender: 'custom',
    customSender: { signature: signature('https://keys.example.com/none.json') },
  });
  expect(saved.status).toBe(400);
  expect(await saved.json()).toMatchObject({
    message: expect.stringContaining('customSender.signature.keysUrl'),
  });
});
