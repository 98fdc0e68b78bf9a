import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import getPort from 'get-port';
import { expect, inject, onTestFinished, test } from 'vitest';

import { limits } from '#domain/limits.ts';
import { metricValue } from '#test/support/metric-values.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { keys } from '#store/records/index.ts';
import { startApi } from '#test/support/service.ts';

/** In a Redis of its own numbering: other files make workspaces as well. */
const ownRedis = () => ({ REDIS_URL: `${inject('redisUrl').replace(/\/$/, '')}/7` });

const post = (url: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const send = async (...request: Parameters<typeof post>) => (await post(...request)).status;

test('every answer of a hook is counted under its name', async () => {
  await using api = await startApi();
  const { manage, newAutomation } = await api.newOwner();
  const open = await newAutomation();
  const signed = await newAutomation({ sender: 'github', signingSecret: 'secret-of-this-test' });
  const answers: string[] = [];
  async function deliver(...request: Parameters<typeof post>): Promise<void> {
    type Body = { status?: string; reason?: string; code?: string };
    const {
      status = 'refused',
      reason = '',
      code = reason,
    } = (await (await post(...request)).json()) as Body;
    answers.push(`reveille_deliveries_total{answer="${status}",reason="${code}"}`);
  }
  await deliver(open.hook, '{"event_id":"1"}');
  await deliver(open.hook, '{"event_id":"1"}');
  await deliver(open.hook, '{}', { 'x-service-event-id': 'x'.repeat(256) });
  await deliver(open.hook, Buffer.alloc(limits.deliveryBodyBytesMax + 1));
  await deliver(signed.hook, '{}', { 'x-github-event': 'push' });
  await deliver(`${api.url}/hooks/${'A'.repeat(43)}`, '{}');
  for (let index = 2; index <= limits.concurrentDeliveries + 1; index += 1)
    await deliver(open.hook, JSON.stringify({ event_id: index }));
  await manage('POST', `/automations/${open.id}/pause`);
  await deliver(open.hook, '{"event_id":"paused"}');
  const page = await api.metrics();
  const counted = page.split('\n').filter((line) => line.startsWith('reveille_deliveries_total{'));
  const kinds = [...new Set(answers)];
  const expected = kinds.map((kind) => `${kind} ${answers.filter((answer) => answer === kind).length}`);
  expect(counted.toSorted()).toEqual(expected.toSorted());
  const codes = ['CONCURRENCY_EXCEEDED', 'INVALID_EVENT_ID', 'PAYLOAD_TOO_LARGE', 'SIGNATURE_INVALID'];
  for (const word of ['accepted', 'duplicate', 'paused', ...codes, 'UNKNOWN_WEBHOOK'])
    expect(page).toContain(`"${word}"`);
});

test('slots, the oldest run, memory and the parts are measured at each scrape', async () => {
  await using api = await startApi(ownRedis());
  const { newAutomation, workspace } = await api.newOwner();
  // It ended an hour before the archive should have had it.
  const ended = { value: 'dlv_1', score: Date.now() - 49 * 3_600_000 };
  await api.redis.zAdd(keys.archiveDue(workspace.id), ended);
  const { hook } = await newAutomation();
  for (let index = 0; index < limits.concurrentDeliveries; index += 1)
    await send(hook, JSON.stringify({ event_id: index }));
  // A part that is slow to answer on a busy machine is measured again.
  await expect
    .poll(async () => {
      const page = await api.metrics();
      const value = (name: string) => metricValue(page, `reveille_${name}`) ?? -1;
      return {
        workers: value('workers'),
        redis: value('part_up{part="redis"}'),
        temporal: value('part_up{part="temporal"}'),
        isFull: value('workspaces_full') >= 1 && value('workspaces') >= value('workspaces_full'),
        hasSlots: value('slots_in_use') >= limits.concurrentDeliveries,
        hasAge: value('oldest_run_age_seconds') > 0,
        isArchiveBehind: value('archive_lag_seconds') >= 3_600,
        hasMemory: value('redis_memory_used_bytes') > 100_000 && value('redis_memory_max_bytes') >= 0,
      };
    })
    .toEqual({
      workers: 0,
      redis: 1,
      temporal: 1,
      isFull: true,
      hasSlots: true,
      hasAge: true,
      isArchiveBehind: true,
      hasMemory: true,
    });
});

test('a request of an agent is counted by its ground and by what came of it', async () => {
  const target = createServer((_, response) => response.writeHead(503).end());
  const listening = Promise.withResolvers<void>();
  target.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  onTestFinished(() => void target.close());
  const { port } = target.address() as AddressInfo;
  await using api = await startApi();
  const { manage, newAutomation } = await api.newOwner();
  const { agentId } = await newAutomation();
  await manage('POST', `/agents/${agentId}/network-access`, { domain: '127.0.0.1' });
  const request = (url: string) => manage('POST', `/agents/${agentId}/requests`, { method: 'GET', url });
  await request(`http://127.0.0.1:${port}/orders/7?secret=of-the-query`);
  await request('https://elsewhere.example/');
  await request(`http://127.0.0.1:${await getPort({ host: '127.0.0.1' })}/`);
  const page = await api.metrics();
  const count = (ground: string, result: string) =>
    metricValue(page, `reveille_outbound_request_seconds_count{ground="${ground}",result="${result}"}`);
  expect([count('policy', '5xx'), count('host', 'refused'), count('policy', 'CONNECT_FAILED')]).toEqual([
    1, 1, 1,
  ]);
  expect(page).not.toMatch(/orders|secret|elsewhere/);
});

test('a call of a tool is counted under its id, however it was named, and by its outcome', async () => {
  await using api = await startApi();
  const invoke = (tool: string, params: object) =>
    send(`${api.url}/api/tools/invoke`, JSON.stringify({ tool, params }));
  await invoke('hash-text', { text: 'a' });
  await invoke('md5', { text: 'a' });
  await invoke('hash-text', { nothing: 'a' });
  await invoke('any-text-of-a-stranger', {});
  const page = await api.metrics();
  const count = (tool: string, outcome: string) =>
    metricValue(page, `reveille_tool_call_seconds_count{tool="${tool}",outcome="${outcome}"}`);
  expect([count('hash-text', 'done'), count('hash-text', 'refused'), count('unknown', 'refused')]).toEqual([
    2, 1, 1,
  ]);
  expect(page).not.toContain('stranger');
});

test('a run is counted once, by the process that ends it', async () => {
  await using api = await startApi();
  await using worker = await startRunsWorker(api);
  const { newAutomation } = await api.newOwner();
  const { hook } = await newAutomation();
  await send(hook, '{"event_id":"1","total":5}');
  const ended = async () =>
    (await worker.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('reveille_run_seconds_count'));
  await expect.poll(ended).toEqual(['reveille_run_seconds_count{kind="delivery",outcome="succeeded"} 1']);
});
