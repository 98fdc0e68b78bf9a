import { glob } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { floors } from '../oxlint.config.ts';
import { readFromRoot, root } from './support/root.ts';

const { imports } = JSON.parse(readFromRoot('package.json')) as {
  readonly imports: Readonly<Record<string, string>>;
};
const folders = Object.values(imports).map((target) => path.join(root, target.slice(0, -1)));
const roomOf = (file: string) => folders.find((folder) => file.startsWith(folder));

it('no room may import from a floor above its own, and all have a name in package.json', () => {
  const namesAbove: string[] = [];
  for (const { rooms } of floors) {
    for (const [name, { values, types }] of Object.entries(rooms)) {
      expect(imports).toHaveProperty([`#${name}/*`]);
      expect([...values, ...types].filter((other) => namesAbove.includes(other))).toEqual([]);
    }
    namesAbove.push(...Object.keys(rooms));
  }
});

it('relative imports stay in their room and climb two folders at most', async () => {
  const strays: string[] = [];
  let read = 0;
  for await (const file of glob(
    '{api,workflows,activities,worker,services,adapters,core,packages,bin,bench,test}/**/*.{ts,mjs}',
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  )) {
    read += 1;
    for (const [, specifier = ''] of readFromRoot(file).matchAll(/(?:from|import\(?) ?'(\.\.?\/[^']+)'/g)) {
      const target = path.resolve(root, path.dirname(file), specifier);
      const isInRoom = roomOf(target) === roomOf(path.join(root, file));
      const isConfig = target.endsWith('.config.ts');
      if (specifier.startsWith('../../../') || !(isInRoom || isConfig)) strays.push(`${file}: ${specifier}`);
    }
  }
  expect(read).toBeGreaterThan(1_000);
  expect(strays).toEqual([]);
});
