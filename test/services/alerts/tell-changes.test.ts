import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Alert, AlertRule } from '#contracts/alert.ts';
import { keys } from '#store/records/index.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { settledLog } from './settled-log.ts';

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

/** A workspace whose rule posts to the target what changed, and an automation that got three numbers. */
async function setUp(target: { readonly url: string }) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const created = await owner.manage('POST', '/alerts', {
    name: 'Shape',
    condition: { kind: 'shape_change' },
    channel: { kind: 'webhook', url: `${target.url}/alerts` },
  });
  const rule = (await created.json()) as AlertRule;
  let sent = 0;

  /** Sends a delivery and waits for the end of its run. */
  async function deliver(body: object): Promise<string> {
    const eventId = `e${(sent += 1)}`;
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': eventId },
      body: JSON.stringify(body),
    });
    await api.temporal.client.workflow.getHandle(`run/${automation.id}/id/${eventId}`).result();
    return ((await response.json()) as { deliveryId: string }).deliveryId;
  }

  const log = async () =>
    ((await (await owner.manage('GET', `/alerts/${rule.id}/log`)).json()) as { items: Alert[] }).items;
  for (let count = 0; count < 3; count += 1) await deliver({ total: 10 + count, note: null });
  return { ...owner, automation, rule, deliver, log, settledLog: (count: number) => settledLog(log, count) };
}

describe('a rule for changes of deliveries', () => {
  it('tells each change once, by its name and without the value', async () => {
    await using target = await httpTarget();
    const { automation, deliver, settledLog, manage } = await setUp(target);
    const first = await deliver({ total: 'secret-value', note: 'first' });
    await deliver({ total: 'secret-value', note: 'second' });
    for (let count = 0; count < 2; count += 1) await deliver({ total: '12', note: 'third' });
    const second = await deliver({ total: '12', note: 4 });
    const alerts = await settledLog(2);
    expect(alerts.map(({ type, deliveryId, changes }) => [type, deliveryId, changes])).toEqual([
      ['automation.shape_changed', second, ['`note` was a text, is a number']],
      ['automation.shape_changed', first, ['`total` was a number, is a text']],
    ]);
    const bodies = target.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const told = bodies.find((body) => (body['data'] as { deliveryId: string }).deliveryId === first);
    expect(told).toMatchObject({
      type: 'automation.shape_changed',
      text: 'Deliveries to Orders changed: `total` was a number, is a text.',
      data: { automationId: automation.id, changes: ['`total` was a number, is a text'], outcome: null },
    });
    expect(JSON.stringify(bodies)).not.toContain('secret-value');
    const { warnings } = (await (await manage('GET', `/deliveries/${first}`)).json()) as {
      warnings: string[];
    };
    expect(warnings).toEqual([expect.stringContaining('`total` was a number, is a text')]);
  });

  it('shows in the console what it told, and begins on the page of the sender', async () => {
    await using target = await httpTarget();
    const { automation, rule, deliver, settledLog, workspace } = await setUp(target);
    await deliver({ total: 'text' });
    await settledLog(1);
    const { show, signIn } = consoleVisitor(api.url);
    await signIn(workspace.token);
    expect((await show(`/console/alerts/${rule.id}`)).text).toContain('`total` was a number, is a text.');
    const link = `/console/alerts?automation=${automation.id}&amp;condition=shape_change#add`;
    expect((await show(`/console/automations/${automation.id}/sender`)).text).toContain(`href="${link}"`);
    const { text } = await show(link.replace('&amp;', '&'));
    expect(text).toMatch(/value="shape_change"\s+checked/);
  });

  it('is not judged in a workspace that has no rule any more', async () => {
    await using target = await httpTarget();
    const { manage, rule, deliver, workspace } = await setUp(target);
    await manage('DELETE', `/alerts/${rule.id}`);
    await deliver({ total: 'text' });
    expect(await api.redis.exists(keys.alertChanges(workspace.id))).toBe(0);
    expect(target.received).toEqual([]);
  });
});
