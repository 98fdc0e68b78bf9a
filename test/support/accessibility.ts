import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  /** The first part of the page that has it. */
  readonly first: string | undefined;
}

/** The rules that see colours: what else they check is the same, light or dark. */
export const colourRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** The program without its comments: every page that is opened reads it anew. */
let program: string | undefined;
const axe = () =>
  (program ??= readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));

/** The findings of a check of accessibility on the page as it is. */
export async function accessibilityFindings(page: Page, options: RunOptions = {}): Promise<Finding[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe());
  // To describe what is in order takes most of the time on a long page. Nothing is loaded a second time.
  const given = JSON.stringify({ resultTypes: ['violations'], preload: false, ...options });
  return await page.evaluate<Finding[]>(
    `axe.run(${given}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, first: nodes[0]?.html })))`,
  );
}
