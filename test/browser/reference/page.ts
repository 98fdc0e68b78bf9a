import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { accessibilityFindings, colourRules } from '../../support/accessibility.ts';
import { connectBrowser, isWiderThanWindow, partWithId } from '../../support/browser.ts';
import { startApi } from '../../support/service.ts';

const wide = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

const linkColours = 'link-in-text-block';

/** Each is a block of text of its own, or holds some. */
const blocks = ':is(.fields li, .field, .response, .try, .tool, pre, figure)';

describe.skipIf(inject('browserAddress') === null)('the reference as a page', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;

  /** With everything unfolded, for two tests: to load it and lay it out takes most of their time. */
  let whole: Awaited<ReturnType<typeof browser.open>> | undefined;

  beforeAll(async () => {
    api = await startApi();
    browser = await connectBrowser();
  });
  beforeEach(async ({ task }) => {
    // A second try begins with a page of its own, whatever the first one left.
    if ((task.result?.retryCount ?? 0) > 0) await leaveWhole();
  });
  afterAll(async () => {
    await leaveWhole();
    await api[Symbol.asyncDispose]();
  });

  async function openWhole() {
    if (whole !== undefined) return whole;
    whole = await browser.open(docs(), { viewport: wide });
    await unfoldAll(whole.page, 'details');
    return whole;
  }

  async function leaveWhole(): Promise<void> {
    await whole?.[Symbol.asyncDispose]();
    whole = undefined;
  }

  const docs = (hash = '') => `${api.url}/docs${hash}`;
  /** Found by where they are: a role or a label that is looked for in all of the page takes up to two seconds. */
  const contentsOf = (page: Page) => page.locator('xpath=id("menu")[self::nav][@aria-label="Contents"]');
  const contentsButton = (page: Page) =>
    page.locator('xpath=/html/body/header').getByRole('button', { name: 'Contents' });
  const formOf = (page: Page, tool: string) =>
    partWithId(page, `tool-${tool}`).getByRole('form', { name: `Run ${tool}` });
  const unfoldAll = (page: Page, selector: string) =>
    page.evaluate(`for (const entry of document.querySelectorAll('${selector}')) entry.open = true`);

  it('asks this service alone, and nothing is refused or complained of', async () => {
    const opened = await openWhole();
    // Whatever is shown now is asked for before a frame is drawn and nothing is left to do.
    await opened.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done())))',
    );
    const hosts = new Set(
      opened.requested.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin),
    );
    expect([...hosts]).toEqual([api.url]);
    expect(opened.complaints).toEqual([]);
  });

  it('names everything that can be used, and is in order, from the first line to the last', async () => {
    await using opened = await browser.open(docs(), { viewport: wide });
    await unfoldAll(opened.page, '.try, .long, #tools .family:nth-of-type(-n+3) .tool');
    // What is folded is not shown, and the check would only search through it.
    const folded = ['.tool', '.response'].map((part) => `${part}:not([open]) > :not(summary)`);
    await opened.page.evaluate(
      `for (const part of document.querySelectorAll('${folded.join()}')) part.remove()`,
    );
    // Contrast has a test of its own: to measure it takes most of the time.
    const rules = { 'color-contrast': { enabled: false }, [linkColours]: { enabled: false } };
    expect(await accessibilityFindings(opened.page, { rules })).toEqual([]);
    // To see the colours of links, all that is shown is measured: blocks without a link are nothing to this rule.
    await opened.page.evaluate(
      `for (const block of document.querySelectorAll('${blocks}:not(:has(a))')) block.remove()`,
    );
    const ofLinks = { runOnly: { type: 'rule' as const, values: [linkColours] } };
    expect(await accessibilityFindings(opened.page, ofLinks)).toEqual([]);
  });

  it('is easy to see, at 1280 and 390 pixels, light and dark', async () => {
    await using opened = await browser.open(docs('#tool-slugify'), { viewport: wide });
    const { page } = opened;
    await unfoldAll(page, '#processPdf details, #joinWaitlist details');
    await partWithId(page, 'joinWaitlist').locator('input').first().fill('nobody');
    await partWithId(page, 'joinWaitlist').getByRole('button', { name: 'Send' }).click();
    await partWithId(page, 'joinWaitlist').locator('.refusal').waitFor();
    await formOf(page, 'slugify').getByRole('button').click();
    await partWithId(page, 'tool-slugify').locator('.result').waitFor();
    // The others of a kind look the same.
    const alike = '.operation:not(#processPdf, #joinWaitlist, #deletePolicy), .tool:not(#tool-slugify)';
    await page.evaluate(`for (const part of document.querySelectorAll('${alike}')) part.remove()`);
    for (const viewport of [wide, phone]) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityFindings(page, colourRules)).toEqual([]);
    }
    expect(opened.complaints).toEqual([]);
  });

  it('fits phones of 390, 360 and 320 pixels, with everything unfolded and a word that is wider', async () => {
    const { page } = await openWhole();
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ ...phone, width });
      expect([width, await isWiderThanWindow(page)]).toEqual([width, false]);
    }
    await page.setViewportSize(phone);
    await page.evaluate(
      `for (const about of document.querySelectorAll('.about')) about.append('x'.repeat(100))`,
    );
    expect(await isWiderThanWindow(page)).toBe(false);
  });

  it('has its contents behind a button on a phone', async () => {
    await using opened = await browser.open(docs(), { viewport: phone });
    const { page } = opened;
    const contents = contentsOf(page);
    expect(await contents.isVisible()).toBe(false);
    await contentsButton(page).click();
    await contents.getByRole('link', { name: 'Join the waitlist' }).click();
    await contents.waitFor({ state: 'hidden' });
    await partWithId(page, 'joinWaitlist').getByRole('heading', { name: 'Join the waitlist' }).waitFor();
    await contentsButton(page).click();
    await contents.waitFor();
    await page.keyboard.press('Escape');
    await contents.waitFor({ state: 'hidden' });
  });

  it('can be used with the keys alone, and shows where they are', async () => {
    await using opened = await browser.open(docs(), { viewport: wide });
    const { page } = opened;
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    await press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the reference');
    await press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('top');
    for (let count = 0; count < 25; count += 1) {
      await press('Tab');
      const { outline, seen } = await page.evaluate<{ outline: string; seen: boolean }>(`(() => {
        const focused = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        const { top, bottom } = focused.getBoundingClientRect();
        return { outline: outlineStyle + ' ' + outlineWidth, seen: bottom > 0 && top < innerHeight };
      })()`);
      expect({ outline, seen }).toEqual({ outline: 'solid 2px', seen: true });
    }
    await page.locator('xpath=//search').getByLabel('Find a tool').focus();
    await page.keyboard.type('rot13');
    await press('Tab', 'Enter');
    const form = formOf(page, 'rot13');
    const button = form.getByRole('button', { name: 'Run' });
    while (!(await button.evaluate((element) => element.matches(':focus')))) await press('Tab');
    await press('Enter');
    await form.locator('.result').waitFor();
    expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  it('opens the tool that a link names, and marks the place in the contents', async () => {
    await using opened = await browser.open(docs('#tool-slugify'), { viewport: wide });
    const { page } = opened;
    await formOf(page, 'slugify').waitFor();
    await contentsOf(page).getByRole('link', { name: 'Preview a blog post', exact: false }).click();
    await contentsOf(page).locator('[aria-current]', { hasText: 'Preview a blog post' }).waitFor();
  });

  it('can be read without script', async () => {
    await using opened = await browser.open(docs(), { viewport: phone, javaScriptEnabled: false });
    const { page } = opened;
    await contentsButton(page).click();
    await contentsOf(page).getByRole('link', { name: 'Text tools', exact: true }).click();
    await page.keyboard.press('Escape');
    await partWithId(page, 'joinWaitlist').getByText('Try it').click();
    expect(await partWithId(page, 'joinWaitlist').innerText()).toContain('needs JavaScript');
  });
});
