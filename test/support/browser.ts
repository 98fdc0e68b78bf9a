import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

/** Chromium writes a line of its own for every refusal that a page asks for: that is no fault of the page. */
const refusalLine = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** The browser of the run, left with `await using`. */
export async function connectBrowser() {
  const browser = await chromium.connect(inject('browserAddress') ?? '');

  /** A page in a context of its own, and what went on in it: every address asked for, every complaint. */
  async function open(url: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const requested: string[] = [];
    const complaints: string[] = [];
    // Below the time limit of a test, so that what was waited for is named.
    page.setDefaultTimeout(120_000);
    page.on('request', (request) => void requested.push(request.url()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('console', (line) => {
      if (!refusalLine.test(line.text())) complaints.push(`${line.type()}: ${line.text()}`);
    });
    await page.goto(url);
    return { page, requested, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  return { open, [Symbol.asyncDispose]: () => browser.close() };
}

/** Whether the page can be moved sideways. Code of the page is text here: our own types know no document. */
export function isWiderThanWindow(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth');
}
