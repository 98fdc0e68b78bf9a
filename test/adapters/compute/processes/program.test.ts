import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageProgram } from '@reveille/tools';

import { type Program, readablePaths } from '#compute/processes/program.ts';
import { root as house } from '#test/support/root.ts';

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'program-')));
  const manifests = ['node_modules/hoisted', 'own/node_modules/nested', 'elsewhere/linked'];
  for (const name of [...manifests, 'own']) {
    const file = join(root, name, 'package.json');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '{}');
  }
  await symlink('../elsewhere/linked', join(root, 'node_modules/linked'));
});
afterAll(() => rm(root, { recursive: true }));

const url = (path: string) => pathToFileURL(join(root, path));
const pathsOf = (program: Partial<Program>) =>
  readablePaths({ entry: url('own/main.ts'), files: [], packages: [], ...program });

describe('the files that a program may read', () => {
  it('is a file itself, and all that is in a folder', () => {
    expect(pathsOf({ files: [url('own/package.json'), url('own/child/')] })).toEqual([
      join(root, 'own/package.json'),
      join(root, 'own/child/*'),
    ]);
  });

  it('is a package where the program finds it: hoisted, in its own folder, or behind a link', () => {
    expect(pathsOf({ packages: ['hoisted', 'nested', 'linked'] })).toEqual([
      join(root, 'node_modules/hoisted/*'),
      join(root, 'own/node_modules/nested/*'),
      join(root, 'elsewhere/linked/*'),
    ]);
  });

  it('is all that is installed next to a package that loads its neighbours', () => {
    expect(pathsOf({ packagesWithNeighbours: ['nested'] })).toEqual([join(root, 'own/node_modules/*')]);
  });

  it('are no settings and no data of the service for images', () => {
    const prefixes = readablePaths(imageProgram).map((path) => path.replace(/\*$/, ''));
    for (const file of ['.env', '.data/master-keys', 'package.json', 'adapters/store/secret/vault.ts'])
      expect(prefixes.filter((prefix) => join(house, file).startsWith(prefix))).toEqual([]);
    expect(prefixes).toContain(`${join(house, 'packages/tools')}/`);
  });

  it('cannot be told when a package is not installed', () => {
    expect(() => pathsOf({ packages: ['missing'] })).toThrow('missing');
  });
});
