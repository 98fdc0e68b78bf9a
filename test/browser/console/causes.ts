import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { connectBrowser } from '#test/support/browser.ts';
import { expectGoodInBothColours, openConsole, widths } from '#test/support/console-pages.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

/** More than a workspace runs at once. */
const failedCount = 24;

describe.skipIf(inject('browserAddress') === null)('an outage of a target', () => {
  let target: Awaited<ReturnType<typeof startOrderTarget>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: Awaited<ReturnType<typeof startRunsWorker>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  let isDown = false;
  beforeAll(async () => {
    target = await startOrderTarget({
      key: 'key-of-the-target',
      answer: async (_, response) => {
        response.writeHead(isDown ? 503 : 201).end(isDown ? '{"error":"closed for work"}' : '{}');
        await Promise.resolve();
      },
    });
    api = await startApi();
    worker = await startRunsWorker(api);
    browser = await connectBrowser();
  });
  afterAll(async () => {
    await worker[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });

  /** A workspace with so many deliveries that failed in the outage. */
  async function newOutage() {
    const owner = await api.newOwner();
    const { id, agentId, hook } = await owner.newAutomation({
      instructions: `POST ${target.url}/orders with JSON {"order": {{order.id}}}.`,
      retry: { tries: 1 },
    });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key-of-the-target' };
    await owner.manage('POST', `/agents/${agentId}/network-access`, policy);
    const failed = async () => {
      const listed = await owner.manage('GET', `/automations/${id}/activity?outcome=failed&limit=200`);
      return ((await listed.json()) as { items: readonly unknown[] }).items.length;
    };
    isDown = true;
    for (let order = 1; order <= failedCount; order += 1) {
      const headers = { 'content-type': 'application/json' };
      await fetch(hook, { method: 'POST', headers, body: JSON.stringify({ order: { id: order } }) });
      await expect.poll(failed).toBe(order);
    }
    // So many came within a minute.
    await api.redis.del(keys.minute(owner.workspace.id));
    isDown = false;
    return owner;
  }

  it.each(widths)(
    'is repaired from the page of its cause at %i pixels, each delivery once',
    async (width) => {
      const { workspace } = await newOutage();
      const before = target.seen.length;
      await using opened = await openConsole({ api, browser, token: workspace.token, look: { width } });
      const { page } = opened;
      await page.goto(`${api.url}/console/activity`);
      await page.getByRole('link', { name: 'Causes of failures' }).click();
      await page.getByRole('heading', { name: 'Causes of failures' }).waitFor();
      await expectGoodInBothColours(page, 'causes');
      await page.getByRole('link', { name: /^503 from/ }).click();
      await page.getByText(`${failedCount} deliveries of Orders failed so`).waitFor();
      await page.getByText('The target was down or failed by itself.').waitFor();
      await expectGoodInBothColours(page, 'cause');
      await page.getByRole('button', { name: `Replay ${failedCount}` }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /^\d+ replayed$/ }).waitFor();
      const totals = page.getByLabel('Outcomes of the replays');
      await totals.getByText(new RegExp(`^\\s*${failedCount}\\s+succeeded`)).waitFor();
      await expectGoodInBothColours(page, 'cause-replayed');
      const sent = target.seen.slice(before).map(({ body }) => body);
      expect(sent).toHaveLength(failedCount);
      expect(new Set(sent).size).toBe(failedCount);
      expect(opened.complaints).toEqual([]);
    },
    120_000,
  );
});
