import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { SenderReport } from '#api/operations/senders/sender-report.ts';
import { keys } from '#store/records/index.ts';
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

async function newHook(content: object = {}) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ instructions: 'Report the total.', ...content });
  const path = `/automations/${automation.id}`;
  const get = async (of: string): Promise<unknown> => (await owner.manage('GET', of)).json();
  return {
    ...owner,
    automation,
    path,
    post: async (body: object, headers: Record<string, string> = {}) => {
      const response = await fetch(automation.hook, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    },
    report: async () => (await get(`${path}/sender-report`)) as SenderReport,
    warnings: async (deliveryId: string | undefined) => {
      const read = async () =>
        (await get(`/deliveries/${deliveryId ?? ''}`)) as { outcome: string; warnings: readonly string[] };
      await expect.poll(async () => (await read()).outcome).not.toBe('running');
      return (await read()).warnings;
    },
  };
}

test('for an automation without deliveries says so', async () => {
  const { report } = await newHook();
  expect(await report()).toEqual({
    sender: { id: 'generic', title: 'Any system', docsUrl: null, from: 'unknown' },
    plan: null,
    answers: { days: 7, count: 0, p50Ms: null, p99Ms: null, late: null },
    refused: { events: 0, cameBack: 0, waiting: 0, lost: 0, lastLostAt: null },
    eventIds: [],
    shapeChanges: [],
    findings: [],
  });
});

test('says who sends, by what is set or recognised, with its tries and our answers', async () => {
  const { report, post, manage, path } = await newHook();
  await post({ type: 'app_mention' }, { 'x-github-event': 'push', 'x-github-delivery': 'd-1' });
  await expect
    .poll(report)
    .toMatchObject({ sender: { id: 'github', from: 'recognised' }, answers: { count: 1 } });
  expect((await report()).findings[0]).toBe(
    'GitHub seems to send. Choose it as the sender, and its own event ids count.',
  );
  await manage('PATCH', path, { sender: 'slack' });
  const { sender, plan, answers, eventIds, findings } = await report();
  expect(sender).toMatchObject({ id: 'slack', title: 'Slack', from: 'set' });
  expect(plan).toMatchObject({ answerWithinMs: 3_000, tries: 4 });
  expect(answers.p99Ms).toBeGreaterThan(0);
  expect(eventIds).toEqual([{ source: 'payload', deliveries: 1 }]);
  expect(findings.some((finding) => finding.startsWith('Slack waits 3 seconds for an answer'))).toBe(true);
});

test('says that nothing dedupes what a sender does not name', async () => {
  const { report, post } = await newHook({ sender: 'dropbox' });
  const body = { list_folder: { accounts: ['dbid:1'] } };
  for (let i = 0; i < 2; i += 1) expect((await post(body)).body['status']).toBe('accepted');
  const { eventIds, findings } = await report();
  expect(eventIds).toEqual([{ source: 'sender', deliveries: 2 }]);
  expect(findings).toContainEqual(expect.stringMatching(/^Dropbox names no event, so nothing tells a retry/));
  const { report: ofNamed, post: postNamed } = await newHook({ sender: 'stripe' });
  await postNamed({ id: 'evt_1', object: 'event' });
  expect((await ofNamed()).findings.join()).not.toContain('names no event');
});

test('says which events came back after 429, and which limits cost', async () => {
  const { report, post, manage, path, workspace, automation } = await newHook();
  await manage('PATCH', path, { sender: 'slack' });
  const minute = keys.minute(workspace.id);
  const now = Date.now();
  await api.redis.zAdd(
    minute,
    Array.from({ length: 60 }, (_, i) => ({ score: now, value: `other-${i}` })),
  );
  for (const event_id of ['a', 'a', 'b', 'c']) expect((await post({ event_id })).status).toBe(429);
  await expect.poll(report).toMatchObject({ refused: { events: 3, cameBack: 0, waiting: 3, lost: 0 } });
  await api.redis.del(minute);
  expect((await post({ event_id: 'a' })).status).toBe(200);
  expect((await report()).refused).toMatchObject({ cameBack: 1, waiting: 2 });
  // As if it had been so long ago that Slack sends no more.
  const events = keys.refusedEvents(workspace.id, automation.id);
  for (const id of await api.redis.zRange(events, 0, -1))
    await api.redis.zAdd(events, { score: now - 3_600_000, value: id });
  const { refused, findings } = await report();
  expect(refused).toEqual({
    events: 3,
    cameBack: 1,
    waiting: 0,
    lost: 2,
    lastLostAt: new Date(now - 3_600_000).toISOString(),
  });
  expect(findings).toContain(
    '1 of 3 events that the limits refused came back and 2 did not: these were never processed.',
  );
});

describe('a member that changes its type', () => {
  test('is told by the first deliveries that have it so, and by the report', async () => {
    const hook = await newHook();
    let sent = 0;
    const total = async (value: unknown) => {
      sent += 1;
      const { body } = await hook.post({
        event_id: `e${sent}`,
        order: { total: value },
        items: [{ n: 1 }],
      });
      return await hook.warnings(body['deliveryId']);
    };
    for (const value of [1, 2, null, 3]) expect(await total(value)).toEqual([]);
    const [sentence, ...others] = await total('4');
    expect(sentence).toMatch(/^`order\.total` was a number, is a text since \w+day\.$/);
    expect(others).toEqual([]);
    expect(await total(5)).toEqual([]);
    for (let i = 2; i <= 5; i += 1) expect(await total(`${i}`)).toHaveLength(1);
    expect(await total('6')).toEqual([]);
    const { shapeChanges, findings } = await hook.report();
    expect(shapeChanges).toEqual([
      {
        path: 'order.total',
        eventName: null,
        was: 'number',
        is: 'text',
        since: expect.any(String),
        lastSeenAt: expect.any(String),
        sentence: expect.stringMatching(/^`order\.total` was a number, is a text since/),
      },
    ]);
    expect(findings).toContain(shapeChanges[0]!.sentence);
  });

  test('that was always of several is no change, nor is another event of the sender', async () => {
    const hook = await newHook({ sender: 'stripe' });
    const ids: (string | undefined)[] = [];
    const send = async (type: string, customer: unknown) =>
      ids.push((await hook.post({ id: `evt_${ids.length}`, type, data: { customer } })).body['deliveryId']);
    for (const customer of ['cus', {}, 'cus', {}]) await send('invoice.paid', customer);
    for (let i = 0; i < 3; i += 1) await send('charge.failed', 7);
    for (const id of ids) expect(await hook.warnings(id)).toEqual([]);
    expect((await hook.report()).shapeChanges).toEqual([]);
  });

  test('is erased with what is left of its delivery and its automation', async () => {
    const hook = await newHook();
    let last: string | undefined;
    for (const value of [1, 2, 3, 'four']) {
      last = (await hook.post({ event_id: `e${value}`, secret_member: value })).body['deliveryId'];
      await hook.warnings(last);
    }
    expect(await hook.warnings(last)).toHaveLength(1);
    expect((await hook.manage('DELETE', `/deliveries/${last!}`)).status).toBe(204);
    expect(await api.redis.hGet(keys.run(hook.workspace.id, last!), 'shapeWarnings')).toBeNull();
  });
});

test('belongs to its workspace', async () => {
  const { path } = await newHook();
  const stranger = await api.newOwner();
  expect((await stranger.manage('GET', `${path}/sender-report`)).status).toBe(404);
});
