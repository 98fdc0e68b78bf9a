import { posix } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { pathReadings } from '#network-access/path-readings.ts';

describe('pathReadings', () => {
  it.each([
    ['/', ['/']],
    ['/v1/orders', ['/v1/orders']],
    ['/v1/caf%C3%A9%20noir', ['/v1/café noir']],
    ['/v1/%61dmin', ['/v1/%61dmin', '/v1/admin']],
    ['/v1/a%2Fb', ['/v1/a%2Fb', '/v1/a/b']],
    ['/v1/a%252Fb', ['/v1/a%252Fb', '/v1/a%2Fb', '/v1/a/b']],
    ['/v1//a', ['/v1//a', '/v1/a']],
    ['/v1/a/', ['/v1/a/', '/v1/a']],
    ['/v1/a;x=1/b', ['/v1/a;x=1/b', '/v1/a/b']],
    ['/v1/100%25', ['/v1/100%25', '/v1/100%']],
    ['/v1/{{secret.slack}}', ['/v1/{{secret.slack}}']],
  ])('reads %s as %j', (path, readings) => {
    expect(pathReadings(path)).toEqual(readings);
  });

  it.each([
    ['/v1/x/%2e%2e%2fadmin', '/v1/admin'],
    ['/v1/x/..%2Fadmin', '/v1/admin'],
    ['/v1/x/%252e%252e/admin', '/v1/admin'],
    ['/v1/x/..;/admin', '/v1/admin'],
    ['/v1/x/..%3Ba=b/admin', '/v1/admin'],
    ['/v1/x%5C..%5Cadmin', '/v1/admin'],
    ['/v1/x/%255c..%255cadmin', '/v1/x/admin'],
    ['/v1/admin%3Fx', '/v1/admin'],
    ['/v1/admin%23x', '/v1/admin'],
    ['/v1/;a/admin', '/v1/admin'],
    ['/v1/.%2Fadmin', '/v1/admin'],
  ])('knows that %s may be read as %s', (path, reading) => {
    expect(pathReadings(path)).toContain(reading);
  });

  it.each([
    '/a%00b',
    '/a%0Ab',
    '/a%ffb',
    '/a%c0%afb',
    '/a%zzb',
    '/a%',
    '/a%2500b',
    '/a%25ffb',
    '/a%u002fb',
    '/a%25u002fb',
  ])('reads %s in no way', (path) => {
    expect(pathReadings(path)).toBeNull();
  });

  it('has the path that any server ends with, in whatever order it decodes, normalises and cuts', () => {
    const part = fc.constantFrom(...'a .. . / %2E %2F %5C %252E %252F ;x %3Bx %3F %20 %C3%A9'.split(' '));
    const steps = fc.array(fc.constantFrom(...serverSteps), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), steps, (parts, server) => {
        const { pathname } = new URL(`https://example.com/${parts.join('')}`);
        const readings = pathReadings(pathname);
        const [start = ''] = readings ?? [];
        // Null: it is refused, because it has too many.
        if (readings === null) return;
        expect(readings).toContain(server.reduce((path, step) => step(path), start));
      }),
    );
  });
});

/** By other means than those under test. */
const serverSteps: readonly ((path: string) => string)[] = [
  (path) => (/%(?![0-9A-F]{2})/.test(path) ? path : decodeURIComponent(path)),
  (path) => posix.normalize(path),
  (path) => path.split('\\').join('/'),
  (path) =>
    path
      .split('/')
      .map((segment) => segment.split(';', 1)[0])
      .join('/'),
  (path) => path.split('?', 1)[0] ?? '',
];
