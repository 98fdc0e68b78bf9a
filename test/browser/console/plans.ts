import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import type { DeliveryRecord } from '#capabilities/records.ts';
import { connectBrowser } from '#test/support/browser.ts';
import { expectGoodInBothColours, openConsole, widths } from '#test/support/console-pages.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

describe.skipIf(inject('browserAddress') === null)('the plan of an automation with a model', () => {
  let target: Awaited<ReturnType<typeof startOrderTarget>>;
  let model: Awaited<ReturnType<typeof startModelServer>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: Awaited<ReturnType<typeof startRunsWorker>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  beforeAll(async () => {
    target = await startOrderTarget({ key: 'key-of-the-target' });
    const step = { method: 'POST', url: `${target.url}/orders`, headers: [], body: '{"id": "{{body.id}}"}' };
    const plan = {
      needsJudgement: false,
      steps: [{ when: null, forEach: null, ...step }],
      answer: 'Passed on.',
    };
    model = await startModelServer((_, { text }) =>
      text.includes('into a plan') ? { text: JSON.stringify(plan) } : { text: 'All is well.' },
    );
    api = await startApi({ MODEL: 'openai-compatible/m', MODEL_BASE_URL: model.baseUrl });
    worker = await startRunsWorker(api);
    browser = await connectBrowser();
  });
  afterAll(async () => {
    await worker[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });

  it.each(widths)('is confirmed by keyboard at %i pixels, and runs without a call', async (width) => {
    const owner = await api.newOwner();
    const { id, agentId, hook } = await owner.newAutomation({ instructions: 'Look at the order.' });
    await owner.manage('POST', `/agents/${agentId}/network-access`, {
      domain: '127.0.0.1',
      headerName: 'X-API-Key',
      headerValue: 'key-of-the-target',
    });
    /** The record of a delivery once its run has ended. */
    async function deliver(body: string): Promise<DeliveryRecord> {
      const headers = { 'content-type': 'application/json' };
      const answered = await fetch(hook, { method: 'POST', headers, body });
      const { deliveryId } = (await answered.json()) as { deliveryId: string };
      const read = async () =>
        (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as DeliveryRecord;
      await expect.poll(read).toMatchObject({ outcome: expect.not.stringMatching('running') });
      return await read();
    }
    expect(await deliver('{"id": "first"}')).toMatchObject({ outcome: 'succeeded', answer: 'All is well.' });
    const instructions = `Please pass the id of the order on to ${target.url}/orders as JSON.`;
    const changed = await owner.manage('PATCH', `/automations/${id}`, { instructions });
    expect(await changed.json()).toMatchObject({ planState: 'proposed' });
    const calls = model.calls.length;

    const path = `/console/automations/${id}`;
    const { token } = owner.workspace;
    await using opened = await openConsole({ api, browser, token, path, look: { width } });
    const { page } = opened;
    const plan = page.getByRole('region', { name: 'Plan' });
    expect(await plan.innerText()).toContain(`"url": "${target.url}/orders"`);
    const understood = page.getByRole('region', { name: 'How it is understood' });
    expect(await understood.innerText()).toContain('{"id":"first"}');
    await expectGoodInBothColours(page, 'plan-proposed');
    const focusedText = () => page.evaluate<string>('document.activeElement.textContent');
    while ((await focusedText()) !== 'Confirm the plan') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await plan.getByText('Runs carry out this plan, without a model.').waitFor();
    expect(await page.getByRole('button', { name: 'Confirm the plan' }).count()).toBe(0);
    await expectGoodInBothColours(page, 'plan-confirmed');
    const body = JSON.stringify({ id: `order-${width}` });
    expect(await deliver(body)).toMatchObject({ outcome: 'succeeded', by: { kind: 'plan' } });
    expect(target.seen.map((seen) => seen.body)).toContain(body);
    expect(model.calls).toHaveLength(calls);
    expect(opened.complaints).toEqual([]);
  });
});
