import type { SetUp } from '#bin/embedded/set-up.ts';
import { installForTests, type SystemPackage } from '#bin/embedded/system-package.ts';

const prometheus: SystemPackage = {
  title: 'promtool of the tests',
  program: 'promtool',
  names: { 'apt-get': 'prometheus', brew: 'prometheus' },
  service: 'prometheus',
};

/** Installs the tool that checks rules of alerts if allowed. */
export const installPromtool = async (setUp: SetUp): Promise<void> =>
  await installForTests(prometheus, setUp);
