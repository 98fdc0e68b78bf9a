import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';

/** Chromium writes a line of its own for every refusal that a page asks for: that is no fault of the page. */
const refusalLine = /^Failed to load resource: the server responded with a status of 4\d\d/;

type Options = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'javaScriptEnabled' | 'deviceScaleFactor'
>;

/** For all files of a process: the scripts and styles of a page that was shown before are known already. */
let connecting: Promise<Browser> | undefined;

/** Pages that are visited no more: a process for a page costs more than what most tests do on it. */
const idle: Page[] = [];

/** The browser of the run. It is left when the process ends. */
export async function connectBrowser() {
  const browser = await (connecting ??= chromium.connect(inject('browserAddress') ?? ''));

  async function newPage(options: Options): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    // Below the time limit of a test, so that what was waited for is named.
    page.setDefaultTimeout(120_000);
    return page;
  }

  /** An empty page, without scripts or with another scale in a context of its own. */
  async function takePage(options: Options): Promise<Page> {
    const { viewport = windowOfPage, colorScheme = 'light' } = options;
    const page = canBeShared(options) ? (idle.pop() ?? (await newPage({}))) : await newPage(options);
    await page.setViewportSize(viewport ?? windowOfPage);
    await page.emulateMedia({ colorScheme });
    return page;
  }

  /** Nothing of a visit is there in the next: no cookie, no route, no mouse over a button. */
  async function leave(page: Page, options: Options): Promise<void> {
    if (!canBeShared(options)) return await page.context().close();
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.mouse.move(-1, -1);
    idle.push(page);
  }

  /**
   * A page as if it were the first of its browser, and what went on in it: every address asked for, every complaint.
   * `cookiesFrom` is asked before, by the browser but for no page.
   */
  async function open(url: string, options: Options = {}, cookiesFrom?: string) {
    const page = await takePage(options);
    if (cookiesFrom !== undefined) await page.context().request.get(cookiesFrom, { maxRedirects: 0 });
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => void requested.push(request.url()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('console', (line) => {
      if (!refusalLine.test(line.text())) complaints.push(`${line.type()}: ${line.text()}`);
    });
    await page.goto(url);
    return { page, requested, complaints, [Symbol.asyncDispose]: () => leave(page, options) };
  }

  return { open };
}

const windowOfPage = { width: 1280, height: 720 };

const canBeShared = ({ javaScriptEnabled = true, deviceScaleFactor = 1 }: Options) =>
  javaScriptEnabled && deviceScaleFactor === 1;

/** Whether the page can be moved sideways. Code of the page is text here: our own types know no document. */
export function isWiderThanWindow(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth');
}

/**
 * The element with an id, found by the browser itself. A CSS selector that begins at the page looks into every element of
 * it for a shadow root each time: on a long page that takes most of a test.
 */
export const partWithId = (page: Page, id: string): Locator => page.locator(`xpath=id("${id}")`);
