import { randomUUID } from 'node:crypto';

import { describe, expect, inject, it } from 'vitest';

import { consoleOfFile, expectGoodInEveryLook } from '#test/support/console-pages.ts';

describe.skipIf(inject('browserAddress') === null)('automations in the console', () => {
  const { api, open } = consoleOfFile();

  const paths = [
    '',
    '/recipes',
    '/new',
    '/new?recipe=release',
    '/{id}',
    '/{id}/connect',
    '/{id}/try',
    '/{id}/sender',
    '/{id}/revisions',
    '/{id}/cases',
    '/{id}/delete',
  ];
  const instructions =
    'If the order is paid, POST https://api.example.com/orders with the order id and total. Then reply "Order {{order.id}} recorded". Be nice to people.';

  /** An automation with deliveries, and the console of its owner. */
  async function openWithAutomation(path: string, { scripts = true, isFiltered = true } = {}) {
    const owner = await api().newOwner();
    const automation = await owner.newAutomation({
      instructions,
      ...(isFiltered && { filter: 'order.total is more than 100' }),
    });
    for (const total of [20, 120, 240, 40, 400]) {
      const body = JSON.stringify({ event_id: `e${total}`, order: { id: total, status: 'paid', total } });
      await fetch(automation.hook, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    }
    const changed = instructions.replace(' and total', ', total and currency');
    await owner.manage('PATCH', `/automations/${automation.id}`, {
      instructions: changed,
      retry: { tries: 9 },
    });
    const opened = await open(`/console/automations${path.replace('{id}', automation.id)}`, {
      owner,
      scripts,
    });
    return { ...opened, automation };
  }

  it.each(paths)('are easy to see in every look: %s', async (path) => {
    await using opened = await openWithAutomation(path);
    const { page } = opened;
    if (path === '/{id}')
      await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
    const name = path.replace('{id}', 'edit').replaceAll(/[/?=]/g, '-');
    await expectGoodInEveryLook(page, `automations${name}`);
    expect(opened.complaints).toEqual([]);
  });

  it('run by keyboard deliveries that a pause skipped, and are easy to see while it waits', async () => {
    const owner = await api().newOwner();
    const automation = await owner.newAutomation();
    await owner.manage('POST', `/automations/${automation.id}/pause`);
    for (const reference of ['A', 'A', `<i>${'w'.repeat(900)}`])
      await fetch(automation.hook, {
        method: 'POST',
        headers: { 'x-service-reference': reference, 'x-service-event-id': `e-${randomUUID()}` },
        body: '{}',
      });
    await using opened = await open(`/console/automations/${automation.id}/resume`, { owner });
    const { page } = opened;
    await page.getByRole('button', { name: 'Resume' }).press('Enter');
    const button = await page.getByRole('button', { name: 'Run all 3' }).boundingBox();
    const table = await page.getByRole('table').boundingBox();
    expect(table!.y - button!.y - button!.height).toBeGreaterThan(15);
    await expectGoodInEveryLook(page, 'automations-skipped');
    await page.getByRole('button', { name: 'Run the newest of each reference (2)' }).press('Enter');
    await page.getByText('2 were started. 1 was left out').waitFor();
    expect(opened.complaints).toEqual([]);
  });

  it('say how they are understood while they are typed', async () => {
    await using opened = await openWithAutomation('/{id}');
    const { page } = opened;
    const understood = page.getByRole('region', { name: 'How it is understood' });
    await expect.poll(() => understood.innerText()).toContain('Would run 3 of 5');
    await page.getByRole('textbox', { name: 'Filter', exact: true }).fill('order.total is more than 300');
    await expect.poll(() => understood.innerText()).toContain('Would run 1 of 5');
    await page.getByLabel('Instructions').fill('Report the order id.');
    await expect.poll(() => understood.innerText()).toContain('The sentence is understood.');
    expect(await page.getByRole('button', { name: 'Check' }).isVisible()).toBe(false);
    await page.getByText('Who sends?').click();
    await page.getByLabel('Signing secret').fill('kept while typing');
    await page.getByLabel('Sender').selectOption('Stripe');
    await expect.poll(() => page.locator('#sender-help').innerText()).toContain('Stripe about its webhooks');
    expect(await page.locator('summary', { hasText: 'Who sends?' }).innerText()).toContain('Stripe');
    expect(await page.getByLabel('Signing secret').inputValue()).toBe('kept while typing');
    expect(opened.complaints).toEqual([]);
  });

  it.each([true, false])(
    'take fields of a delivery as rows by keyboard, with scripts: %s',
    async (scripts) => {
      await using opened = await openWithAutomation('/{id}', { scripts, isFiltered: false });
      const { page } = opened;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Pick the fields' }).press('Enter');
      await page.getByRole('button', { name: 'body.order.total' }).press('Enter');
      const operator = page.getByRole('combobox', { name: 'Operator of row 1' });
      await operator.and(page.locator(':focus')).waitFor();
      await operator.selectOption('is over');
      await page.getByRole('textbox', { name: 'Value of row 1' }).fill('300');
      const understood = page.getByRole('region', { name: 'How it is understood' });
      if (scripts) await expect.poll(() => understood.innerText()).toContain('Would run 1 of 5');
      await page.getByRole('button', { name: 'body.order.status' }).press('Enter');
      await page.getByRole('combobox', { name: 'It matches where' }).waitFor();
      expect(await understood.innerText()).toContain('Would run 1 of 5');
      if (scripts) await expectGoodInEveryLook(page, 'automations-picker');
      await page.getByRole('button', { name: 'Remove row 2' }).press('Enter');
      await page.getByRole('combobox', { name: 'It matches where' }).waitFor({ state: 'detached' });
      await page.getByRole('textbox', { name: 'Value of row 1' }).press('Enter');
      await page.getByText('Saved as revision').waitFor();
      expect(await page.getByRole('textbox', { name: 'Condition', exact: true }).inputValue()).toBe(
        'has(body.order) && has(body.order.total) && body.order.total > 300',
      );
      expect(opened.complaints).toEqual([]);
    },
  );

  it('show in their list what arrives, without being asked again', async () => {
    await using opened = await openWithAutomation('');
    const { page, automation } = opened;
    const bars = page.getByRole('row', { name: 'Orders' }).getByRole('img');
    expect(await bars.getAttribute('aria-label')).toContain('3 running');
    await fetch(automation.hook, { method: 'POST', headers: { 'x-service-event-id': 'live' }, body: 'x' });
    await expect.poll(() => bars.getAttribute('aria-label')).toContain('4 running');
    expect(opened.complaints).toEqual([]);
  });

  it('turn green on the Connect tab when the first event arrives', async () => {
    const owner = await api().newOwner();
    const automation = await owner.newAutomation({ sender: 'trello' });
    await using opened = await open(`/console/automations/${automation.id}/connect`, { owner });
    const { page } = opened;
    await page.getByText('Waiting for the first event.').waitFor();
    await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-trello-webhook': 'any' },
      body: '{"action":{"id":"1","type":"createCard"}}',
    });
    await page.getByRole('link', { name: 'createCard' }).waitFor();
    expect(await page.getByText('Waiting for the first event.').count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  });
});
