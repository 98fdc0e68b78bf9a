import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';

const root = path.resolve(import.meta.dirname, '..');
const defaultCacheFolder = path.join(root, 'node_modules/.cache/reveille');
const bundleName = /^workflows-[0-9a-f]+\.js/;

/** Folders that workflows are built from; a change in any of their files invalidates the bundle. */
const sourceFolders = ['workflows', 'domain', 'contracts'];

/**
 * The workflow bundle for the sandbox. Bundling takes over a second, so the result is cached under a digest of its
 * sources and older bundles are removed. Container images contain the cached bundle.
 */
export async function workflowBundle(cacheFolder = defaultCacheFolder): Promise<WorkflowBundleOption> {
  const codePath = path.join(cacheFolder, `workflows-${await digestOfSources()}.js`);
  try {
    return { code: await readFile(codePath, 'utf8') };
  } catch {
    const { code } = await bundleWorkflowCode({
      workflowsPath: path.join(root, 'workflows/index.ts'),
      logger: silent,
    });
    await keep(codePath, code);
    return { code };
  }
}

/** Best effort: on a read-only file system the worker only starts more slowly. */
async function keep(codePath: string, code: string): Promise<void> {
  const temporary = `${codePath}.${process.pid}`;
  try {
    await mkdir(path.dirname(codePath), { recursive: true });
    await writeFile(temporary, code);
    await rename(temporary, codePath);
    await removeOthers(codePath);
  } catch {
    // The cache is optional.
  }
}

/** Safe while other processes run: one that cannot read its bundle builds a new one. */
async function removeOthers(codePath: string): Promise<void> {
  const folder = path.dirname(codePath);
  const others = (await readdir(folder)).filter(
    (name) => bundleName.test(name) && name !== path.basename(codePath),
  );
  await Promise.all(others.map((name) => rm(path.join(folder, name), { force: true })));
}

async function digestOfSources(): Promise<string> {
  const digest = createHash('sha256');
  digest.update(await readFile(path.join(root, 'package-lock.json')));
  for (const folder of sourceFolders) {
    const names = (await readdir(path.join(root, folder), { recursive: true })).filter((name) =>
      name.endsWith('.ts'),
    );
    for (const name of names.toSorted()) {
      digest.update(name).update(await readFile(path.join(root, folder, name)));
    }
  }
  return digest.digest('hex').slice(0, 16);
}

const silence = () => undefined;
const silent = { log: silence, trace: silence, debug: silence, info: silence, warn: silence, error: silence };
