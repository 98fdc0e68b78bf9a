import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { coversPath } from '#network-access/path-pattern.ts';
import { pathReadings } from '#network-access/path-readings.ts';
import { proposePaths } from '#network-access/propose-paths.ts';

describe('proposePaths', () => {
  it.each([
    [
      ['/v1/orders/17', '/v1/orders/18', '/v1/orders'],
      ['/v1/orders', '/v1/orders/*'],
    ],
    [['/v1/customers/cus_4QFOF3xrvBT2nU/cards'], ['/v1/customers/*/cards']],
    [['/v2/f47ac10b-58cc-4372-a567-0e02b2c3d479'], ['/v2/*']],
    [['/hooks/5f3e2a9b', '/hooks/SG4xAb…'], ['/hooks/*']],
    [['/users/ada@example.com'], ['/users/*']],
    [['/2010-04-01/Accounts/list.json'], ['/2010-04-01/Accounts/list.json']],
    [['/services/{{secret.slack}}'], ['/services/{{secret.slack}}']],
    [['/projects/group%2Fname/issues'], ['/projects/*/issues', '/projects/group/name/issues']],
    [['/a//b'], ['/a/**', '/a/b']],
    [['/a/'], ['/a', '/a/']],
    [['/café/%20x'], ['/café/*']],
  ])('%j: %j', (paths, patterns) => {
    expect(proposePaths(paths)).toEqual(patterns);
  });

  it('proposes nothing for what nobody can read, or where there is nothing', () => {
    expect(proposePaths(['/a', '/b%00'])).toBeNull();
    expect(proposePaths([])).toBeNull();
  });

  it('is wider where there would be too many', () => {
    const paths = Array.from(
      { length: 60 },
      (_, index) =>
        `/v1/${'abcdefghij'[index % 10]}/${'klmnop'[index % 6]}${'qrstuv'[Math.floor(index / 10)]}`,
    );
    expect(proposePaths(paths)).toHaveLength(10);
    expect(proposePaths(paths)?.[0]).toBe('/v1/a/**');
  });

  it('covers every reading of every path', () => {
    const part = fc.constantFrom(...'a b1 17 cus_12345 %2F %2E%2E // ; x.json é %20 …'.split(' '));
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 6 }), { minLength: 1, maxLength: 5 }), (some) => {
        const paths = some.map((parts) => `/${parts.join('/')}`);
        const patterns = proposePaths(paths);
        for (const reading of paths.flatMap((path) => pathReadings(path) ?? []))
          expect(patterns?.some((pattern) => coversPath(pattern, reading))).toBe(true);
      }),
    );
  });
});
