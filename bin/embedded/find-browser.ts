import which from 'which';
import { SetupError } from '../setup-error.ts';
import type { SetUp } from './set-up.ts';
import { installPackage, type SystemPackage } from './system-package.ts';

const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const chromium: SystemPackage = {
  title: 'A browser for the tests',
  program: 'chromium',
  names: { 'apt-get': 'chromium', dnf: 'chromium', apk: 'chromium' },
};

/** The path of a Chromium or Chrome, or undefined. */
export async function presentBrowser(): Promise<string | undefined> {
  for (const name of names) {
    const file = await which(name, { nothrow: true });
    if (file !== null) return file;
  }
  return (await which(macPath, { nothrow: true })) ?? undefined;
}

/** Like {@link presentBrowser}, installed by the system's package manager if there is none. Throws {@link SetupError}. */
export async function findBrowser(setUp: SetUp): Promise<string> {
  const found = await presentBrowser();
  if (found !== undefined) return found;
  const installation = await installPackage(chromium, setUp);
  const installed = await presentBrowser();
  if (installed !== undefined) return installed;
  const problem =
    installation.kind === 'refused'
      ? installation.problem
      : 'the package was installed, but chromium is not on the PATH';
  throw new SetupError(
    `A browser is missing: ${problem}. ` +
      'Install Chromium or Chrome (Debian: sudo apt-get install chromium) to test the reference page.',
  );
}
