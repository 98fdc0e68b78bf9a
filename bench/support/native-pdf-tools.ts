import { spawn } from 'node:child_process';
import { once } from 'node:events';

import which from 'which';

import { installPdfPrograms } from '#test/support/programs/install-pdf-programs.ts';
import { installPackage } from '#bin/embedded/system-package.ts';

/** qpdf also ends with this where it had to repair a file. */
const endedWithWarnings = 3;
const log = (sentence: string) => console.error(sentence);

/** Installs the native programs and those that make the files, as far as possible. Returns the native ones that are missing. */
export async function installNativePdfTools(): Promise<readonly string[]> {
  await installPdfPrograms({ log });
  const names = { 'apt-get': 'poppler-utils', dnf: 'poppler-utils', apk: 'poppler-utils', brew: 'poppler' };
  const missing: string[] = [];
  for (const program of ['pdftotext', 'pdfinfo', 'qpdf']) {
    if (await which(program, { nothrow: true })) continue;
    const poppler = { title: `${program} of the benchmark`, program, names };
    const isInstalled = program !== 'qpdf' && (await installPackage(poppler, { log })).kind === 'installed';
    if (!isInstalled) missing.push(program);
  }
  return missing;
}

export async function runNative([command, ...args]: readonly [string, ...string[]]): Promise<void> {
  const child = spawn(command, args, { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0 && code !== endedWithWarnings) throw new Error(`${command} ended with exit code ${code}`);
}
