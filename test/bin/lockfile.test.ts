import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Readonly<Record<string, Entry>> };

it('names the packages of every platform, not only of the one it was written on: npm ci refuses it otherwise', () => {
  const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  const present = new Set(Object.keys(packages).map((folder) => folder.split('node_modules/').at(-1)));
  expect(wanted.filter((name) => !present.has(name))).toEqual([]);
});
