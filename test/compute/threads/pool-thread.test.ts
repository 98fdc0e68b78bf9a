import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const poolThread = path.resolve(import.meta.dirname, '../../../compute/threads/pool-thread.ts');

/** Prints how many modules were in the cache of compiled code before and after a thread. */
const program = `
  import { readdirSync } from 'node:fs';
  import { flushCompileCache, getCompileCacheDir } from 'node:module';
  import { createPoolThread } from ${JSON.stringify(poolThread)};
  flushCompileCache();
  const cached = () => readdirSync(getCompileCacheDir()).length;
  const before = cached();
  const thread = createPoolThread({ timeoutMs: 60_000, memoryBytesMax: 2 ** 28, isBackground: false });
  await thread.ready;
  await thread.end();
  console.log(JSON.stringify({ before, after: cached() }));
`;

test('a thread keeps the compiled code of its tools in the cache of the process', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { NODE_COMPILE_CACHE: await temporaryFolder('reveille-compiled-') },
  });
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  expect(before).toBeGreaterThan(0);
  expect(after).toBeGreaterThan(before + 100);
});
