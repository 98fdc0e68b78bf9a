import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { secretVariants, telltaleVariants } from '#egress/secret-variants.ts';

const basicOf = (credential: string) => `Basic ${Buffer.from(credential).toString('base64')}`;

/** As header values are: with schemes, halves, lists, escapes and blanks. */
const headerValue = fc
  .tuple(
    fc.constantFrom('', 'Bearer ', 'Token  ', 'Bearer\t', 'a&amp Bearer ', 'session=', 'id: '),
    fc.oneof(
      fc.string({ minLength: 6, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 6, maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom('a', 'B', '7', ' ', '%', '4', '\\', 'u', '0', '&', '#', ';', '"', '\t'),
      }),
      fc.tuple(fc.string(), fc.string()).map(([user, password]) => basicOf(`${user}:${password}`)),
    ),
  )
  .map(([scheme, credential]) => scheme + credential);

describe('telltaleVariants', () => {
  it('has a part of every variant that is searched for', () => {
    fc.assert(
      fc.property(fc.array(headerValue, { minLength: 1, maxLength: 3 }), (secrets) => {
        const telltale = telltaleVariants(secrets);
        const missed = secretVariants(secrets).filter(
          ({ text }) => !telltale.some((part) => text.includes(part)),
        );
        expect(missed).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
