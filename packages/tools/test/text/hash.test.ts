import { expect, test } from 'vitest';
import { call } from '../call.ts';

test.each([
  ['md5', '', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['md5', 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['sha1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['sha224', 'abc', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
  ['sha256', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [
    'sha384',
    'abc',
    'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
  ],
  [
    'sha512',
    'abc',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
  ['sha3-256', 'abc', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
  [
    'sha3-512',
    'abc',
    'b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0',
  ],
  [
    'blake2b512',
    'abc',
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
  ],
])('%s of %j is the published digest', async (algorithm, text, digest) => {
  expect(await call('hash-text', { text, algorithm })).toBe(digest);
});

test.each([
  ['sha256', '4a656665', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  [
    'sha512',
    '4a656665',
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  ],
])('hmac-text with %s gives the value of RFC 4231', async (algorithm, key, digest) => {
  const params = { text: 'what do ya want for nothing?', key, keyEncoding: 'hex', algorithm };
  expect(await call('hmac-text', params)).toBe(digest);
});

test.each([
  ['crc32', 'cbf43926'],
  ['adler32', '091e01de'],
  ['crc16', 'bb3d'],
  ['fnv1a32', 'bb86b11c'],
])('%s of 123456789 is the check value', async (kind, sum) => {
  expect(await call('checksum-text', { text: '123456789', kind })).toBe(sum);
});

// The values of the reference implementation.
test.each([
  ['', '00000000'],
  ['a', '3c2569b2'],
  ['ab', '9bbfd75f'],
  ['abc', 'b3dd93fa'],
  ['abcd', '43ed676a'],
  ['The quick brown fox jumps over the lazy dog', '2e4ff723'],
  ['äöü𝄞', 'e19e4eab'],
  ['123456789', 'b4fef382'],
])('murmur3 of %j', async (text, sum) => {
  expect(await call('checksum-text', { text, kind: 'murmur3' })).toBe(sum);
});

test('the UTF-8 bytes are what counts', async () => {
  expect(await call('hash-text', { text: 'é', encoding: 'base64' })).toBe(
    'SplVfkAzw1Od4utlRyAXytX5VX96BiWgnxw/biumnEw=',
  );
});

test.each([
  ['dns', 5, 'www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
  ['dns', 3, 'www.example.com', '5df41881-3aed-3515-88a7-2f4a814cf09e'],
])(
  'uuid-from-name in %s with version %d gives the value of RFC 9562',
  async (namespace, version, text, uuid) => {
    expect(await call('uuid-from-name', { text, namespace, version })).toBe(uuid);
  },
);

test('uuid-from-name refuses a namespace that is none', async () => {
  await expect(call('uuid-from-name', { text: 'x', namespace: 'nope' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test.each([
  ['12345678-1234-5678-1234-567812345678', 'caca0295-d8bc-5988-b1aa-6aa37e9714d8'],
  ['12345678-1234-5678-1234-567812345678'.toUpperCase(), 'caca0295-d8bc-5988-b1aa-6aa37e9714d8'],
])('uuid-from-name takes any 128 bits as a namespace', async (namespace, uuid) => {
  expect(await call('uuid-from-name', { text: 'abc', namespace })).toBe(uuid);
});

test.each([
  ['crc32c', '123456789', 'e3069283'],
  ['crc64', '123456789', '995dc9bbdf1939fa'],
  ['xxhash32', '', '02cc5d05'],
  ['xxhash64', '', 'ef46db3751d8e999'],
  ['xxh3', '', '2d06800538d394c2'],
  ['xxh128', '', '99aa06d3014798d86001c324468d497f'],
])('checksum-text by %s of %j is what its specification says', async (kind, text, sum) => {
  expect(await call('checksum-text', { text, kind })).toBe(sum);
  expect(BigInt(await call('checksum-text', { text, kind, output: 'decimal' }))).toBe(BigInt(`0x${sum}`));
});

test('hash-text by BLAKE3 gives the digest of its specification', async () => {
  expect(await call('hash-text', { text: '', algorithm: 'blake3' })).toBe(
    'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
  );
});
