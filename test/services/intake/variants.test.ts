import { expect, test } from 'vitest';

import { bodyVariants } from '#intake/body-variants.ts';
import { secretVariants } from '#intake/secret-variants.ts';

const bodies = (text: string) => bodyVariants(Buffer.from(text)).map(({ rawBody }) => rawBody.toString());

test('a body is tried as JavaScript, Python and PHP write its JSON', () => {
  const tried = bodies('{\n  "a": ["é/", 1.50],\n  "b": {}\n}\n');
  expect(tried).toContain('{"a":["é/",1.50],"b":{}}');
  expect(tried).toContain('{"a": ["\\u00e9/", 1.50], "b": {}}');
  expect(tried).toContain('{"a":["é\\/",1.50],"b":{}}');
});

test('a body is tried with other line breaks, and without the one at its end', () => {
  expect(bodies('a\nb\n')).toEqual(['a\nb\n\n', 'a\nb', 'a\r\nb\r\n']);
});

test('a large body is not tried', () => {
  expect(bodies(' '.repeat(64 * 1024 + 1))).toEqual([]);
});

test('a secret is tried in the spellings of settings pages, never as it is', () => {
  const tried = secretVariants('whsec_c2VjcmV0').map(({ text }) => text);
  expect(tried).toEqual(expect.arrayContaining(['c2VjcmV0', 'secret']));
  expect(tried).not.toContain('whsec_c2VjcmV0');
});
