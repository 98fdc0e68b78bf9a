import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findBrowser } from '../../../bin/embedded/find-browser.ts';
import { machineWith } from '../../support/machine-with.ts';

afterEach(() => vi.unstubAllEnvs());

const sudo = 'shift; exec "$@"';

it.each(['chromium', 'google-chrome', 'chromium-browser'])('takes %s on the PATH', async (name) => {
  const folder = await machineWith({ [name]: '' });
  expect(await findBrowser({ log: () => {} })).toBe(path.join(folder, name));
});

it('installs one with the package manager', async () => {
  const installing =
    'case "$*" in *"install"*chromium) echo > "$HERE/chromium"; /bin/chmod +x "$HERE/chromium";; esac';
  const folder = await machineWith({ 'apt-get': installing, sudo });
  const said: string[] = [];
  expect(await findBrowser({ log: (sentence) => said.push(sentence) })).toBe(path.join(folder, 'chromium'));
  expect(said).toEqual(['A browser for the tests is missing: installing it with apt-get.']);
});

it('says what to install where the package manager fails', async () => {
  await machineWith({ 'apt-get': 'echo "E: Unable to locate package chromium"; exit 100', sudo });
  await expect(findBrowser({ log: () => {} })).rejects.toThrow(
    /^A browser is missing: "apt-get update" failed: E: Unable to locate package chromium\. Install Chromium/,
  );
});

it.each([[{}], [{ brew: 'exit 0' }]])('says what to install where nothing can: %j', async (programs) => {
  await machineWith(programs);
  await expect(findBrowser({ log: () => {} })).rejects.toThrow(
    'A browser is missing: there is no chromium on the PATH and no package manager that we know. Install',
  );
});
