import type { ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeThatDiesWithParent } from '../processes/die-with-parent.ts';

/** The code of ours that runs in a child, and the packages that it loads. */
const ownFolders = ['../../contracts/', '../../domain/', '../../tools/pdf/'];
const packages = ['pdfjs-dist', '@neslinesli93/qpdf-wasm', '@embedpdf/pdfium', 'zod'];

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Where npm put a package, which need not be beside us. */
function packageFolder(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name));
  const end = entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length;
  return entry.slice(0, end);
}

export const childEntry = pathOf('../../tools/pdf/child/main.ts');

/**
 * A process that can do nothing but compute: it reads our code and its own folder, writes only there, starts nothing,
 * sees no environment, makes no code from strings.
 */
export function childOptions(ownFolder: string): ForkOptions {
  const readable = [...ownFolders.map(pathOf), ...packages.map(packageFolder), `${ownFolder}/`];
  return {
    env: {},
    cwd: ownFolder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...nodeThatDiesWithParent([
      '--permission',
      ...readable.map((folder) => `--allow-fs-read=${folder}*`),
      `--allow-fs-read=${pathOf('../../package.json')}`,
      `--allow-fs-write=${ownFolder}/*`,
      '--max-old-space-size=512',
      // Less copying of short-lived objects, and a quarter less memory after a long text.
      '--max-semi-space-size=16',
      '--disallow-code-generation-from-strings',
    ]),
  };
}
