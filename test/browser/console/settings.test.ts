import { describe, expect, inject, it } from 'vitest';

import { consoleOfFile, expectGoodPage, looks } from '../../support/console-pages.ts';

describe.skipIf(inject('browserPath') === null)('settings in the console', () => {
  const { open } = consoleOfFile();

  it.each(looks)('are easy to see and change, at $width pixels, $colorScheme', async (look) => {
    await using opened = await open('/console/settings', { look });
    const { page, manage } = opened;
    await expectGoodPage(page, 'settings', look);

    const timeZone = page.getByLabel('Agents are told the date');
    await timeZone.fill('Mars/Olympus');
    await timeZone.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await timeZone.inputValue()).toBe('Mars/Olympus');
    await timeZone.fill('Europe/Berlin');
    await timeZone.press('Enter');
    await expect
      .poll(async () => (await manage('GET', '/workspace')).json())
      .toMatchObject({ timeZone: 'Europe/Berlin' });

    await page.getByLabel('Name').fill('Deploy script');
    await page.getByRole('radio', { name: /editor/ }).check();
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByText('It is shown this once').waitFor();
    await expectGoodPage(page, 'settings-token', look);
    await page.getByRole('button', { name: 'Revoke Deploy script' }).click();
    await page.getByText('Deploy script').waitFor({ state: 'detached' });
  });
});
