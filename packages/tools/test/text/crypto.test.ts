import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const publicKey = String(pair.publicKey.export({ type: 'spki', format: 'pem' }));

describe('JSON Web Tokens', () => {
  test.each([
    ['HS256', 'secret', 'secret'],
    ['HS512', 'secret', 'secret'],
    ['RS256', privateKey, publicKey],
  ])('%s verifies its own signatures, and nothing that was changed', async (algorithm, key, checkKey) => {
    const token = await call('jwt-sign', { text: '{"sub":"1","exp":1000}', key, algorithm });
    expect(await callJson('jwt-verify', { text: token, key: checkKey })).toMatchObject({
      valid: true,
      reason: null,
    });
    const [head, , signature] = token.split('.');
    const forged = `${head}.${Buffer.from('{"sub":"2"}').toString('base64url')}.${signature}`;
    expect(await callJson('jwt-verify', { text: forged, key: checkKey })).toMatchObject({ valid: false });
  });

  test('the times count for a moment that is given', async () => {
    const token = await call('jwt-sign', { text: '{"nbf":500,"exp":1000}', key: 'k' });
    const at = async (seconds: number) =>
      (
        await callJson<{ reason: string | null }>('jwt-verify', {
          text: token,
          key: 'k',
          at: new Date(seconds * 1000).toISOString(),
        })
      ).reason;
    expect([await at(499), await at(500), await at(999), await at(1000)]).toEqual([
      'the token is not valid yet',
      null,
      null,
      'the token has expired',
    ]);
  });

  test('a token may not choose that a public key is a shared secret, or that nothing is checked', async () => {
    const confused = await call('jwt-sign', { text: '{}', key: publicKey, algorithm: 'HS256' });
    await expect(call('jwt-verify', { text: confused, key: publicKey })).rejects.toThrow('shared secret');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    await expect(call('jwt-verify', { text: none, key: 'k' })).rejects.toThrow('not checked here');
    await expect(
      call('jwt-verify', {
        text: await call('jwt-sign', { text: '{}', key: 'k' }),
        key: 'k',
        algorithm: 'HS512',
      }),
    ).rejects.toThrow('not HS512');
  });

  test.each([
    ['jwt-sign', { text: '[]', key: 'k' }],
    ['jwt-sign', { text: '{}', key: 'no pem', algorithm: 'RS256' }],
    ['jwt-verify', { text: 'a.b', key: 'k' }],
    ['jwt-verify', { text: 'e30.e30.x.y', key: 'k' }],
  ])('%s refuses %j', async (id, params) => {
    await expect(call(id, params)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

test('aes-decrypt gives back what aes-encrypt took, and refuses what was changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const sealed = await call('aes-encrypt', { text, passphrase: 'p', seed: text });
      expect(await call('aes-decrypt', { text: sealed, passphrase: 'p' })).toBe(text.toWellFormed());
    }),
    { numRuns: 5 },
  );
  const sealed = await call('aes-encrypt', { text: 'x', passphrase: 'p', seed: 1 });
  expect(await call('aes-encrypt', { text: 'x', passphrase: 'p', seed: 1 })).toBe(sealed);
  expect(await call('aes-encrypt', { text: 'x', passphrase: 'p' })).not.toBe(sealed);
  const bytes = Buffer.from(sealed, 'base64');
  bytes[40]! ^= 1;
  for (const params of [
    { text: bytes.toString('base64'), passphrase: 'p' },
    { text: sealed, passphrase: 'q' },
    { text: 'AAAA', passphrase: 'p' },
  ])
    await expect(call('aes-decrypt', params)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('passwords: published vectors, and a hashed text is found again', async () => {
  expect(
    await call('scrypt-derive', {
      text: 'password',
      salt: 'NaCl',
      cost: '1024',
      blockSize: 8,
      parallel: 4,
      bytes: 16,
    }),
  ).toHaveLength(32);
  const hash = await call('bcrypt-hash', { text: 'pässword', rounds: 4 });
  expect(await call('bcrypt-verify', { text: 'pässword', hash })).toBe('true');
  expect(await call('bcrypt-verify', { text: 'password', hash })).toBe('false');
  await expect(call('bcrypt-hash', { text: 'a'.repeat(73), rounds: 4 })).rejects.toThrow('72 bytes');
  await expect(call('bcrypt-verify', { text: 'a', hash: hash.replace('$04$', '$31$') })).rejects.toThrow(
    '13 rounds',
  );
});

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_234_567_890, '89005924'],
  [20_000_000_000, '65353130'],
])('the one-time password of RFC 6238 at %s s', async (seconds, code) => {
  const params = { text: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', at: new Date(seconds * 1000).toISOString() };
  expect(await callJson('totp-generate', { ...params, digits: 8 })).toMatchObject({ code });
  expect(await call('totp-verify', { ...params, code })).toBe('true');
  expect(await call('totp-verify', { ...params, code: '00000000' })).toBe('false');
});

test('keys go from PEM to JWK and back', async () => {
  for (const pem of [privateKey, publicKey]) {
    const jwk = await call('pem-to-jwk', { text: pem });
    expect(`${await call('jwk-to-pem', { text: jwk })}\n`).toBe(pem);
  }
  for (const [id, text] of [
    ['pem-to-jwk', 'x'],
    ['jwk-to-pem', '{"kty":"oct","k":"AA"}'],
    ['certificate-decode', 'x'],
  ] as const)
    await expect(call(id, { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

describe('Argon2', () => {
  test('a hash of the reference implementation is recognised, and no other password', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await call('argon2-verify', { text: 'password', hash })).toBe('true');
    expect(await call('argon2-verify', { text: 'Password', hash })).toBe('false');
  });

  test('a hashed text is found again', async () => {
    const hash = await call('argon2-hash', { text: 'pässword', memoryKiB: 256, iterations: 2, parallel: 2 });
    expect(await call('argon2-verify', { text: 'pässword', hash })).toBe('true');
  });

  test.each([
    '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=65536,t=1000,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$2b$04$JjY7U.rynzoN3KL4d1yAVuzN7VVqbhFpPyIERwlIBZPUqPkUiLtUi',
    '',
  ])('a hash that costs too much or is none is refused: %s', async (hash) => {
    await expect(call('argon2-verify', { text: 'x', hash })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

test.each(['', 'MIIB', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----'])(
  'csr-decode refuses %j',
  async (text) => {
    await expect(call('csr-decode', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

describe('otpauth addresses', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  test.each([
    [
      { type: 'totp', digits: 8, period: 60, algorithm: 'SHA512', issuer: 'A b', label: 'x@y.z' },
      { period: 60 },
    ],
    [{ type: 'hotp', counter: 7, issuer: '', label: 'Ünï' }, { counter: 7 }],
  ])('for %j are read as they were built', async (params, own) => {
    const text = await call('otpauth-uri', { text: secret, ...params });
    const { type, issuer, label } = params;
    expect(await callJson('otpauth-parse', { text })).toMatchObject({ type, issuer, label, secret, ...own });
  });

  test('are what totp-generate gives a code for', async () => {
    const at = '1970-01-01T00:00:59Z';
    const { url } = await callJson<{ url: string }>('totp-generate', { text: secret, at, label: 'ana' });
    expect(await callJson('otpauth-parse', { text: url })).toMatchObject({
      type: 'totp',
      label: 'ana',
      secret,
    });
  });

  test.each([
    '',
    'https://example.com',
    'otpauth://totp/a',
    'otpauth://totp/a?secret=1',
    'otpauth://motp/a?secret=AAAA',
  ])('%j is none', async (text) => {
    await expect(call('otpauth-parse', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
