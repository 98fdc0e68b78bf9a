import which from 'which';
import type { SetUp } from '#bin/embedded/set-up.ts';
import { installPackage, type SystemPackage } from '#bin/embedded/system-package.ts';

const named = (program: string, debian: string): SystemPackage => ({
  title: `${program} of the tests`,
  program,
  names: { 'apt-get': debian },
});

/** Programs that produce typical PDF files, each using other parts of the standard. */
const programs = [
  named('gropdf', 'groff'),
  named('ps2pdf', 'ghostscript'),
  named('rsvg-convert', 'librsvg2-bin'),
  named('qpdf', 'qpdf'),
];

/** Installs the missing ones if allowed; without them their tests are skipped, which the report shows. */
export async function installPdfPrograms(setUp: SetUp): Promise<void> {
  for (const wanted of programs) {
    if (await which(wanted.program, { nothrow: true })) continue;
    const installation = await installPackage(wanted, setUp);
    if (installation.kind === 'installed') continue;
    setUp.log(`${wanted.title} is missing: ${installation.problem}. Without it its tests are skipped.`);
  }
}
