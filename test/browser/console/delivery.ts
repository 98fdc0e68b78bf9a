import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { connectBrowser } from '#test/support/browser.ts';
import { expectGoodInEveryLook, openConsole } from '#test/support/console-pages.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

const order = JSON.stringify({
  order: 'A-1042',
  status: 'paid',
  customer: { name: 'Ada Lovelace', city: 'London' },
  items: [
    { sku: 'NB-1', title: 'Notebook', price: 12.5 },
    { sku: 'PN-7', title: 'Pen', price: 3 },
  ],
  total: 15.5,
});

describe.skipIf(inject('browserAddress') === null)('the page of a delivery', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  let target: Awaited<ReturnType<typeof startOrderTarget>>;
  beforeAll(async () => {
    api = await startApi();
    browser = await connectBrowser();
    target = await startOrderTarget({ key: 'key-of-the-target' });
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });

  async function newOwner() {
    const owner = await api.newOwner();
    const automation = await owner.newAutomation({
      filter: 'Only run when the status is paid',
      instructions: `POST ${target.url}/orders with JSON {"order": "{{order}}"}. Then reply "Order {{order}} recorded".`,
    });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key-of-the-target' };
    await owner.manage('POST', `/agents/${automation.agentId}/network-access`, policy);
    async function deliver(body: string, headers: Record<string, string> = {}) {
      const sent = { 'content-type': 'application/json', ...headers };
      const response = await fetch(automation.hook, { method: 'POST', headers: sent, body });
      return ((await response.json()) as { deliveryId: string }).deliveryId;
    }
    return { ...owner, deliver };
  }

  it('follows a run as it goes, and is easy to see', async () => {
    const { workspace, deliver } = await newOwner();
    const deliveryId = await deliver(order, {
      'x-service-reference': 'Order A-1042',
      'x-service-reference-url': 'https://shop.example.com/orders/A-1042',
    });
    await using opened = await openConsole({ api, browser, token: workspace.token });
    const { page } = opened;
    await page.goto(`${api.url}/console/deliveries/${deliveryId}`);
    await page.locator('.result', { hasText: 'running' }).waitFor();
    // The arranged body was opened by the reader: an update leaves it alone.
    await page.locator('details.headers summary').click();
    await using _ = await startRunsWorker(api);
    await page.locator('.result', { hasText: 'succeeded' }).waitFor();
    await page.getByText('Order A-1042 recorded').waitFor();
    expect(await page.locator('details.headers').getAttribute('open')).not.toBeNull();
    await expectGoodInEveryLook(page, 'delivery');
    await page.getByRole('button', { name: 'Replay' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Beside the original' }).waitFor();
    await page.locator('.result', { hasText: 'succeeded' }).waitFor();
    await expectGoodInEveryLook(page, 'replay');
    expect(opened.complaints).toEqual([]);
  });

  it('holds whatever a stranger sent, in every look', async () => {
    const { workspace, deliver } = await newOwner();
    const deliveryId = await deliver(
      JSON.stringify({ '<b>status</b>': '\u{202e}dias\u{2066}<img src=x>', long: 'x'.repeat(10_000) }),
      { 'x-service-reference': `<i>${'w'.repeat(900)}`, 'x-service-reference-url': 'javascript:alert(1)' },
    );
    await using opened = await openConsole({ api, browser, token: workspace.token });
    for (const end of ['', '?body=raw', '/curl']) {
      await opened.page.goto(`${api.url}/console/deliveries/${deliveryId}${end}`);
      await expectGoodInEveryLook(opened.page, `hostile${end.replace(/\W/g, '-')}`);
    }
    expect(opened.complaints).toEqual([]);
  });
});
