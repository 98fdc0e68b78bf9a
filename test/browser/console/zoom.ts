import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';

import { isWiderThanWindow } from '#test/support/browser.ts';
import { consoleOfFile, openConsole } from '#test/support/console-pages.ts';

/** Names that nothing breaks by itself. */
const long = 'Unbreakable'.repeat(12);

describe.skipIf(inject('browserAddress') === null)('with 200 % zoom', () => {
  const { api, browser } = consoleOfFile();

  /** Every page that an owner has, of a workspace in which there is something of each. */
  async function pagesOfOwner() {
    const owner = await api().newOwner();
    const { id, hook } = await owner.newAutomation();
    await owner.manage('PATCH', `/automations/${id}`, { name: long });
    const { items } = (await (await owner.manage('GET', '/agents')).json()) as { items: { id: string }[] };
    const agent = `/agents/${items[0]?.id}`;
    const headers = { 'x-service-reference': long };
    const answered = await fetch(hook, { method: 'POST', headers, body: JSON.stringify({ [long]: long }) });
    const { deliveryId } = (await answered.json()) as { deliveryId: string };
    await owner.manage('POST', `${agent}/network-access`, { domain: `${'d'.repeat(60)}.example.com` });
    await owner.manage('POST', `${agent}/requests`, { method: 'GET', url: 'https://refused.example/' });
    const automation = `/console/automations/${id}`;
    const paths = [
      '/console/automations',
      '/console/automations/new',
      '/console/automations/recipes',
      automation,
      ...['connect', 'try', 'revisions', 'cases', 'pause', 'duplicate', 'delete'].map(
        (page) => `${automation}/${page}`,
      ),
      '/console/activity',
      '/console/activity?period=between',
      '/console/activity?q=nothing',
      `/console/references/${long}`,
      `/console/deliveries/${deliveryId}`,
      `/console/deliveries/${deliveryId}/curl`,
      '/console/network-access',
      '/console/chat',
      '/console/usage',
      '/console/settings',
    ];
    return { token: owner.workspace.token, paths };
  }

  const visit = (token: string, width: number, scale: number) =>
    openConsole({ api: api(), browser: browser(), token, look: { width, colorScheme: 'light' }, scale });

  it('every page of the owner fits, and nothing is cut off', async () => {
    const { token, paths } = await pagesOfOwner();
    await using opened = await visit(token, 640, 2);
    expect(await misfits(opened.page, paths)).toEqual([]);
  });

  it('every page of the owner fits where only the text is larger', async () => {
    const { token, paths } = await pagesOfOwner();
    await using opened = await visit(token, 1280, 1);
    expect(await misfits(opened.page, paths, '200%')).toEqual([]);
  });

  it.each([
    ['the page', 640, 2, undefined],
    ['only the text', 1280, 1, '200%'],
  ] as const)(
    'those of the operator and the way in fit where %s is larger',
    async (_, width, scale, size) => {
      await using opened = await visit(api().config.ADMIN_TOKEN, width, scale);
      expect(await misfits(opened.page, ['/console/operator', '/console/sign-in'], size)).toEqual([]);
    },
  );

  /** The misfits of these pages: the page as a whole, or a part that is cut off or out of sight. */
  async function misfits(
    page: Page,
    paths: readonly string[],
    textSize?: string,
  ): Promise<readonly string[]> {
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(`${api().url}${path}`);
      if (textSize !== undefined)
        await page.evaluate(`document.documentElement.style.fontSize = '${textSize}'`);
      if (await isWiderThanWindow(page)) found.push(`${path} is wider than the window`);
      const parts = await page.evaluate<readonly string[]>(partsOutOfSight);
      found.push(...parts.slice(0, 3).map((part) => `${path}: ${part}`));
    }
    return found;
  }
});

/**
 * Everything that is shown and reaches beyond the window, or beyond a part that hides what does not fit. Code of the page
 * is text here: our own types know no document.
 */
const partsOutOfSight = `[...document.body.querySelectorAll('*')].flatMap((element) => {
  const scrolls = (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX);
  const told = element.outerHTML.slice(0, 120);
  const isApart = element.closest('.hidden, .skip, [hidden], thead, datalist, option, [popover]') !== null;
  if (isApart || !element.checkVisibility()) return [];
  let around = element.parentElement;
  while (around !== null && around !== document.body && !scrolls(around)) around = around.parentElement;
  const isInScroller = around !== null && around !== document.body;
  const { left, right, width } = element.getBoundingClientRect();
  if (!isInScroller && width > 0 && (left < -1 || right > innerWidth + 1)) return [told];
  const hides = getComputedStyle(element).overflowX === 'hidden';
  return hides && element.scrollWidth > element.clientWidth + 1 ? ['cut off: ' + told] : [];
})`;
