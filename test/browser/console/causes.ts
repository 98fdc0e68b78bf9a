import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { connectBrowser } from '#test/support/browser.ts';
import { expectGoodInBothColours, openConsole, widths } from '#test/support/console-pages.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

/** More than a workspace runs at once, and on the wide screen more than it takes within a minute. */
const failedCounts: Readonly<Record<number, number>> = { 1280: 70, 390: 24 };

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

  const instructionsWith = (more: string) =>
    `POST ${target.url}/orders with JSON {"order": {{order.id}}${more}}.`;

  /** As if a minute had passed, in which a workspace may take so many deliveries. */
  const nextMinute = (workspaceId: string) => api.redis.del(keys.minute(workspaceId));

  /** A workspace with so many deliveries that failed in the outage. */
  async function newOutage(failedCount: number) {
    const owner = await api.newOwner();
    const { id, agentId, hook } = await owner.newAutomation({
      instructions: instructionsWith(''),
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
      await expect.poll(failed, { interval: 20 }).toBe(order);
      if (order % 50 === 0) await nextMinute(owner.workspace.id);
    }
    await nextMinute(owner.workspace.id);
    isDown = false;
    return { ...owner, id };
  }

  it.each(widths)(
    'is repaired from the page of its cause at %i pixels, each delivery once',
    async (width) => {
      const failedCount = failedCounts[width] ?? 0;
      const { id, workspace } = await newOutage(failedCount);
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
      const cause = page.url();
      await page.goto(`${api.url}/console/automations/${id}`);
      await page.getByLabel('Instructions').fill(instructionsWith(', "source": "web"'));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(/^Saved as revision/).waitFor();
      await page.goto(cause);
      await page.getByRole('link', { name: 'Rehearse them first' }).click();
      await page.getByText(`${failedCount} deliveries are played.`).waitFor();
      await page.getByRole('button', { name: 'Start the rehearsal' }).click();
      await page.getByText('All deliveries are played.').waitFor();
      const group = new RegExp(`^${failedCount} POST 127\\.0\\.0\\.1.*body\\.source`);
      await page.getByRole('heading', { name: group }).waitFor();
      expect(target.seen).toHaveLength(before);
      await page.goto(cause);
      await page.getByRole('button', { name: `Replay ${failedCount}` }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /^\d+ replayed$/ }).waitFor();
      const totals = page.getByLabel('Outcomes of the replays');
      const passing = setInterval(() => void nextMinute(workspace.id), 500);
      await totals.getByText(new RegExp(`^\\s*${failedCount}\\s+succeeded`)).waitFor({ timeout: 180_000 });
      clearInterval(passing);
      await expectGoodInBothColours(page, 'cause-replayed');
      const sent = target.seen.slice(before).map(({ body }) => body);
      expect(sent).toHaveLength(failedCount);
      expect(new Set(sent).size).toBe(failedCount);
      expect(opened.complaints).toEqual([]);
    },
    300_000,
  );
});
