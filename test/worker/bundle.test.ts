import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { workflowBundle } from '#worker/bundle.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';

test('a new bundle replaces those of earlier sources and leaves other files alone', async () => {
  quietRuntime();
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-bundle-'));
  try {
    for (const name of [
      'workflows-plain-0123456789abcdef.js',
      'workflows-plain-0123456789abcdef.js.77',
      'other.js',
      'workflows-traced-0123456789abcdef.js',
    ])
      await writeFile(path.join(folder, name), '');
    await workflowBundle({ cacheFolder: folder });
    const left = await readdir(folder);
    expect(left.toSorted()).toEqual([
      'other.js',
      expect.stringMatching(/^workflows-plain-[0-9a-f]{16}\.js$/),
      'workflows-traced-0123456789abcdef.js',
    ]);
    expect(left).not.toContain('workflows-plain-0123456789abcdef.js');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
