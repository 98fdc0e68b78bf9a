import type { SetUp } from './set-up.ts';
import { installForTests, type SystemPackage } from './system-package.ts';

const caddy: SystemPackage = {
  title: 'Caddy of the tests',
  program: 'caddy',
  names: { 'apt-get': 'caddy', dnf: 'caddy', apk: 'caddy', brew: 'caddy' },
  service: 'caddy',
};

/** Installs the proxy of deploy/caddy if allowed. */
export const installCaddy = async (setUp: SetUp): Promise<void> => await installForTests(caddy, setUp);
