import { describe, inject, it } from 'vitest';

import { monthOf } from '../../../domain/month.ts';
import { createUsage } from '../../../store/usage.ts';
import { consoleOfFile, expectGoodPage, looks } from '../../support/console-pages.ts';

describe.skipIf(inject('browserPath') === null)('usage in the console', () => {
  const { open, api } = consoleOfFile();

  it.each(looks)('is easy to see, at $width pixels, $colorScheme', async (look) => {
    await using opened = await open('/console/usage', { look });
    const { page, workspace } = opened;
    await createUsage({ redis: api().redis }).add(workspace.id, monthOf(new Date()), {
      automationRuns: 0,
      inputTokens: 1_234_567,
      outputTokens: 89_000,
      money: { state: 'unknown', amountMicros: null, currency: 'USD', atLeastMicros: 1_250_000 },
    });
    await page.reload();
    await page.getByText('1,234,567').first().waitFor();
    await page.getByText('at least $1.25').first().waitFor();
    await expectGoodPage(page, 'usage', look);
  });
});
