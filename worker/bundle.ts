import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundleWorkflowCode, type WorkflowBundle } from '@temporalio/worker';

const root = path.resolve(import.meta.dirname, '..');
const defaultCacheFolder = path.join(root, 'node_modules/.cache/reveille');

/** Kinds of bundles by the beginnings of their names, with the interceptors that each has. */
const interceptorsOf = {
  plain: [],
  traced: ['@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js'],
} as const;

interface BundleOptions {
  /** Whether workflows tell of themselves to OpenTelemetry. Histories fit both bundles. */
  readonly isTraced?: boolean;
  readonly cacheFolder?: string;
}

/** Folders that workflows are built from; a change in any of their files invalidates the bundle. */
const sourceFolders = ['workflows', 'core/domain', 'core/contracts'];

/**
 * The workflow bundle for the sandbox. Bundling takes over a second, so the result is cached under a digest of its
 * sources and older bundles are removed. Container images contain the cached bundle.
 */
export async function workflowBundle({
  isTraced = false,
  cacheFolder = defaultCacheFolder,
}: BundleOptions = {}): Promise<WorkflowBundle> {
  const kind = isTraced ? 'traced' : 'plain';
  const prefix = `workflows-${kind}-`;
  const codePath = path.join(cacheFolder, `${prefix}${digestOfSources()}.js`);
  try {
    return { code: await readFile(codePath, 'utf8') };
  } catch {
    const { code } = await bundleWorkflowCode({
      workflowsPath: path.join(root, 'workflows/index.ts'),
      workflowInterceptorModules: interceptorsOf[kind].map((name) =>
        fileURLToPath(import.meta.resolve(name)),
      ),
      logger: silent,
    });
    await keep(codePath, code, prefix);
    return { code };
  }
}

/** Best effort: on a read-only file system the worker only starts more slowly. */
async function keep(codePath: string, code: string, prefix: string): Promise<void> {
  const temporary = `${codePath}.${process.pid}`;
  try {
    await mkdir(path.dirname(codePath), { recursive: true });
    await writeFile(temporary, code);
    await rename(temporary, codePath);
    await removeOthers(codePath, prefix);
  } catch {
    // The cache is optional.
  }
}

/** Safe while other processes run: one that cannot read its bundle builds a new one. */
async function removeOthers(codePath: string, prefix: string): Promise<void> {
  const folder = path.dirname(codePath);
  const others = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && name !== path.basename(codePath),
  );
  await Promise.all(others.map((name) => rm(path.join(folder, name), { force: true })));
}

/** Without promises: of so many small files they would cost more than reading does, at every start. */
function digestOfSources(): string {
  const digest = createHash('sha256');
  digest.update(readFileSync(path.join(root, 'package-lock.json')));
  for (const folder of sourceFolders) {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => one.endsWith('.ts')).toSorted())
      digest.update(name).update(readFileSync(path.join(root, folder, name)));
  }
  return digest.digest('hex').slice(0, 16);
}

const silence = () => undefined;
const silent = { log: silence, trace: silence, debug: silence, info: silence, warn: silence, error: silence };
