import { describe, expect, inject, it } from 'vitest';

import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { consoleOfFile, expectGoodInBothColours, widths } from '#test/support/console-pages.ts';

describe.skipIf(inject('browserAddress') === null)("the operator's page of the console", () => {
  const { open, api } = consoleOfFile();

  it.each(widths)('is easy to see and use, at %i pixels, light and dark', async (width) => {
    await using opened = await open('/console/operator', {
      look: { width },
      token: api().config.ADMIN_TOKEN,
    });
    const { page, workspace } = opened;
    await page.getByText('Last sweep').waitFor();
    await page.getByLabel('Name').fill('Support & <Sales>');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByText('The owner’s token of').or(page.getByText("The owner's token of")).waitFor();
    const row = page.getByRole('row').filter({ hasText: workspace.id });
    await row.getByText('Change').first().click();
    await expectGoodInBothColours(page, 'operator');
    await row.getByLabel('US dollars a month').fill('2.5');
    await row.getByRole('button', { name: 'Set the budget' }).press('Enter');
    await expect
      .poll(() => createWorkspaces(api()).budgetOf(workspace.id))
      .toMatchObject({ budget: { perMonth: { amountMicros: 2_500_000 } } });
    await row.getByText('Change').first().click();
    expect(await row.getByLabel('US dollars a month').inputValue()).toBe('2.5');
    await row.getByRole('button', { name: 'Suspend' }).click();
    await expect.poll(() => row.getByText('suspended').count()).toBe(1);
  });

  it('is not there for the owner of a workspace', async () => {
    await using opened = await open('/console/operator');
    expect(opened.page.url()).toContain('/console/sign-in');
  });
});
