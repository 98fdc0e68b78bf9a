import { expect, it } from 'vitest';

import { isCsrfOf, maskCsrf } from '#api/console/csrf.ts';
import { newToken } from '#domain/token.ts';

it('gives each answer another text for the same secret, and knows them all', () => {
  const secret = newToken();
  const carried = Array.from({ length: 20 }, () => maskCsrf(secret));
  expect(new Set(carried).size).toBe(20);
  for (const text of carried) {
    expect(text).not.toContain(secret);
    expect(isCsrfOf(secret, text)).toBe(true);
  }
});

it.each([
  ['another secret', () => maskCsrf(newToken())],
  ['nothing', () => ''],
  ['an odd number of bytes', () => 'abcd'],
  ['no base64', () => '\u{1f600}'.repeat(100)],
])('does not take %s', (_, carried) => {
  expect(isCsrfOf(newToken(), carried())).toBe(false);
});

it('does not take the secret itself', () => {
  const secret = newToken();
  expect(isCsrfOf(secret, secret)).toBe(false);
});
