import { describe, inject, it } from 'vitest';

import { consoleOfFile, expectGoodPage, looks } from '../../support/console-pages.ts';

describe.skipIf(inject('browserPath') === null)('named secrets in the console', () => {
  const { open } = consoleOfFile();

  it.each(looks)('are easy to see, at $width pixels, $colorScheme', async (look) => {
    await using opened = await open('/console/secrets', { look });
    const { page } = opened;
    await expectGoodPage(page, 'secrets-empty', look);
    await page.getByLabel('Name').fill('slack');
    await page.getByLabel('Value').fill('T000/B000/0123456789');
    await page.getByLabel('Domains').fill('*.com');
    await page.getByRole('button', { name: 'Store this secret' }).click();
    await page.getByRole('alert').waitFor();
    await expectGoodPage(page, 'secrets-refused', look);
    await page.getByLabel('Value').fill('T000/B000/0123456789');
    await page.getByLabel('Domains').fill('hooks.slack.com, api.telegram.org');
    await page.getByRole('button', { name: 'Store this secret' }).click();
    await page.getByRole('link', { name: '{{secret.slack}}' }).waitFor();
    await expectGoodPage(page, 'secrets', look);
    await page.getByRole('link', { name: '{{secret.slack}}' }).click();
    await expectGoodPage(page, 'secret', look);
  });
});
