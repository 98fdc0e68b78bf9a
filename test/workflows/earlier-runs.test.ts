import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { DeliveryRecord } from '#capabilities/records.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

type Turn = readonly (readonly [tool: string, input: object])[];

const key = 'key-of-the-target';
let script: readonly ((results: readonly string[]) => Turn)[] = [];
let callsBefore = 0;

let models: Awaited<ReturnType<typeof startModelServer>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  models = await startModelServer((call): Scripted => {
    const { body } = models.calls[call - 1]!;
    const lastAnswer = body.messages.findLastIndex(({ role }) => role === 'assistant');
    const results = body.messages.slice(lastAnswer + 1).map(({ content }) => String(content));
    const turn = script[call - callsBefore - 1]?.(results) ?? [];
    const toolCalls = turn.map(([name, input], index) => ({
      id: `c-${call}-${index}`,
      name,
      arguments: JSON.stringify(input),
    }));
    return { toolCalls };
  });
  target = await startOrderTarget({ key });
  api = await startApi({ MODEL: 'openai-compatible/m', MODEL_BASE_URL: models.baseUrl });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

async function newOwner({ readsEarlierRuns = true } = {}) {
  const owner = await api.newOwner();
  const { manage } = owner;
  async function newAutomation() {
    const automation = await owner.newAutomation({ instructions: 'Look after the order, whatever it is.' });
    await manage('PATCH', `/automations/${automation.id}`, { readsEarlierRuns });
    return automation;
  }
  const automation = await newAutomation();
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: key };
  await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  let events = 0;
  /** Delivers, and waits for the end of a run in which the model does this. */
  async function play(
    body: string,
    turns: typeof script,
    { reference = 'Order 1' as string | null, to = automation } = {},
  ) {
    script = turns;
    callsBefore = models.calls.length;
    const event = `evt-${(events += 1)}`;
    const delivered = await fetch(to.hook, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'x-service-event-id': event,
        ...(reference !== null && { 'x-service-reference': reference }),
      },
      body,
    });
    const { deliveryId } = (await delivered.json()) as { deliveryId: string };
    await api.temporal.client.workflow.getHandle(`run/${to.id}/id/${event}`).result();
    const record = (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as DeliveryRecord;
    const { body: prompt } = models.calls[callsBefore]!;
    return { deliveryId, record, isOffered: JSON.stringify(prompt['tools']).includes('read_earlier_runs') };
  }
  return { manage, play, newAutomation };
}

const finish = (answer: string): Turn => [['finish', { answer, failure: null }]];
const post = (): Turn => [
  ['http_request', { method: 'POST', url: `${target.url}/orders`, headers: null, body: '{"secret":1}' }],
];
const readOn = (offset: number | null = null): Turn => [['read_earlier_runs', { offset }]];

/** The result of reading, as the model was told it in the last run. */
let told = '';
const reading = [
  () => readOn(),
  (results: readonly string[]) => {
    told = results.join();
    return finish('Read.');
  },
];
const runsIn = () =>
  (/<<DATA [\w-]+>>\n([\s\S]*)\n<<\/DATA/.exec(told)?.[1] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, string>>);

describe('earlier runs of a reference', () => {
  test('are told newest first, as data: what they were given, did and answered', async () => {
    const { play } = await newOwner();
    await play('first body', [post, () => finish('The order was sent.')]);
    await play('second body', [() => finish('Nothing to do.')]);
    await play('of another', [() => finish('Other.')], { reference: 'Order 2' });
    const { record, isOffered } = await play('third body', reading);
    expect([record.outcome, isOffered]).toEqual(['succeeded', true]);
    expect(runsIn()).toEqual([
      {
        receivedAt: expect.any(String),
        outcome: 'succeeded',
        delivery: 'second body',
        requests: '',
        answer: 'Nothing to do.',
      },
      {
        receivedAt: expect.any(String),
        outcome: 'succeeded',
        delivery: 'first body',
        requests: `POST ${new URL(target.url).host}/orders answered 201`,
        answer: 'The order was sent.',
      },
    ]);
    expect(told).toContain('"runs":2');
  });

  test('are absent where they are erased, or of another automation', async () => {
    const { manage, play, newAutomation } = await newOwner();
    const { deliveryId } = await play('to be erased', [() => finish('Erased.')]);
    await play('kept', [() => finish('Kept.')]);
    const other = await newAutomation();
    await play('elsewhere', [() => finish('Elsewhere.')], { to: other });
    expect((await manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
    await play('now', reading);
    expect(runsIn().map(({ delivery }) => delivery)).toEqual(['kept']);
  });

  test('are ten at most, each cut', async () => {
    const { play } = await newOwner();
    for (let number = 1; number <= 11; number += 1)
      await play(`${number} ${'x'.repeat(5_000)}`, [() => finish('y'.repeat(3_000))]);
    const pages: string[] = [];
    await play('now', [
      () => readOn(),
      ...[3, 6, 9, 12].map((offset) => (results: readonly string[]) => {
        pages.push(...results);
        return readOn(offset);
      }),
      () => finish('Read.'),
    ]);
    const found = pages.flatMap((page) => {
      told = page;
      return runsIn();
    });
    expect(new Set(found.map(({ delivery = '' }) => delivery.split(' ')[0]))).toEqual(
      new Set(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2']),
    );
    for (const { delivery = '', answer = '' } of found) {
      expect([delivery.length, answer.length]).toEqual([2_001, 2_001]);
      expect([delivery.at(-1), answer.at(-1)]).toEqual(['…', '…']);
    }
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(17_000);
  });

  test('are neither offered nor told where the owner did not say so', async () => {
    const { play } = await newOwner({ readsEarlierRuns: false });
    await play('first', [() => finish('Done.')]);
    const { isOffered } = await play('second', reading);
    expect(isOffered).toBe(false);
    expect(told).not.toContain('first');
    expect(told).toContain("unavailable tool 'read_earlier_runs'");
  });

  test('are neither offered nor told where the delivery has no reference', async () => {
    const { play } = await newOwner();
    await play('first', [() => finish('Done.')], { reference: null });
    const { isOffered } = await play('second', reading, { reference: null });
    expect(isOffered).toBe(false);
    expect(told).toContain("unavailable tool 'read_earlier_runs'");
  });
});
