import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findBrowser } from './find-browser.ts';
import { machineWith } from '#test/support/machine-with.ts';

afterEach(() => vi.unstubAllEnvs());

const sudo = 'shift; exec "$@"';

const names = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chromium-browser'];

it.each(names)('takes %s on the PATH', async (name) => {
  const folder = await machineWith({ [name]: '' });
  expect(await findBrowser({ log: () => {} })).toBe(path.join(folder, name));
});

it('takes the one that shows no windows before others', async () => {
  const folder = await machineWith({ chromium: '', 'chromium-headless-shell': '' });
  expect(await findBrowser({ log: () => {} })).toBe(path.join(folder, 'chromium-headless-shell'));
});

/** A package manager that has this package and no other. */
const having = (name: string) =>
  `case "$*" in *update) ;; *" ${name}") echo > "$HERE/${name}"; /bin/chmod +x "$HERE/${name}";; *) exit 100;; esac`;

const line = 'A browser for the tests is missing: installing it with apt-get.';

it.each([
  ['chromium-headless-shell', [line]],
  ['chromium', [line, line]],
])('installs one with the package manager, where that has %s', async (name, lines) => {
  const folder = await machineWith({ 'apt-get': having(name), sudo });
  const said: string[] = [];
  expect(await findBrowser({ log: (sentence) => said.push(sentence) })).toBe(path.join(folder, name));
  expect(said).toEqual(lines);
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
