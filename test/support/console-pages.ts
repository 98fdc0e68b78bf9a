import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { hashOfToken } from '#domain/token.ts';
import { createSessions } from '#store/token/sessions.ts';
import { accessibilityFindings, colourRules } from './accessibility.ts';
import { connectBrowser } from './browser.ts';
import { startApi } from './service.ts';

export const widths: readonly number[] = [1280, 390];

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

interface Visit {
  readonly api: Pick<Awaited<ReturnType<typeof startApi>>, 'url' | 'redis'>;
  readonly browser: Awaited<ReturnType<typeof connectBrowser>>;
  readonly token: string;
  /** Default: where the link that signs in leads. */
  readonly path?: string;
  readonly look?: Partial<Look>;
  /** Default: true. */
  readonly scripts?: boolean;
  /** Pixels of the screen for each of the page. Default: 1. */
  readonly scale?: number;
}

/** A browser's page that is signed in to the console, closed with `await using`. */
export async function openConsole({ api, browser, token, path, look, scripts = true, scale = 1 }: Visit) {
  const code = await createSessions({ redis: api.redis }).makeCode(hashOfToken(token));
  const signIn = `${api.url}/console/sign-in?code=${code}`;
  const { width = 1280, colorScheme = 'light' } = look ?? {};
  const options = {
    viewport: windowOf(width),
    deviceScaleFactor: scale,
    colorScheme,
    javaScriptEnabled: scripts,
  };
  if (path === undefined) return await browser.open(signIn, options);
  return await browser.open(`${api.url}${path}`, options, signIn);
}

/** One heading, one main part, nothing that a check of accessibility finds, and no way to move the page sideways. */
async function expectGoodPage(
  page: Page,
  name: string,
  { width, colorScheme }: Look,
  rules: RunOptions = {},
): Promise<void> {
  await takePicture(page, `${name}-${width}-${colorScheme}`);
  expect(await page.evaluate(outline)).toEqual({ headings: 1, mains: 1, isWider: false });
  expect(await accessibilityFindings(page, rules)).toEqual([]);
}

/** Asked at once, of the page itself: our own types know no document. */
const outline = `({
  headings: document.querySelectorAll('h1').length,
  mains: document.querySelectorAll('main').length,
  isWider: document.documentElement.scrollWidth > innerWidth,
})`;

/** Looks at an open page in light and dark, as wide as it is. */
export async function expectGoodInBothColours(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  await page.emulateMedia({ colorScheme: 'light' });
  await expectGoodPage(page, name, { width, colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectGoodPage(page, name, { width, colorScheme: 'dark' }, colourRules);
}

/** Looks at an open page in all looks, one after the other. */
export async function expectGoodInEveryLook(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize(windowOf(width));
    await expectGoodInBothColours(page, name);
  }
}

const windowOf = (width: number) => ({ width, height: width < 600 ? 844 : 900 });

/** Pictures are taken where REVEILLE_SCREENSHOTS names a folder for them. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['REVEILLE_SCREENSHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

type Owner = Awaited<ReturnType<Awaited<ReturnType<typeof startApi>>['newOwner']>>;

interface Opening {
  readonly look?: Partial<Look> | undefined;
  readonly scripts?: boolean;
  readonly token?: string;
  readonly owner?: Owner;
}

/** An API and a browser for the tests of a file, and pages of the console for fresh workspaces. */
export function consoleOfFile(env: Readonly<Record<string, string>> = {}) {
  let api: Awaited<ReturnType<typeof startApi>> | undefined;
  let browser: Awaited<ReturnType<typeof connectBrowser>> | undefined;
  beforeAll(async () => {
    api = await startApi(env);
    browser = await connectBrowser();
  });
  afterAll(() => api?.[Symbol.asyncDispose]());

  function parts() {
    if (api === undefined || browser === undefined)
      throw new Error('The API and the browser are not started.');
    return { api, browser };
  }

  /** A page of a workspace, closed with `await using`; of a fresh one unless an owner is given. */
  async function open(path: string, { look, scripts = true, token, owner: given }: Opening = {}) {
    const started = parts();
    const owner = given ?? (await started.api.newOwner());
    const opened = await openConsole({
      ...started,
      token: token ?? owner.workspace.token,
      path,
      scripts,
      ...(look === undefined ? {} : { look }),
    });
    return { ...opened, ...owner };
  }

  return { open, api: () => parts().api, browser: () => parts().browser };
}
