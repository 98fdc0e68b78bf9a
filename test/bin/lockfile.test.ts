import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly integrity?: string;
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

/** A binary for Linux with glibc on x64 or arm64, where the images and our tests run, or a package for every platform. */
const isForServers = ({ os = ['linux'], libc = ['glibc'], cpu = ['x64'] }: Entry) =>
  os.includes('linux') && libc.includes('glibc') && cpu.some((name) => ['x64', 'arm64'].includes(name));

it('pins the content of every package that runs on a server', () => {
  const downloaded = Object.entries(packages).filter(
    ([folder, { link }]) => folder.includes('node_modules/') && link !== true,
  );
  const unpinned = downloaded.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(unpinned.filter(([, entry]) => isForServers(entry) || entry.optional !== true)).toEqual([]);
});
