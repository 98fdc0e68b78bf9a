import { describe, expect, inject, it } from 'vitest';

import { consoleOfFile, expectGoodPage, looks } from '../../support/console-pages.ts';

describe.skipIf(inject('browserPath') === null)('the way into the console', () => {
  const { api, browser, open } = consoleOfFile();

  it.each(looks)('is easy to see, at $width pixels, $colorScheme', async (look) => {
    const { width, colorScheme } = look;
    await using opened = await browser().open(`${api().url}/console`, {
      viewport: { width, height: 844 },
      colorScheme,
    });
    await opened.page.getByLabel('Workspace token').fill('wrong');
    await opened.page.keyboard.press('Enter');
    await opened.page.getByRole('alert').waitFor();
    await expectGoodPage(opened.page, 'sign-in', look);
  });

  it.each([true, false])(
    'signs in and out by keyboard alone, with scripts: %s',
    async (javaScriptEnabled) => {
      const { workspace } = await api().newOwner();
      await using opened = await browser().open(`${api().url}/console`, { javaScriptEnabled });
      const { page } = opened;
      await page.locator('#token:focus').waitFor();
      await page.keyboard.insertText(workspace.token);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${api().url}/console/automations`);
      await page.getByRole('button', { name: 'Sign out' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${api().url}/console/sign-in`);
    },
  );

  it.each(looks)('leads to a menu of everything, at $width pixels, $colorScheme', async (look) => {
    await using opened = await open('/console/automations', { look });
    const { page, requested } = opened;
    if (look.width === 390) await page.getByRole('button', { name: 'Menu' }).click();
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts())
      .toEqual(['Automations', 'Activity', 'Network Access', 'Chat', 'Usage', 'Settings', 'API reference']);
    await expectGoodPage(page, 'menu', look);
    const hosts = requested.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin);
    expect([...new Set(hosts)]).toEqual([api().url]);
  });
});
