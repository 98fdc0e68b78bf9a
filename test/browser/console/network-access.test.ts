import { describe, expect, inject, it } from 'vitest';

import { consoleOfFile, expectGoodPage, looks } from '../../support/console-pages.ts';
import { startOrderTarget } from '../../support/target.ts';

describe.skipIf(inject('browserPath') === null)('Network Access in the console', () => {
  const { open } = consoleOfFile();

  it.each(looks)('is easy to see, at $width pixels, $colorScheme', async (look) => {
    await using target = await startOrderTarget({ key: 'key' });
    await using opened = await open('/console/network-access', { look });
    const { page } = opened;
    await expectGoodPage(page, 'network-access-empty', look);
    for (const url of ['https://api.pager.example/v1/incidents', `${target.url}/orders`]) {
      await page.getByLabel('URL').fill(url);
      await page.getByRole('button', { name: 'Send as the agent' }).click();
      await page.getByRole('alert').waitFor();
    }
    await page.getByRole('link', { name: 'Allow this domain' }).first().click();
    expect(await page.getByLabel('Domain', { exact: true }).inputValue()).toBe('127.0.0.1');
    await page.getByLabel('Header name').fill('X-API-Key');
    await page.getByRole('button', { name: 'Allow this domain' }).click();
    await page.getByText('Header name and value need to be filled in together').waitFor();
    expect(await page.getByLabel('Header name').inputValue()).toBe('X-API-Key');
    await expectGoodPage(page, 'network-access-refused', look);
    await page.getByLabel('Header value').fill('key');
    await page.getByRole('button', { name: 'Allow this domain' }).click();
    await page.getByRole('link', { name: '127.0.0.1', exact: true }).waitFor();
    await page.getByLabel('URL').fill(`${target.url}/orders`);
    await page.getByRole('button', { name: 'Send as the agent' }).click();
    await page.getByText('X-API-Key').first().waitFor();
    await expectGoodPage(page, 'network-access', look);
    await page.getByRole('link', { name: '127.0.0.1', exact: true }).click();
    await expectGoodPage(page, 'network-access-policy', look);
  });
});
