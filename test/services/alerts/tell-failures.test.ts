import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Alert, AlertRuleWithSecret } from '#contracts/alert.ts';
import { causeIdOf } from '#domain/cause-id.ts';
import { httpTarget, type Received } from '#test/adapters/egress/support/target.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
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

const patience = { timeoutMs: 60_000 };
/** Instructions that the offline rules carry out, and some that they do not understand. */
const [plain, puzzling] = ['Summarise the delivery.', 'Feel what the customer feels, and act on it.'];

/** A workspace with an automation that fails until it is mended, and a rule that posts to the target. */
async function setUp(target: { readonly url: string }, condition: object) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ instructions: puzzling });
  const created = await owner.manage('POST', '/alerts', {
    name: 'On call',
    automationId: automation.id,
    condition,
    channel: { kind: 'webhook', url: `${target.url}/alerts?team=shop` },
  });
  const rule = (await created.json()) as AlertRuleWithSecret;

  /** Sends a delivery and waits for the end of its run. */
  async function deliver(text: string): Promise<string> {
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'x-service-event-id': text, 'x-service-reference': 'order-7' },
      body: text,
    });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    await api.temporal.client.workflow.getHandle(`run/${automation.id}/id/${text}`).result();
    return deliveryId;
  }

  const instruct = (instructions: string) =>
    owner.manage('PATCH', `/automations/${automation.id}`, { instructions });

  async function log(): Promise<readonly Alert[]> {
    const response = await owner.manage('GET', `/alerts/${rule.id}/log`);
    return ((await response.json()) as { items: Alert[] }).items;
  }

  return {
    owner,
    automation,
    rule,
    deliver,
    instruct,
    log,
    settledLog: (count: number) => settledLog(log, count),
  };
}

/** The body of a webhook, verified by the official package. */
const verified = (secret: string | null, { headers, body }: Received) =>
  new Webhook(secret ?? '').verify(body, headers as Record<string, string>) as {
    readonly type: string;
    readonly data: Readonly<Record<string, unknown>>;
  };

describe('a rule for the first failure', () => {
  it('leads to one signed POST for a run of failures, one for the recovery, and one for the next failure', async () => {
    await using target = await httpTarget();
    const set = await setUp(target, { kind: 'first_failure' });
    const { owner, automation, rule, deliver, instruct, settledLog } = set;
    const first = await deliver('Body-one');
    await deliver('Body-two');
    await instruct(plain);
    const mended = await deliver('Body-three');
    await instruct(puzzling);
    await deliver('Body-four');

    const alerts = await settledLog(3);
    expect(alerts.map(({ type, state, status, tries }) => [type, state, status, tries])).toEqual([
      ['automation.failed', 'delivered', 200, 1],
      ['automation.recovered', 'delivered', 200, 1],
      ['automation.failed', 'delivered', 200, 1],
    ]);
    expect(target.received).toHaveLength(3);
    const bodies = target.received.map((received) => verified(rule.secret, received));
    const told = bodies.find(({ data }) => data['deliveryId'] === first);
    expect(told).toEqual({
      type: 'automation.failed',
      timestamp: alerts[2]?.at,
      text: expect.stringMatching(/^Orders failed: /),
      data: {
        ruleId: rule.id,
        ruleName: 'On call',
        workspaceId: owner.workspace.id,
        workspaceName: 'Test',
        automationId: automation.id,
        automationName: 'Orders',
        outcome: 'needs_model',
        reason: expect.stringMatching(/\S/),
        deliveryId: first,
        reference: 'order-7',
        referenceUrl: null,
        failures: null,
        silentSince: null,
        refusals: null,
        held: null,
        heldSince: null,
        changes: null,
        links: {
          delivery: `${api.config.PUBLIC_URL}/console/deliveries/${first}`,
          cause: `${api.config.PUBLIC_URL}/console/causes/${causeIdOf(automation.id, { kind: 'needs_model', target: null, status: null })}`,
          automation: `${api.config.PUBLIC_URL}/console/automations/${automation.id}`,
          rule: `${api.config.PUBLIC_URL}/console/alerts/${rule.id}`,
        },
      },
    });
    expect(bodies.map(({ data }) => data['deliveryId'])).toContain(mended);
    expect(target.received[0]).toMatchObject({
      method: 'POST',
      url: '/alerts?team=shop',
      headers: { 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^alt_/) },
    });
    expect(JSON.stringify(target.received)).not.toContain('Body-');
    const listed = await owner.manage('GET', '/alerts');
    expect(await listed.json()).toMatchObject({ items: [{ lastAlert: alerts[0] }] });
  });
});

describe('a rule for three failures within ten minutes', () => {
  it('tells the third, and rests', async () => {
    await using target = await httpTarget();
    const { deliver, settledLog } = await setUp(target, { kind: 'failures', count: 3, minutes: 10 });
    for (const text of ['1', '2']) await deliver(text);
    const third = await deliver('3');
    await deliver('4');
    expect(await settledLog(1)).toMatchObject([
      { type: 'automation.failures', failures: 3, deliveryId: third, state: 'delivered' },
    ]);
    expect(target.received).toHaveLength(1);
  });
});

describe('an alert that is not taken', () => {
  it.each([
    [410, /^The URL answered 410\.$/],
    [302, /redirects are not followed/],
  ])('says so: %i', async (status, error) => {
    await using target = await httpTarget((_, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(),
    );
    const { owner, rule, log } = await setUp(target, { kind: 'first_failure' });
    const response = await owner.manage('POST', `/alerts/${rule.id}/test`);
    const alert = (await response.json()) as Alert;
    expect(alert).toMatchObject({
      type: 'alert.test',
      state: 'failed',
      status,
      error: expect.stringMatching(error),
      tries: 1,
      nextTryAt: null,
      finishedAt: expect.any(String),
    });
    expect(await log()).toEqual([alert]);
    expect(target.received.map(({ url }) => url)).toEqual(['/alerts?team=shop']);
  });

  it('is tried again after a while, under the same id, and makes no alert of its own', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(503).end());
    const { deliver, log } = await setUp(target, { kind: 'first_failure' });
    await deliver('One');
    const alerts = await until(
      'the first try',
      async () => {
        const found = await log();
        return found.some(({ tries }) => tries === 1) && found;
      },
      patience,
    );
    expect(alerts).toMatchObject([{ state: 'sending', status: 503, nextTryAt: expect.any(String) }]);
    expect(Date.parse(alerts[0]?.nextTryAt ?? '')).toBeGreaterThan(Date.parse(alerts[0]?.at ?? ''));
  });

  it('tells that nothing listens there', async () => {
    const target = await httpTarget();
    await target[Symbol.asyncDispose]();
    const { owner, rule } = await setUp(target, { kind: 'first_failure' });
    const response = await owner.manage('POST', `/alerts/${rule.id}/test`);
    expect(await response.json()).toMatchObject({
      state: 'failed',
      status: null,
      error: 'The request to 127.0.0.1 failed: it refused the connection.',
    });
  });
});

describe('POST /manage/alerts/{ruleId}/test', () => {
  it('sends one alert, also where the rule is off', async () => {
    await using target = await httpTarget();
    const { owner, rule } = await setUp(target, { kind: 'silence', minutes: 5 });
    await owner.manage('PATCH', `/alerts/${rule.id}`, { state: 'off' });
    const response = await owner.manage('POST', `/alerts/${rule.id}/test`);
    expect(await response.json()).toMatchObject({ type: 'alert.test', state: 'delivered', status: 200 });
    expect(verified(rule.secret, target.received[0]!)).toMatchObject({
      type: 'alert.test',
      text: 'Test of the alert rule On call: it arrived.',
      data: { automationId: null, deliveryId: null },
    });
  });

  it('signs by both secrets after one was replaced', async () => {
    await using target = await httpTarget();
    const { owner, rule } = await setUp(target, { kind: 'first_failure' });
    const replaced = await owner.manage('POST', `/alerts/${rule.id}/secret`);
    const { secret } = (await replaced.json()) as AlertRuleWithSecret;
    await owner.manage('POST', `/alerts/${rule.id}/test`);
    const [received] = target.received;
    for (const one of [secret, rule.secret])
      expect(verified(one, received!)).toMatchObject({ type: 'alert.test' });
  });

  it('is refused after ten within the hour', async () => {
    await using target = await httpTarget();
    const { owner, rule } = await setUp(target, { kind: 'first_failure' });
    for (let count = 0; count < 10; count += 1)
      expect((await owner.manage('POST', `/alerts/${rule.id}/test`)).status).toBe(200);
    const refused = await owner.manage('POST', `/alerts/${rule.id}/test`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'ALERT_TESTS_EXCEEDED' });
    expect(target.received).toHaveLength(10);
  });
});
