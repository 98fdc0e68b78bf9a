import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** A copy of the files under version control as they are now, without packages; removed on disposal. */
export async function bareCopy() {
  const directory = await mkdtemp(path.join(tmpdir(), 'reveille-copy-'));
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
  for (const folder of new Set(files.map((file) => path.dirname(file))))
    await mkdir(path.join(directory, folder), { recursive: true });
  await Promise.all(files.map((file) => copyFile(path.join(root, file), path.join(directory, file))));
  return {
    directory,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/**
 * The same with the installed packages linked, and with the bundles of workflows that are there. One link for each package:
 * the copy cannot remove the original's.
 */
export async function scratchCopy() {
  const copy = await bareCopy();
  const installed = path.join(root, 'node_modules');
  const linked = path.join(copy.directory, 'node_modules');
  await mkdir(linked);
  for (const name of await readdir(installed)) {
    if (name === '.cache' || name === '@reveille') continue;
    if (name === '.package-lock.json') await copyFile(path.join(installed, name), path.join(linked, name));
    else await symlink(path.join(installed, name), path.join(linked, name));
  }
  await copyBundles(path.join(installed, '.cache/reveille'), path.join(linked, '.cache/reveille'));
  // Our own packages are part of the copy.
  await mkdir(path.join(linked, '@reveille'));
  for (const name of await readdir(path.join(installed, '@reveille')))
    await symlink(`../../packages/${name}`, path.join(linked, '@reveille', name));
  return copy;
}

/** Those that are there: to make one takes seconds. */
async function copyBundles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const names = (existsSync(from) ? await readdir(from) : []).filter((name) =>
    /^workflows-.*\.js$/.test(name),
  );
  // Another process may just have removed an old one.
  await Promise.allSettled(names.map((name) => copyFile(path.join(from, name), path.join(to, name))));
}
