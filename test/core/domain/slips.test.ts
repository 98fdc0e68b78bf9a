import { describe, expect, it } from 'vitest';

import { slipsBetween } from '#domain/slips.ts';

describe('slips of the pen between two words', () => {
  it.each([
    ['status', 'status', 0],
    ['staus', 'status', 1],
    ['sattus', 'status', 1],
    ['satus ', 'status', 2],
    ['sattuss', 'status', 2],
    ['exceds', 'exceeds', 1],
    ['nmae', 'name', 1],
    ['', 'a', 1],
  ])('%j is meant as %j: %i', (written, meant, slips) => {
    expect(slipsBetween(written, meant)).toBe(slips);
  });

  it.each([
    ['date', 'name'],
    ['total', 'local'],
    ['xxatus', 'status'.slice(0, 3)],
    ['abcdef', 'status'],
    ['', 'status'],
    ['email', 'emial'.toUpperCase()],
  ])('%j is not meant as %j', (written, meant) => {
    expect(slipsBetween(written, meant)).toBeNull();
  });
});
