import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { connectBrowser } from '#test/support/browser.ts';
import { expectGoodInEveryLook, openConsole } from '#test/support/console-pages.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

const activity = '/console/activity';

describe.skipIf(inject('browserAddress') === null)('the page of all deliveries', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  let worker: Awaited<ReturnType<typeof startRunsWorker>>;
  beforeAll(async () => {
    api = await startApi();
    browser = await connectBrowser();
    worker = await startRunsWorker(api);
  });
  afterAll(async () => {
    await worker[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  });

  async function newOwner() {
    const owner = await api.newOwner();
    async function post(hook: string, body: object, headers: Record<string, string> = {}) {
      const sent = { 'content-type': 'application/json', ...headers };
      const response = await fetch(hook, { method: 'POST', headers: sent, body: JSON.stringify(body) });
      return ((await response.json()) as { deliveryId: string }).deliveryId;
    }
    return { ...owner, post };
  }

  /** Deliveries of two automations that ended in several ways, some of them about one order. */
  async function someActivity({ newAutomation, post, manage }: Awaited<ReturnType<typeof newOwner>>) {
    const orders = await newAutomation({
      filter: 'Only run when the status is paid',
      instructions: 'Reply "Order {{order}} recorded".',
    });
    const tickets = await newAutomation({ instructions: 'Make the customer happy.' });
    await manage('PATCH', `/automations/${tickets.id}`, { name: 'Support tickets' });
    const about = (order: string) => ({
      'x-service-reference': `Order ${order}`,
      'x-service-reference-url': `https://shop.example.com/orders/${order}`,
    });
    for (const [index, status] of ['open', 'paid', 'paid', 'open', 'paid'].entries())
      await post(orders.hook, { order: `A-${index}`, status }, about(`A-${index}`));
    await post(tickets.hook, { ticket: 7 }, about('A-1'));
    await post(tickets.hook, { ticket: 7 }, about('A-1'));
    await expect
      .poll(async () => (await (await manage('GET', '/deliveries?outcome=running')).json()) as object)
      .toMatchObject({ items: [] });
    return { orders, about };
  }

  it('is easy to see, narrowed and not, and so is the page of a reference', async () => {
    const owner = await newOwner();
    await someActivity(owner);
    await using opened = await openConsole({ api, browser, token: owner.workspace.token });
    const { page } = opened;
    const pages = {
      activity,
      'activity-filtered': '/console/activity?outcome=succeeded&period=day&q=order',
      'activity-nothing': '/console/activity?q=nowhere',
      reference: '/console/references/Order%20A-1',
    };
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${api.url}${path}`);
      await expectGoodInEveryLook(page, name);
    }
    expect(opened.complaints).toEqual([]);
  });

  it('shows what arrives as it arrives, and keeps what was chosen', async () => {
    const owner = await newOwner();
    const { orders, about } = await someActivity(owner);
    await using opened = await openConsole({ api, browser, token: owner.workspace.token });
    const { page } = opened;
    const listens = page.waitForResponse(`${api.url}/console/live`);
    await page.goto(`${api.url}${activity}`);
    await listens;
    const boxes = page.getByRole('checkbox');
    const before = await boxes.count();
    await boxes.first().check();
    const chosen = await boxes.first().getAttribute('value');
    const id = await owner.post(orders.hook, { order: 'A-9', status: 'paid' }, about('A-9'));
    await page.locator(`#${id}`).getByText('succeeded').waitFor();
    await expect.poll(() => boxes.count()).toBe(before + 1);
    await expect.poll(() => boxes.first().getAttribute('value')).toBe(id);
    await expect.poll(() => page.locator(`[value="${chosen}"]`).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Replay the chosen' }).click();
    await page.getByRole('heading', { name: '1 of 1 replayed' }).waitFor();
    await expectGoodInEveryLook(page, 'replayed');
    await page.goto(`${api.url}${activity}?outcome=needs_model`);
    await page.getByRole('link', { name: /Replay all \d* ?that match/ }).click();
    await page.getByRole('heading', { name: 'Replay all that match?' }).waitFor();
    await expectGoodInEveryLook(page, 'replay-all');
    expect(opened.complaints).toEqual([]);
  });

  it('begins to fill before the eyes of who waits for the first delivery', async () => {
    const owner = await newOwner();
    const automation = await owner.newAutomation({ instructions: 'Reply "seen".' });
    await using opened = await openConsole({ api, browser, token: owner.workspace.token, path: activity });
    const { page } = opened;
    await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
    await expectGoodInEveryLook(page, 'activity-empty');
    const id = await owner.post(automation.hook, { n: 1 });
    await page.locator(`#${id}`).getByText('succeeded').waitFor();
    expect(opened.complaints).toEqual([]);
  });

  it('shows the end of a run although the list was read before it, and arrived after it', async () => {
    const owner = await newOwner();
    const automation = await owner.newAutomation({ instructions: 'Reply "seen".' });
    await using opened = await openConsole({ api, browser, token: owner.workspace.token, path: activity });
    const { page } = opened;
    const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
    await page.evaluate(`document.addEventListener('delivery', ({ detail }) => {
      if (JSON.parse(detail.data).outcome === 'succeeded') document.body.dataset.told = '';
    })`);
    await page.route(`${api.url}${activity}`, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll('succeeded', 'running');
      if (!text.includes('<tr id="dlv_')) return await route.fulfill({ response, body: text });
      asked.resolve();
      await ended.promise;
      await route.fulfill({ response, body: text });
    });
    const id = await owner.post(automation.hook, { n: 1 });
    await asked.promise;
    await page.locator('body[data-told]').waitFor();
    ended.resolve();
    await page.locator(`#${id}`).getByText('succeeded').waitFor();
  });

  it('is filtered by keyboard alone, without scripts', async () => {
    const owner = await newOwner();
    await someActivity(owner);
    const { token } = owner.workspace;
    await using opened = await openConsole({ api, browser, token, path: activity, scripts: false });
    const { page } = opened;
    await page.getByLabel('Search').focus();
    await page.keyboard.insertText('Order A-1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=Order\+A-1/);
    expect(await page.getByRole('checkbox').count()).toBe(2);
    await page.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Replay the chosen' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1 of 1 replayed' }).waitFor();
  });
});
