import { describe, expect, inject, it } from 'vitest';

import { consoleOfFile, expectGoodInBothColours, widths } from '#test/support/console-pages.ts';
import { startOrderTarget } from '#test/support/target.ts';

describe.skipIf(inject('browserAddress') === null)('Network Access in the console', () => {
  const { open } = consoleOfFile();

  it.each(widths)('is easy to see, at %i pixels, light and dark', async (width) => {
    await using target = await startOrderTarget({ key: 'key' });
    await using opened = await open('/console/network-access', { look: { width } });
    const { page } = opened;
    await expectGoodInBothColours(page, 'network-access-empty');
    for (const url of ['https://api.pager.example/v1/incidents', `${target.url}/orders`]) {
      await page.getByLabel('URL', { exact: true }).fill(url);
      await page.getByRole('button', { name: 'Send as the agent' }).click();
      await page
        .getByRole('alert')
        .filter({ hasText: new URL(url).hostname })
        .waitFor();
    }
    await page.getByRole('link', { name: 'Allow this domain' }).first().click();
    await expect.poll(() => page.getByLabel('Domain', { exact: true }).inputValue()).toBe('127.0.0.1');
    await page.getByLabel('Header name').fill('X-API-Key');
    await page.getByRole('button', { name: 'Allow this domain' }).click();
    await page.getByText('Header name and value need to be filled in together').waitFor();
    expect(await page.getByLabel('Header name').inputValue()).toBe('X-API-Key');
    await expectGoodInBothColours(page, 'network-access-refused');
    await page.getByLabel('Header value').fill('key');
    await page.getByRole('button', { name: 'Allow this domain' }).click();
    await page.getByRole('link', { name: '127.0.0.1', exact: true }).waitFor();
    await page.getByLabel('URL', { exact: true }).fill(`${target.url}/orders`);
    await page.getByRole('button', { name: 'Send as the agent' }).click();
    await page.getByRole('definition').filter({ hasText: 'X-API-Key' }).waitFor();
    await expectGoodInBothColours(page, 'network-access');
    await page.getByRole('link', { name: '127.0.0.1', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname !== '/console/network-access');
    await expectGoodInBothColours(page, 'network-access-policy');
  });
});
