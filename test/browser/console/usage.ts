import { describe, inject, it } from 'vitest';

import { newId } from '#domain/ids.ts';
import { monthsBack } from '#domain/month.ts';
import type { Redis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';
import { createUsage } from '#store/usage/usage.ts';
import { consoleOfFile, expectGoodInEveryLook } from '#test/support/console-pages.ts';

/** Some months of two automations, one with a price that is not known. */
async function fillMonths(redis: Redis, workspaceId: string): Promise<void> {
  const { add } = createUsage({ redis });
  const [one, other] = [newId('automation'), newId('automation')];
  const currency = 'USD';
  const months = monthsBack(new Date(), 5);
  const long = 'A long name that somebody gave to an automation which does many things for many people';
  for (const [index, month] of months.entries()) {
    const share = (5 - index) / 5;
    const tokens = (count: number) => Math.round(count * share);
    const money = { state: 'known', amountMicros: tokens(4_700_000), currency } as const;
    const used = { automationRuns: 0, inputTokens: tokens(2_400_000), outputTokens: tokens(310_000), money };
    await add(workspaceId, month, used, { automationId: one, model: 'anthropic/claude-sonnet-4-5' });
    const name = keys.usageByAutomation(workspaceId, month);
    await redis.hSet(name, { [`${one}:name`]: 'Paid orders', [`${other}:name`]: long });
    await redis.hIncrBy(name, `${one}:automationRuns`, tokens(1_240));
    await redis.hIncrBy(keys.usage(workspaceId, month), 'automationRuns', tokens(1_240));
  }
  const money = { state: 'unknown', amountMicros: null, currency, atLeastMicros: 1_250_000 } as const;
  const unpriced = { automationRuns: 0, inputTokens: 1_234_567, outputTokens: 89_000, money };
  const asked = { automationId: other, model: 'openai-compatible/model-without-a-price' };
  await add(workspaceId, months[0] ?? '', unpriced, asked);
}

describe.skipIf(inject('browserAddress') === null)('usage in the console', () => {
  const { open, api } = consoleOfFile();

  it('is easy to see in every look', async () => {
    await using opened = await open('/console/usage');
    const { page, workspace } = opened;
    await fillMonths(api().redis, workspace.id);
    await page.reload();
    await page.getByText('1,234,567').first().waitFor();
    await page.getByText('at least $1.25').first().waitFor();
    await expectGoodInEveryLook(page, 'usage');
    await page.getByRole('link', { name: 'Money' }).click();
    await page.getByText('Money by month').waitFor();
    await expectGoodInEveryLook(page, 'usage-money');
  });
});
