import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import getPort from 'get-port';
import { expect, inject, onTestFinished, test } from 'vitest';

import { limits } from '../../domain/limits.ts';
import { metricValue } from '../support/metric-values.ts';
import { startRunsWorker } from '../support/runs-worker.ts';
import { startApi } from '../support/service.ts';

/** In a Redis of its own numbering: other files make workspaces as well. */
const ownRedis = () => ({ REDIS_URL: `${inject('redisUrl').replace(/\/$/, '')}/7` });

const send = async (url: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }))
    .status;

const answered = (page: string, answer: string, reason = '') =>
  metricValue(page, `reveille_deliveries_total{answer="${answer}",reason="${reason}"}`) ?? 0;

test('every answer of a hook is counted under its name', async () => {
  await using api = await startApi();
  const { manage, newAutomation } = await api.newOwner();
  const open = await newAutomation();
  const signed = await newAutomation({ sender: 'github', signingSecret: 'secret-of-this-test' });
  await send(open.hook, '{"event_id":"1"}');
  await send(open.hook, '{"event_id":"1"}');
  await send(open.hook, '{}', { 'x-service-event-id': 'x'.repeat(256) });
  await send(open.hook, Buffer.alloc(limits.deliveryBodyBytesMax + 1));
  await send(signed.hook, '{}', { 'x-github-event': 'push' });
  await send(`${api.url}/hooks/${'A'.repeat(43)}`, '{}');
  for (let index = 2; index <= limits.concurrentDeliveries + 1; index += 1)
    await send(open.hook, JSON.stringify({ event_id: index }));
  await manage('POST', `/automations/${open.id}/pause`);
  await send(open.hook, '{"event_id":"paused"}');
  const page = await api.metrics();
  expect({
    accepted: answered(page, 'accepted'),
    duplicate: answered(page, 'duplicate'),
    paused: answered(page, 'skipped', 'paused'),
    full: answered(page, 'refused', 'CONCURRENCY_EXCEEDED'),
    badId: answered(page, 'refused', 'INVALID_EVENT_ID'),
    tooLarge: answered(page, 'refused', 'PAYLOAD_TOO_LARGE'),
    unsigned: answered(page, 'refused', 'SIGNATURE_INVALID'),
    unknown: answered(page, 'refused', 'UNKNOWN_WEBHOOK'),
  }).toEqual({
    accepted: limits.concurrentDeliveries,
    duplicate: 1,
    paused: 1,
    full: 1,
    badId: 1,
    tooLarge: 1,
    unsigned: 1,
    unknown: 1,
  });
});

test('slots, the oldest run, memory and the parts are measured at each scrape', async () => {
  await using api = await startApi(ownRedis());
  const { newAutomation } = await api.newOwner();
  const { hook } = await newAutomation();
  for (let index = 0; index < limits.concurrentDeliveries; index += 1)
    await send(hook, JSON.stringify({ event_id: index }));
  const page = await api.metrics();
  const value = (name: string) => metricValue(page, `reveille_${name}`);
  expect(value('slots_in_use')).toBe(limits.concurrentDeliveries);
  expect(value('workspaces_full')).toBe(1);
  expect(value('workspaces')).toBeGreaterThanOrEqual(1);
  expect(value('oldest_run_age_seconds')).toBeGreaterThan(0);
  expect(value('oldest_run_age_seconds')).toBeLessThan(600);
  expect(value('redis_memory_used_bytes')).toBeGreaterThan(100_000);
  expect(value('redis_memory_max_bytes')).toBeGreaterThanOrEqual(0);
  expect(value('workers')).toBe(0);
  expect(value('part_up{part="redis"}')).toBe(1);
  expect(value('part_up{part="temporal"}')).toBe(1);
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
