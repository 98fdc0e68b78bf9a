import { describe, expect, it } from 'vitest';

import { type ApiVersionRow, createApiVersions, currentVersion } from '#domain/api-versions.ts';

const now = new Date('2027-06-01T00:00:00Z');
const current: ApiVersionRow = { version: '2027-05-01' };
const deprecated: ApiVersionRow = { version: '2026-08-24', deprecatedAt: '2027-05-01T00:00:00Z' };
const ending = { ...deprecated, sunsetAt: '2027-07-30T00:00:00Z' };
const retired: ApiVersionRow = {
  version: '2026-01-01',
  deprecatedAt: '2026-08-24T00:00:00Z',
  sunsetAt: '2027-06-01T00:00:00Z',
};

describe('the versions that are served today', () => {
  it('are 2026-08-24 alone', () => {
    expect(currentVersion).toBe('2026-08-24');
    expect(createApiVersions().supported(new Date())).toEqual(['2026-08-24']);
  });
});

describe('a table of versions', () => {
  const versions = createApiVersions([retired, ending, current]);

  it('serves the last one when none is named', () => {
    expect(versions.choose(undefined, now)).toEqual({
      version: '2027-05-01',
      deprecatedAt: null,
      sunsetAt: null,
    });
  });

  it('serves a deprecated one with its dates until its end, and not from then on', () => {
    const row = {
      version: '2026-08-24',
      deprecatedAt: new Date('2027-05-01T00:00:00Z'),
      sunsetAt: new Date('2027-07-30T00:00:00Z'),
    };
    expect(versions.choose('2026-08-24', now)).toEqual(row);
    expect(versions.choose('2026-08-24', new Date('2027-07-29T23:59:59.999Z'))).toEqual(row);
    expect(() => versions.choose('2026-08-24', new Date('2027-07-30T00:00:00Z'))).toThrow(
      expect.objectContaining({ code: 'API_VERSION_RETIRED' }),
    );
  });

  it('refuses a retired one and names those that are served', () => {
    expect(() => versions.choose('2026-01-01', now)).toThrow(
      expect.objectContaining({
        code: 'API_VERSION_RETIRED',
        hint: expect.stringContaining('2026-08-24, 2027-05-01'),
      }),
    );
    expect(versions.supported(now)).toEqual(['2026-08-24', '2027-05-01']);
    expect(versions.hasRetired(now)).toBe(true);
  });

  it.each(['', '2027', '2099-01-01', 'v1', '2027-05-01, 2027-05-01', '2027-05-0 1', '2027-05-01 '])(
    'refuses %j, which it does not know',
    (header) => {
      expect(() => versions.choose(header, now)).toThrow(
        expect.objectContaining({
          code: 'UNSUPPORTED_API_VERSION',
          hint: expect.stringContaining('2026-08-24, 2027-05-01'),
        }),
      );
    },
  );
});

describe('a table that cannot be kept', () => {
  it.each<[string, readonly ApiVersionRow[]]>([
    ['is empty', []],
    ['ends with a deprecated version', [deprecated]],
    ['ends with a version that will be removed', [{ ...current, sunsetAt: '2028-01-01T00:00:00Z' }]],
    [
      'removes a version that was never deprecated',
      [{ version: '2026-01-01', sunsetAt: '2028-01-01T00:00:00Z' }, current],
    ],
    ['gives a second less than 90 days', [{ ...deprecated, sunsetAt: '2027-07-29T23:59:59Z' }, current]],
    [
      'removes a version before it is deprecated',
      [{ ...deprecated, sunsetAt: '2027-01-01T00:00:00Z' }, current],
    ],
    ['names one version twice', [current, current]],
    ['has a version that is no date', [{ version: 'v1' }, current]],
    ['has a moment that is no date', [{ version: '2026-01-01', deprecatedAt: 'soon' }, current]],
  ])('does not start when it %s', (_, rows) => {
    expect(() => createApiVersions(rows)).toThrow(Error);
  });

  it('starts with exactly 90 days', () => {
    expect(createApiVersions([ending, current]).current).toBe('2027-05-01');
  });
});
