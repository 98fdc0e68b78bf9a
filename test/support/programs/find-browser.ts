import which from 'which';
import { SetupError } from '#bin/setup-error.ts';
import type { SetUp } from '#bin/embedded/set-up.ts';
import { installPackage, type SystemPackage } from '#bin/embedded/system-package.ts';

/** In search order. The shell is Chromium without its windows: to show a page is a fifth of the work then. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const title = 'A browser for the tests';

/** In the order in which they are tried: old systems have no package of the shell alone. */
const packages: readonly SystemPackage[] = [
  { title, program: 'chromium-headless-shell', names: { 'apt-get': 'chromium-headless-shell' } },
  { title, program: 'chromium', names: { 'apt-get': 'chromium', dnf: 'chromium', apk: 'chromium' } },
];

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
  let problem = '';
  for (const wanted of packages) {
    const installation = await installPackage(wanted, setUp);
    const installed = await presentBrowser();
    if (installed !== undefined) return installed;
    problem =
      installation.kind === 'refused'
        ? installation.problem
        : `the package was installed, but ${wanted.program} is not on the PATH`;
  }
  throw new SetupError(
    `A browser is missing: ${problem}. ` +
      'Install Chromium or Chrome (Debian: sudo apt-get install chromium-headless-shell) to test the pages.',
  );
}
