import path from 'node:path';

/** Separate caches, writable so that they can be removed; a build leaves the user's own unchanged. */
export function goEnvironment(temporary: string): Record<string, string> {
  return {
    CGO_ENABLED: '0',
    GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -mod=readonly -modcacherw`.trim(),
    GOWORK: 'off',
    GOCACHE: path.join(temporary, 'cache'),
    GOMODCACHE: path.join(temporary, 'modules'),
    GOTMPDIR: temporary,
  };
}
