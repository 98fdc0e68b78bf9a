import { describe, expect, inject, it } from 'vitest';

import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { consoleOfFile, expectGoodInBothColours, widths } from '#test/support/console-pages.ts';

describe.skipIf(inject('browserAddress') === null)('targets of events in the console', () => {
  const { open } = consoleOfFile();

  it.each(widths)('are easy to add and try, by keyboard too, at %i pixels, light and dark', async (width) => {
    await using target = await httpTarget();
    await using opened = await open('/console/settings', { look: { width } });
    const { page } = opened;
    await page.getByLabel('URL').fill('https://10.0.0.1/');
    await page.getByRole('button', { name: 'Add target' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('URL').inputValue()).toBe('https://10.0.0.1/');
    await expectGoodInBothColours(page, 'events-refused');

    await page.getByLabel('URL').fill(`${target.url}/a-long-path-of-events-that-a-narrow-page-has-to-break`);
    await page.getByRole('checkbox', { name: 'run.waiting' }).press('Space');
    await page.getByLabel('URL').press('Enter');
    await page.getByText('It is shown only once').waitFor();
    expect(await page.getByRole('checkbox', { name: 'run.waiting' }).isChecked()).toBe(false);
    await expectGoodInBothColours(page, 'event-target-made');
    await page.getByRole('button', { name: 'Send a test event' }).press('Enter');
    await page.getByText('delivered').waitFor();
    await page.getByRole('button', { name: 'Send again: event.test' }).waitFor();
    await expectGoodInBothColours(page, 'event-target');

    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('link', { name: target.url }).waitFor();
    await expectGoodInBothColours(page, 'events');
  });
});
