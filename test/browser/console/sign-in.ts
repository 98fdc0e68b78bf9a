import { describe, expect, inject, it } from 'vitest';

import {
  consoleOfFile,
  expectGoodInBothColours,
  expectGoodInEveryLook,
  widths,
} from '#test/support/console-pages.ts';

describe.skipIf(inject('browserAddress') === null)('the way into the console', () => {
  const { api, browser, open } = consoleOfFile();

  it('is easy to see in every look', async () => {
    await using opened = await browser().open(`${api().url}/console`);
    await opened.page.getByLabel('Workspace token').fill('wrong');
    await opened.page.keyboard.press('Enter');
    await opened.page.getByRole('alert').waitFor();
    await expectGoodInEveryLook(opened.page, 'sign-in');
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

  it.each(widths)('leads to a menu of everything, at %i pixels, light and dark', async (width) => {
    await using opened = await open('/console/automations', { look: { width } });
    const { page, requested } = opened;
    if (width === 390) await page.getByRole('button', { name: 'Menu' }).click();
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts())
      .toEqual([
        'Automations',
        'Activity',
        'Approvals',
        'Network Access',
        'Chat',
        'Usage',
        'Alerts',
        'Settings',
        'API reference',
      ]);
    await expectGoodInBothColours(page, 'menu');
    const hosts = requested.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin);
    expect([...new Set(hosts)]).toEqual([api().url]);
  });
});
