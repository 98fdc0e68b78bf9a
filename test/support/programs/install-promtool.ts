import which from 'which';
import { runQuietly } from '#bin/embedded/run-quietly.ts';
import type { SetUp } from '#bin/embedded/set-up.ts';
import { installPackage, type SystemPackage } from '#bin/embedded/system-package.ts';

const prometheus: SystemPackage = {
  title: 'promtool of the tests',
  program: 'promtool',
  names: { 'apt-get': 'prometheus', brew: 'prometheus' },
};

/** The package may start a server, of which only the tool is wanted. */
const stopService: readonly (readonly string[])[] = [
  ['systemctl', 'disable', '--now', 'prometheus'],
  ['service', 'prometheus', 'stop'],
];

/** Installs the tool that checks rules of alerts if allowed; without it its tests are skipped, which the report shows. */
export async function installPromtool(setUp: SetUp): Promise<void> {
  if (await which(prometheus.program, { nothrow: true })) return;
  const installation = await installPackage(prometheus, setUp);
  if (installation.kind === 'refused') {
    setUp.log(`${prometheus.title} is missing: ${installation.problem}. Without it its tests are skipped.`);
    return;
  }
  for (const command of stopService)
    if (await which(command[0] ?? '', { nothrow: true }))
      await runQuietly([...installation.rootPrefix, ...command], { timeoutMs: 30_000 });
}
