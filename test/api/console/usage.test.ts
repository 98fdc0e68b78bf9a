import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { MonthUsage } from '#contracts/usage.ts';
import { newId } from '#domain/ids.ts';
import { monthOf } from '#domain/month.ts';
import { createUsage } from '#store/usage/usage.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const month = monthOf(new Date());

/** An owner who is signed in. */
async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const show = async (path: string) => (await visitor.show(`/console/usage${path}`)).text;
  const read = async () => (await (await owner.manage('GET', `/usage/${month}`)).json()) as MonthUsage;
  return { ...owner, visitor, show, read };
}

describe('the usage of a month', () => {
  it('is told by automation and by model; a deleted automation keeps its name', async () => {
    const { newAutomation, manage, show, read } = await signedIn();
    const { id, hook } = await newAutomation();
    await manage('PATCH', `/automations/${id}`, { name: '=1+1 <b>Orders</b>' });
    await fetch(hook, { method: 'POST', body: '{"n":1}' });
    await expect.poll(async () => (await read()).automationRuns).toBe(1);
    await manage('DELETE', `/automations/${id}`);
    expect(await read()).toMatchObject({
      automations: [{ id, name: '=1+1 <b>Orders</b>', automationRuns: 1, cost: { state: 'none' } }],
      models: [{ model: 'offline/rules-1', automationRuns: 1, inputTokens: 0 }],
    });
    const page = await show('');
    expect(page).toContain('=1+1 &lt;b&gt;Orders&lt;/b&gt;');
    expect(page).toContain('offline/rules-1');
    const [head, ...rows] = (await show('/automations.csv')).split('\r\n');
    expect(head).toMatch(/^month,automation_id,automation_name,runs,/);
    expect(rows[0]).toBe(`${month},${id},'=1+1 <b>Orders</b>,1,0,0,none,,USD`);
    expect((await show('/models.csv')).split('\r\n')[1]).toBe(`${month},offline/rules-1,1,0,0,none,,USD`);
    expect((await show('/months.csv')).split('\r\n')[1]).toBe(`${month},1,0,0,none,,USD`);
  });

  it('never shows an unknown price as zero', async () => {
    const { workspace, show } = await signedIn();
    const unknown = { state: 'unknown', amountMicros: null, currency: 'USD' } as const;
    await createUsage({ redis: api.redis }).add(
      workspace.id,
      month,
      { automationRuns: 0, inputTokens: 5, outputTokens: 2, money: unknown },
      { automationId: newId('automation'), model: 'openai/m' },
    );
    const page = await show('?measure=money');
    expect(page.slice(page.indexOf('<main'))).not.toMatch(/\$0/);
    expect(page).toContain('class="open"');
    expect((await show('/models.csv')).split('\r\n')[1]).toBe(`${month},openai/m,0,5,2,unknown,,USD`);
  });

  it('for another month is chosen by the address; an invalid month is not found', async () => {
    const { visitor, show, manage } = await signedIn();
    expect(await show('?month=2025-03&measure=tokens')).toContain('No usage in March 2025');
    for (const wrong of ['2025-13', 'yesterday', '../workspace']) {
      const query = new URLSearchParams({ month: wrong }).toString();
      expect((await visitor.show(`/console/usage?${query}`)).response.status).toBe(404);
    }
    expect((await manage('GET', '/usage/2025-00')).status).toBe(404);
    expect((await fetch(`${api.url}/manage/usage/${month}`)).status).toBe(401);
  });

  it('keeps to its workspace', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const { hook } = await one.newAutomation();
    await fetch(hook, { method: 'POST', body: '{}' });
    await expect.poll(async () => (await one.read()).automationRuns).toBe(1);
    expect(await other.read()).toMatchObject({ automationRuns: 0, automations: [], models: [] });
  });
});
