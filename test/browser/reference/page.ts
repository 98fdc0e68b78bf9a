import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { accessibilityFindings, colourRules } from '#test/support/accessibility.ts';
import { connectBrowser, isWiderThanWindow, partWithId } from '#test/support/browser.ts';
import { startApi } from '#test/support/service.ts';

const wide = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

describe.skipIf(inject('browserAddress') === null)('the reference as a page', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;

  beforeAll(async () => {
    api = await startApi();
    browser = await connectBrowser();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  /** The largest of each kind of page. */
  const kinds = ['', '/activity', '/tools-lines', '/search?q=delivery'];
  const docs = (address = '') => `${api.url}/docs${address}`;
  /** Found by where they are: a role or a label that is looked for in all of the page takes up to two seconds. */
  const contentsOf = (page: Page) => page.locator('xpath=id("menu")[self::nav][@aria-label="Contents"]');
  const contentsButton = (page: Page) =>
    page.locator('xpath=/html/body/header').getByRole('button', { name: 'Contents' });
  const formOf = (page: Page, tool: string) =>
    partWithId(page, `tool-${tool}`).getByRole('form', { name: `Run ${tool}` });
  const unfoldAll = (page: Page, selector: string) =>
    page.evaluate(`for (const entry of document.querySelectorAll('${selector}')) entry.open = true`);

  it.each(kinds)(
    'asks this service alone, and nothing is refused or complained of: /docs%s',
    async (kind) => {
      await using opened = await browser.open(docs(kind), { viewport: wide });
      await unfoldAll(opened.page, 'details');
      // Whatever is shown now is asked for before a frame is drawn and nothing is left to do.
      await opened.page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done())))',
      );
      const hosts = new Set(
        opened.requested.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin),
      );
      expect([...hosts]).toEqual([api.url]);
      expect(opened.complaints).toEqual([]);
      expect(await opened.page.evaluate('document.querySelectorAll("*").length')).toBeLessThanOrEqual(3_000);
    },
  );

  it.each(kinds)('names everything that can be used, and is in order: /docs%s', async (kind) => {
    await using opened = await browser.open(docs(kind), { viewport: wide });
    await unfoldAll(opened.page, 'details');
    // Contrast has a test of its own.
    expect(
      await accessibilityFindings(opened.page, { rules: { 'color-contrast': { enabled: false } } }),
    ).toEqual([]);
  });

  it('is easy to see, at 1280 and 390 pixels, light and dark', async () => {
    await using opened = await browser.open(docs('/public-api'), { viewport: wide });
    const { page } = opened;
    await unfoldAll(page, '#processPdf details, #joinWaitlist details');
    await partWithId(page, 'joinWaitlist').locator('input').first().fill('nobody');
    await partWithId(page, 'joinWaitlist').getByRole('button', { name: 'Send' }).click();
    await partWithId(page, 'joinWaitlist').locator('.refusal').waitFor();
    await expectEasyToSee(page);
    await page.goto(docs('/tools-cipher#tool-rot13'));
    await formOf(page, 'rot13').getByRole('button').click();
    await partWithId(page, 'tool-rot13').locator('.result').waitFor();
    await expectEasyToSee(page);
    await page.goto(docs());
    await expectEasyToSee(page);
    await page.goto(docs('/operator'));
    await expectEasyToSee(page);
    expect(opened.complaints).toEqual([]);
  });

  async function expectEasyToSee(page: Page): Promise<void> {
    for (const viewport of [wide, phone]) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityFindings(page, colourRules)).toEqual([]);
    }
  }

  it.each(kinds)(
    'fits phones of 390, 360 and 320 pixels, with a word that is wider: /docs%s',
    async (kind) => {
      await using opened = await browser.open(docs(kind), { viewport: phone });
      const { page } = opened;
      await unfoldAll(page, 'details');
      for (const width of [390, 360, 320]) {
        await page.setViewportSize({ ...phone, width });
        expect([width, await isWiderThanWindow(page)]).toEqual([width, false]);
      }
      await page.setViewportSize(phone);
      await page.evaluate(
        `for (const about of document.querySelectorAll('.about')) about.append('x'.repeat(100))`,
      );
      expect(await isWiderThanWindow(page)).toBe(false);
    },
  );

  it('has its contents behind a button on a phone', async () => {
    await using opened = await browser.open(docs('/public-api'), { viewport: phone });
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
    await page.getByLabel('Find an operation or a tool').focus();
    await page.keyboard.type('rot13');
    await press('Enter');
    await page.getByRole('link', { name: 'rot13' }).focus();
    await press('Enter');
    const form = formOf(page, 'rot13');
    const button = form.getByRole('button', { name: 'Run' });
    await form.getByLabel('text').focus();
    while (!(await button.evaluate((element) => element.matches(':focus')))) await press('Tab');
    await press('Enter');
    await form.locator('.result').waitFor();
    expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  it('leads from a link into the one page that was here once to the tool that it names', async () => {
    await using opened = await browser.open(docs('#tool-slugify'), { viewport: wide });
    const { page } = opened;
    await formOf(page, 'slugify').waitFor();
    expect(page.url()).toBe(docs('/tools-web#tool-slugify'));
  });

  it('marks the place in the contents', async () => {
    await using opened = await browser.open(docs('/public-api'), { viewport: wide });
    const contents = contentsOf(opened.page);
    await contents.getByRole('link', { name: 'Preview a blog post', exact: false }).click();
    await contents.locator('[aria-current=location]', { hasText: 'Preview a blog post' }).waitFor();
    expect(await contents.locator('[aria-current=page]').innerText()).toBe('Public API');
  });

  it('can be read and searched without script', async () => {
    await using opened = await browser.open(docs(), { viewport: phone, javaScriptEnabled: false });
    const { page } = opened;
    await contentsButton(page).click();
    await contentsOf(page).getByLabel('Find an operation or a tool').fill('waitlist');
    await contentsOf(page).getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'POST /api/waitlist' }).click();
    await partWithId(page, 'joinWaitlist').getByText('Try it').click();
    expect(await partWithId(page, 'joinWaitlist').innerText()).toContain('needs JavaScript');
  });
});
