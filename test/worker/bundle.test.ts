import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { workflowBundle } from '../../worker/bundle.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';

test('a new bundle replaces those of earlier sources and leaves other files alone', async () => {
  quietRuntime();
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-bundle-'));
  try {
    for (const name of ['workflows-0123456789abcdef.js', 'workflows-0123456789abcdef.js.77', 'other.js'])
      await writeFile(path.join(folder, name), '');
    await workflowBundle(folder);
    const left = await readdir(folder);
    expect(left.toSorted()).toEqual(['other.js', expect.stringMatching(/^workflows-[0-9a-f]{16}\.js$/)]);
    expect(left).not.toContain('workflows-0123456789abcdef.js');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
