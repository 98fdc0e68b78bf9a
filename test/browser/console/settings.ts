import { describe, expect, inject, it } from 'vitest';

import { consoleOfFile, expectGoodInBothColours, widths } from '#test/support/console-pages.ts';

describe.skipIf(inject('browserAddress') === null)('settings in the console', () => {
  const { open } = consoleOfFile();

  it.each(widths)('are easy to see and change, at %i pixels, light and dark', async (width) => {
    await using opened = await open('/console/settings', { look: { width } });
    const { page, manage } = opened;
    await expectGoodInBothColours(page, 'settings');

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
    await page.getByRole('radio', { name: /^editor/ }).check();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('It is shown only once').waitFor();
    await expectGoodInBothColours(page, 'settings-token');
    await page.getByRole('button', { name: 'Revoke Deploy script' }).click();
    await page.getByText('Deploy script').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(await page.getByRole('rowheader').allInnerTexts()).toMatchObject([
      expect.stringContaining('Delete token'),
      expect.stringContaining('Create token'),
      expect.stringContaining('Change workspace'),
    ]);
    await expectGoodInBothColours(page, 'audit');
  });
});
