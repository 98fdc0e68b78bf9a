import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { connectBrowser } from '#test/support/browser.ts';
import {
  expectGoodInBothColours,
  expectGoodInEveryLook,
  openConsole,
  widths,
} from '#test/support/console-pages.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

describe.skipIf(inject('browserAddress') === null)('a rehearsal', () => {
  let target: Awaited<ReturnType<typeof startOrderTarget>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  beforeAll(async () => {
    target = await startOrderTarget({ key: 'key-of-the-target' });
    api = await startApi();
    browser = await connectBrowser();
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });

  const instructionsOf = (amount: string) =>
    `POST ${target.url}/orders with JSON {"id": "{{id}}", "amount": ${amount}}. Then reply "Order {{id}} recorded".`;

  /** An owner whose automation has run these orders. */
  async function newOwner(amounts: readonly number[]) {
    const owner = await api.newOwner();
    const automation = await owner.newAutomation({ instructions: instructionsOf('{{amount}}') });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key-of-the-target' };
    await owner.manage('POST', `/agents/${automation.agentId}/network-access`, policy);
    for (const amount of amounts) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ id: `A-${amount}`, amount, note: 'n'.repeat(200) });
      const { deliveryId } = (await (
        await fetch(automation.hook, { method: 'POST', headers, body })
      ).json()) as { deliveryId: string };
      const read = async () => await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json();
      await expect.poll(read, { timeout: 10_000 }).toMatchObject({ outcome: 'succeeded' });
    }
    return { ...owner, automation };
  }

  it.each(widths)(
    'is asked for in the editor, watched to its end, and saved, at %i pixels',
    async (width) => {
      let worker = await startRunsWorker(api);
      const { workspace, automation, manage } = await newOwner([7, 1, 2]);
      // Nothing is played yet: the page is seen as it begins.
      await worker[Symbol.asyncDispose]();
      const sent = target.seen.length;
      const path = `/console/automations/${automation.id}`;
      await using opened = await openConsole({ api, browser, token: workspace.token, path, look: { width } });
      const { page } = opened;
      await page.getByLabel('Instructions').fill(instructionsOf('7'));
      await page.getByRole('button', { name: 'What would this have done?' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('3 deliveries are played.').waitFor();
      await expectGoodInBothColours(page, 'rehearsal-start');
      await page.getByRole('button', { name: 'Start the rehearsal' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('0 of 3').waitFor();
      await expectGoodInBothColours(page, 'rehearsal-running');
      worker = await startRunsWorker(api);
      await page.getByText('All deliveries are played.').waitFor();
      await worker[Symbol.asyncDispose]();
      await page.getByRole('heading', { name: /^2 POST 127\.0\.0\.1.*body\.amount/ }).waitFor();
      await page.getByRole('heading', { name: '1 the same' }).waitFor();
      expect(await page.locator('mark').allInnerTexts()).toEqual(['2', '7']);
      await page.getByText('accepted: no answer is recorded').waitFor();
      await expectGoodInBothColours(page, 'rehearsal-done');
      expect(target.seen).toHaveLength(sent);
      await page.getByRole('link', { name: '2 different' }).click();
      await page.getByRole('heading', { name: '2 different' }).waitFor();
      await expectGoodInBothColours(page, 'rehearsal-verdict');
      await page.getByRole('button', { name: 'Save' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Saved as revision 2.').waitFor();
      expect(await (await manage('GET', `/automations/${automation.id}`)).json()).toMatchObject({
        instructions: instructionsOf('7'),
      });
      await page.getByRole('link', { name: 'Rehearsals' }).click();
      await page.getByRole('heading', { name: 'Rehearsals of the last 7 days' }).waitFor();
      await expectGoodInBothColours(page, 'rehearsals');
      expect(opened.complaints).toEqual([]);
    },
  );

  it('leaves closed what its reader closed, while it goes on', async () => {
    const released = Promise.withResolvers<void>();
    await using model = await startModelServer(async (_, { text }) => {
      if (text.includes('Look twice') && text.includes('A-1')) await released.promise;
      return { text: 'All is well.' };
    });
    await using own = await startApi({ MODEL: 'openai-compatible/m', MODEL_BASE_URL: model.baseUrl });
    await using _ = await startRunsWorker(own);
    const { newAutomation, manage, workspace } = await own.newOwner();
    const { id, hook } = await newAutomation({ instructions: 'Look at the order.' });
    for (const order of ['A-1', 'A-2']) {
      const headers = { 'content-type': 'application/json' };
      await fetch(hook, { method: 'POST', headers, body: JSON.stringify({ order }) });
    }
    await expect
      .poll(async () => await (await manage('GET', '/deliveries?outcome=succeeded')).json())
      .toMatchObject({ items: [{}, {}] });
    const started = await manage('POST', `/automations/${id}/rehearsals`, { instructions: 'Look twice.' });
    const { rehearsalId } = (await started.json()) as { rehearsalId: string };
    const path = `/console/rehearsals/${rehearsalId}`;
    await using opened = await openConsole({ api: own, browser, token: workspace.token, path });
    const { page } = opened;
    await page.getByRole('heading', { name: '1 the same' }).waitFor();
    const first = page.locator('details.played');
    await first.locator('summary').click();
    await page.waitForResponse((response) => response.url().endsWith(path));
    released.resolve();
    await page.getByText('All deliveries are played.').waitFor();
    await page.getByRole('heading', { name: '2 the same' }).waitFor();
    expect(await first.getAttribute('open')).toBeNull();
    expect(opened.complaints).toEqual([]);
  });

  it('holds what a stranger sent, in every look', async () => {
    await using _ = await startRunsWorker(api);
    const { workspace, automation, manage } = await newOwner([1]);
    const hostile = { id: '\u{202e}<img src=x>', amount: 'w'.repeat(3_000), '<b>': `"${'x'.repeat(900)}` };
    await fetch(automation.hook, { method: 'POST', body: JSON.stringify(hostile) });
    await expect
      .poll(async () => await (await manage('GET', '/deliveries?outcome=running')).json())
      .toMatchObject({ items: [] });
    const started = await manage('POST', `/automations/${automation.id}/rehearsals`, {
      instructions: instructionsOf('7'),
    });
    const { rehearsalId } = (await started.json()) as { rehearsalId: string };
    const path = `/console/rehearsals/${rehearsalId}`;
    await using opened = await openConsole({ api, browser, token: workspace.token, path });
    await opened.page.getByText('All deliveries are played.').waitFor();
    await expectGoodInEveryLook(opened.page, 'rehearsal-hostile');
    expect(opened.complaints).toEqual([]);
  });
});
