import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** A copy of the files under version control as they are now, with the installed packages linked; gone at the end. */
export async function scratchCopy() {
  const directory = await mkdtemp(path.join(tmpdir(), 'reveille-copy-'));
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
  for (const folder of new Set(files.map((file) => path.dirname(file))))
    await mkdir(path.join(directory, folder), { recursive: true });
  await Promise.all(files.map((file) => copyFile(path.join(root, file), path.join(directory, file))));
  // One link for each package: whatever happens in the copy, the packages of the original stay.
  const installed = path.join(root, 'node_modules');
  await mkdir(path.join(directory, 'node_modules'));
  for (const name of await readdir(installed)) {
    if (name === '.cache') continue;
    if (name === '.package-lock.json') {
      await copyFile(path.join(installed, name), path.join(directory, 'node_modules', name));
    } else await symlink(path.join(installed, name), path.join(directory, 'node_modules', name));
  }
  return {
    directory,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}
