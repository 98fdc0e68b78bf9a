import { describe, expect, it } from 'vitest';

import { coversPath, prefixCoversPath, specificityOf, tolerantly } from '#network-access/path-pattern.ts';

describe('coversPath', () => {
  it.each([
    ['/v1/refunds', '/v1/refunds', true],
    ['/v1/refunds', '/v1/Refunds', false],
    ['/v1/refunds', '/v1/refunds/', false],
    ['/v1/refunds', '/v1/refunds/1', false],
    ['/v1/*', '/v1/refunds', true],
    ['/v1/*', '/v1/', false],
    ['/v1/*', '/v1/refunds/1', false],
    ['/v1/*/lines', '/v1/1/lines', true],
    ['/v1/*/lines', '/v1/1/others', false],
    ['/v1/*', '/v1/{{secret.slack}}', false],
    ['/v1/{{secret.slack}}', '/v1/{{secret.slack}}', true],
    ['/v1/**', '/v1/{{secret.slack}}', true],
    ['/v1/**', '/v1', true],
    ['/v1/**', '/v1/a/b', true],
    ['/v1/**', '/v10', false],
    ['/**', '/', true],
    ['/*/**', '/', false],
  ])('%s covers %s: %s', (pattern, path, isCovered) => {
    expect(coversPath(pattern, path)).toBe(isCovered);
  });

  it.each([
    ['/v1/refunds', '/V1/ReFunds'],
    ['/v1/refunds', '/v1/refunds.json'],
    ['/v1/refunds', '/v1/refunds.'],
    ['/v1/refunds', '/v1/refunds '],
    ['/v1/refunds', '/v1/ｒefunds'],
    ['/v1/refunds', '/v1/refund\u017f'],
    ['/v1/Messages.json', '/v1/Messages.json'],
    ['/v1/refunds/**', '/v1/refunds.json'],
  ])('%s covers %s for a tolerant server alone', (pattern, path) => {
    expect(coversPath(pattern, path, tolerantly)).toBe(true);
    expect(coversPath(pattern, path)).toBe(pattern === path);
  });
});

it.each([
  ['/v1', '/v1', true],
  ['/v1', '/v1/x', true],
  ['/v1', '/v10', false],
  ['/', '/anything', true],
])('the prefix %s covers %s: %s', (prefix, path, isCovered) => {
  expect(prefixCoversPath(prefix, path)).toBe(isCovered);
});

it('sorts patterns of one path by how closely they name it', () => {
  const byCloseness = ['/**', '/*/**', '/*/refunds', '/v1/**', '/v1/*', '/v1/refunds/**', '/v1/refunds'];
  expect(byCloseness.toReversed().toSorted((a, b) => (specificityOf(a) < specificityOf(b) ? -1 : 1))).toEqual(
    byCloseness,
  );
});
