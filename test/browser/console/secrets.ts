import { describe, inject, it } from 'vitest';

import { consoleOfFile, expectGoodInBothColours, widths } from '#test/support/console-pages.ts';

describe.skipIf(inject('browserAddress') === null)('named secrets in the console', () => {
  const { open } = consoleOfFile();

  it.each(widths)('are easy to see, at %i pixels, light and dark', async (width) => {
    await using opened = await open('/console/secrets', { look: { width } });
    const { page } = opened;
    await expectGoodInBothColours(page, 'secrets-empty');
    await page.getByLabel('Name').fill('slack');
    await page.getByLabel('Value').fill('T000/B000/0123456789');
    await page.getByLabel('Domains').fill('*.com');
    await page.getByRole('button', { name: 'Store this secret' }).click();
    await page.getByRole('alert').waitFor();
    await expectGoodInBothColours(page, 'secrets-refused');
    await page.getByLabel('Value').fill('T000/B000/0123456789');
    await page.getByLabel('Domains').fill('hooks.slack.com, api.telegram.org');
    await page.getByRole('button', { name: 'Store this secret' }).click();
    await page.getByRole('link', { name: '{{secret.slack}}' }).waitFor();
    await expectGoodInBothColours(page, 'secrets');
    await page.getByRole('link', { name: '{{secret.slack}}' }).click();
    await expectGoodInBothColours(page, 'secret');
  });
});
