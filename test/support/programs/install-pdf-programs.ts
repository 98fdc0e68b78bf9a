import type { SetUp } from '#bin/embedded/set-up.ts';
import { installForTests, type SystemPackage } from '#bin/embedded/system-package.ts';

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

/** Installs the missing ones if allowed. */
export async function installPdfPrograms(setUp: SetUp): Promise<void> {
  for (const wanted of programs) await installForTests(wanted, setUp);
}
