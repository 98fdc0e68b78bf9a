import { describe, expect, inject, it } from 'vitest';

import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { consoleOfFile, expectGoodInBothColours, widths } from '#test/support/console-pages.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';

describe.skipIf(inject('browserAddress') === null)('alerts in the console', () => {
  const { open, api } = consoleOfFile();

  it.each(widths)('are easy to make and try, at %i pixels, light and dark', async (width) => {
    await using target = await httpTarget();
    await using _worker = await startRunsWorker(api());
    await using opened = await open('/console/alerts', { look: { width } });
    const { page } = opened;
    await expectGoodInBothColours(page, 'alerts-empty');

    await page.getByLabel('Name').fill('On call');
    await page.getByRole('radio', { name: 'many failures' }).check();
    await page.getByLabel('URL').fill('https://10.0.0.1/');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('URL').inputValue()).toBe('https://10.0.0.1/');
    await expectGoodInBothColours(page, 'alerts-refused');

    await page.getByLabel('URL').fill(`${target.url}/alerts`);
    await page.getByLabel('URL').press('Enter');
    await page.getByText('It is shown only once').waitFor();
    await expectGoodInBothColours(page, 'alert-rule-made');
    await page.getByRole('button', { name: 'Send a test alert' }).press('Enter');
    await page.getByText('delivered').waitFor();
    await expectGoodInBothColours(page, 'alert-rule');

    await page.getByRole('link', { name: 'Alerts' }).first().click();
    await page.getByRole('link', { name: 'On call' }).waitFor();
    await expectGoodInBothColours(page, 'alerts');
  });
});
