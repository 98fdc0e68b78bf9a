import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

import { presentBrowser } from './programs/find-browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the run's browser; null if this machine has none. */
    browserAddress: string | null;
  }
}

/** Nothing of the browser itself goes out, and it runs as root and in containers too. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test is shown for a moment: to optimise its scripts costs more than it saves.
  '--js-flags=--no-opt --no-maglev',
];

/**
 * One Chromium or Chrome for the whole run: to start one costs more than most tests. `npm test` installs one first.
 * Without one the tests of pages are skipped, but never where it would go unseen.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await presentBrowser();
  if (executablePath === undefined && process.env['CI'])
    throw new Error('There is no Chromium or Chrome on the PATH, and the tests of pages need one.');
  const server = executablePath && (await chromium.launchServer({ executablePath, args, host: '127.0.0.1' }));
  project.provide('browserAddress', server ? server.wsEndpoint() : null);
  return async () => {
    if (server) await server.close();
  };
}
