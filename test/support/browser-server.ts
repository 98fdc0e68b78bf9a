import type { TestProject } from 'vitest/node';

import { presentBrowser } from '../../bin/embedded/find-browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Chromium or Chrome of this machine; null where there is none. */
    browserPath: string | null;
  }
}

/** `npm test` installs a browser first. Without one the tests of the page are skipped, but never where it would go unseen. */
export async function setup(project: TestProject): Promise<void> {
  const found = await presentBrowser();
  if (found === undefined && process.env['CI'])
    throw new Error(
      'There is no Chromium or Chrome on the PATH, and the tests of the reference page need one.',
    );
  project.provide('browserPath', found ?? null);
}
