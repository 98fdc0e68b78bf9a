import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const threads = path.resolve(import.meta.dirname, '../../../compute/threads');

/** Prints how many modules were in the cache of compiled code before and after a thread. */
const program = `
  import { readdirSync } from 'node:fs';
  import { flushCompileCache, getCompileCacheDir } from 'node:module';
  import { createPoolThread } from ${JSON.stringify(path.join(threads, 'pool-thread.ts'))};
  flushCompileCache();
  const cached = () => readdirSync(getCompileCacheDir()).length;
  const before = cached();
  const program = new URL(${JSON.stringify(pathToFileURL(path.join(threads, 'tool-worker.ts')))});
  const limits = { timeoutMs: 60_000, memoryBytesMax: 2 ** 28 };
  const thread = createPoolThread({ program, ...limits, isBackground: false });
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
