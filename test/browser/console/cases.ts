import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { connectBrowser } from '#test/support/browser.ts';
import { expectGoodInEveryLook, openConsole, widths } from '#test/support/console-pages.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

describe.skipIf(inject('browserAddress') === null)('cases in the console', () => {
  let target: Awaited<ReturnType<typeof startOrderTarget>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: Awaited<ReturnType<typeof startRunsWorker>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  beforeAll(async () => {
    target = await startOrderTarget({ key: 'key-of-the-target' });
    api = await startApi();
    worker = await startRunsWorker(api);
    browser = await connectBrowser();
  });
  afterAll(async () => {
    await worker[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });

  it.each(widths)('are kept, corrected and stand in the way of a save at %i pixels', async (width) => {
    const owner = await api.newOwner();
    const request = { method: 'POST', url: `${target.url}/orders`, body: { note: '{{body.note}}' } };
    const { id, agentId, hook } = await owner.newAutomation({
      condition: 'body.amount > 10',
      plan: { steps: [{ request }], answer: 'Done.' },
    });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key-of-the-target' };
    await owner.manage('POST', `/agents/${agentId}/network-access`, policy);
    const answered = await fetch(hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 50, note: 'w'.repeat(400) }),
    });
    const { deliveryId } = (await answered.json()) as { deliveryId: string };

    const path = `/console/deliveries/${deliveryId}`;
    const { token } = owner.workspace;
    await using opened = await openConsole({ api, browser, token, path, look: { width } });
    const { page } = opened;
    await page.getByRole('link', { name: 'Keep as a case' }).press('Enter');
    const body = page.getByRole('textbox', { name: 'Body' }).first();
    expect(await body.isVisible()).toBe(false);
    await page.getByLabel('A run of it must').selectOption('send the requests that I write');
    await body.fill('{"note": "corrected"}');
    await expectGoodInEveryLook(page, 'case-keep');
    await page.setViewportSize({ width, height: 900 });
    await page.getByLabel('A run of it must').selectOption('done');
    await page.getByLabel('Name').fill(`<i>${'Order'.repeat(30)}`);
    await page.getByRole('checkbox', { name: 'It must hold' }).press('Space');
    await page.getByRole('button', { name: 'Keep' }).press('Enter');
    await page.getByText('Kept as a case.').waitFor();
    await expectGoodInEveryLook(page, 'case-list');
    await page.setViewportSize({ width, height: 900 });

    await page.goto(`${api.url}/console/automations/${id}`);
    const condition = page.getByRole('textbox', { name: 'Condition', exact: true });
    await condition.fill('body.amount > 100');
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
    const force = page.getByRole('button', { name: 'Save all the same' });
    await force.waitFor();
    expect(await condition.inputValue()).toBe('body.amount > 100');
    await expectGoodInEveryLook(page, 'case-refused-save');
    await force.press('Enter');
    await page.getByText('One case does not hold:').waitFor();
    await expectGoodInEveryLook(page, 'case-broken-save');
    await page.getByRole('link', { name: 'Cases', exact: true }).press('Enter');
    await page.getByText('it should be run, and would be skipped').waitFor();
    await page.getByRole('button', { name: 'Delete' }).last().press('Enter');
    await page.getByText('No case is kept yet').waitFor();
    expect(opened.complaints).toEqual([]);
  });
});
