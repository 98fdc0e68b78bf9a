import { describe, expect, inject, it } from 'vitest';

import { consoleOfFile, expectGoodInBothColours, widths } from '#test/support/console-pages.ts';

describe.skipIf(inject('browserAddress') === null)('approvals in the console', () => {
  const { open, api } = consoleOfFile();

  /** An owner with three requests that wait for an approval. */
  async function ownerWithApprovals() {
    const owner = await api().newOwner();
    const agents = (await (await owner.manage('GET', '/agents')).json()) as { items: { id: string }[] };
    const base = `/agents/${agents.items[0]?.id ?? ''}`;
    await owner.manage('POST', `${base}/network-access`, { domain: 'api.example.com', approval: 'writes' });
    for (const path of ['first', 'second', `a-long-path-${'of-a-target-'.repeat(6)}`]) {
      const request = {
        method: 'POST',
        url: `https://api.example.com/${path}`,
        headers: { 'X-Trace': '7' },
        body: { order: { id: 7, note: 'Please <b>hurry</b>' } },
      };
      expect((await owner.manage('POST', `${base}/requests`, request)).status).toBe(202);
    }
    return owner;
  }

  it.each(widths)('are decided by keyboard, one by one or together, at %i pixels', async (width) => {
    await using opened = await open('/console/approvals', {
      look: { width },
      owner: await ownerWithApprovals(),
    });
    const { page } = opened;
    await expectGoodInBothColours(page, 'approvals');
    await page.getByRole('link', { name: 'POST api.example.com/first' }).press('Enter');
    await page.getByRole('heading', { name: 'Decide' }).waitFor();
    await expectGoodInBothColours(page, 'approval');
    await page.getByLabel('Reason for a refusal').fill('It is a test.');
    await page.getByRole('button', { name: 'Refuse' }).press('Enter');
    await page.getByText('It is a test.').waitFor();
    await expectGoodInBothColours(page, 'approval-refused');

    await page.getByRole('link', { name: 'Approvals', exact: true }).first().click();
    const boxes = page.getByRole('checkbox');
    await expect.poll(() => boxes.count()).toBe(2);
    for (const box of await boxes.all()) await box.press('Space');
    await page.getByRole('button', { name: 'Approve those ticked' }).press('Enter');
    await page.getByText('No request is open.').waitFor();
    await page.getByRole('link', { name: 'approved', exact: true }).click();
    await page.getByRole('link', { name: 'POST api.example.com/second' }).waitFor();
    await expectGoodInBothColours(page, 'approvals-approved');
  });

  it('are decided without scripts', async () => {
    await using opened = await open('/console/approvals', {
      scripts: false,
      owner: await ownerWithApprovals(),
    });
    const { page } = opened;
    await page.getByRole('link', { name: 'POST api.example.com/second' }).click();
    await page.getByRole('button', { name: 'Approve and send', exact: true }).click();
    await page.getByText('approved by First token').waitFor();
  });
});
