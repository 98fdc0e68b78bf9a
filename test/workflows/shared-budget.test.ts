import { expect, test as sequential } from 'vitest';

import type { DeliveryRecord } from '#capabilities/records.ts';
import type { WorkspaceBudget } from '#contracts/budget.ts';
import { type RecordedCall, type Scripted, startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';

/** Each has a service of its own, which it mostly waits for. */
const test = sequential.concurrent;

const runs = 8;
/** In micros a token: 1 dollar per million tokens of input, 10 of output. */
const [inputPrice, outputPrice] = [1, 10];
const priced = { MODEL_PRICE: `${inputPrice}/${outputPrice}` };
const budget = 100_000;

/** The part of the list price that a call cannot cost less than, whatever its provider says: the whole prompt and the longest answer. */
const listPrice = ({ text, body }: RecordedCall) =>
  Math.ceil(text.length / 4) * inputPrice +
  Number(body['max_tokens'] ?? body['max_completion_tokens']) * outputPrice;

/** Eight deliveries at once to an automation with a budget, whose model is this server. */
async function playAtOnce(
  {
    given,
    whole,
    filter,
    deliveries = runs,
    settings = priced,
  }: {
    given?: object;
    whole?: WorkspaceBudget;
    filter?: string;
    deliveries?: number;
    settings?: Record<string, string>;
  },
  script: (call: number, request: RecordedCall) => Scripted,
) {
  await using server = await startModelServer(script);
  await using api = await startApi({
    MODEL: 'openai-compatible/m',
    MODEL_BASE_URL: server.baseUrl,
    ...settings,
  });
  await using _worker = await startRunsWorker(api);
  const { manage, newAutomation, workspace } = await api.newOwner();
  const automation = await newAutomation({
    ...(given !== undefined && { budget: given }),
    ...(filter !== undefined && { filter }),
  });
  const path = `/automations/${automation.id}`;
  if (whole !== undefined) await createWorkspaces(api).change(workspace.id, { budget: whole });
  const deliver = async (eventId: string) => {
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'x-service-event-id': eventId },
      body: '{}',
    });
    return (await response.json()) as { deliveryId: string; status: string; reason?: string };
  };
  const records = await Promise.all(
    Array.from({ length: deliveries }, async (_, index) => {
      const { deliveryId } = await deliver(`e${index}`);
      await api.temporal.client.workflow.getHandle(`run/${automation.id}/id/e${index}`).result();
      return (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as DeliveryRecord;
    }),
  );
  const shown = (await (await manage('GET', path)).json()) as { budgetUsed: Record<string, unknown> | null };
  const outcomesOf = (outcome: string) => records.filter((record) => record.outcome === outcome);
  return {
    calls: server.calls,
    spent: server.calls.map(listPrice).reduce((sum, one) => sum + one, 0),
    used: shown.budgetUsed,
    succeeded: outcomesOf('succeeded'),
    failed: outcomesOf('failed'),
    after: await deliver('after'),
  };
}

const honest = ({ text }: RecordedCall): Scripted => ({
  text: 'Done.',
  usage: { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: 20 },
});

test.each<[string, NonNullable<Extract<Scripted, { text?: string }>['usage']> | null]>([
  ['nothing', null],
  ['almost nothing', { prompt_tokens: 1, completion_tokens: 1 }],
  ['less than nothing', { prompt_tokens: 10, completion_tokens: -1_000_000 }],
])('eight runs at once whose provider tells %s stay within their budget', async (_, usage) => {
  const { calls, spent, used, succeeded, failed } = await playAtOnce(
    { given: { amountMicros: budget } },
    () => ({ text: 'Done.', usage }),
  );
  expect(calls.length).toBeGreaterThan(0);
  expect(spent).toBeLessThanOrEqual(budget);
  expect(succeeded).toHaveLength(calls.length);
  expect(failed).toHaveLength(runs - calls.length);
  for (const { reason } of failed)
    expect(reason).toContain('what is left of $0.10, the budget of the automation for the day.');
  expect(Number(used?.['amountMicros'])).toBeGreaterThanOrEqual(spent);
  expect(Number(used?.['amountMicros'])).toBeLessThanOrEqual(budget);
});

test('eight runs at once of an honest provider wait for what others give back, and all are done', async () => {
  const { calls, used, succeeded } = await playAtOnce(
    { given: { perMonth: { amountMicros: budget } } },
    (_, call) => honest(call),
  );
  expect(succeeded).toHaveLength(runs);
  const real = calls.map(({ text }) => Math.ceil(text.length / 4) * inputPrice + 20 * outputPrice);
  const sum = real.reduce((total, one) => total + one, 0);
  expect(used).toMatchObject({ runs, amountMicros: sum, perMonth: { runs, amountMicros: sum } });
});

test('a provider that tells more than the most is believed, and nothing is asked any more', async () => {
  const { used, after } = await playAtOnce({ whole: { perMonth: { amountMicros: budget } } }, () => ({
    text: 'Done.',
    usage: { prompt_tokens: 10_000_000, completion_tokens: 10 },
  }));
  expect(used).toBeNull();
  expect(after).toEqual({ status: 'skipped', reason: 'budget' });
});

test('a model without a price is not asked where the budget is in money', async () => {
  const { calls, failed } = await playAtOnce({ given: { amountMicros: budget }, settings: {} }, (_, call) =>
    honest(call),
  );
  expect(calls).toEqual([]);
  expect(failed.map(({ reason }) => reason)).toEqual(
    Array.from(
      { length: runs },
      () =>
        'The run was stopped: the price of openai-compatible/m is not known, and the budget of the automation for the day is in money.',
    ),
  );
});

test('a filter that needs a model is paid from the budget too', async () => {
  const { calls, failed } = await playAtOnce(
    { given: { tokens: 100 }, filter: 'Only polite customers.' },
    (_, call) => honest(call),
  );
  expect(calls).toEqual([]);
  expect(failed).toHaveLength(runs);
  expect(failed[0]?.reason).toContain(
    'what is left of 100 tokens, the budget of the automation for the day.',
  );
});

test('a run whose budget is used up between its turns says what it did', async () => {
  const { calls, failed, used } = await playAtOnce({ given: { tokens: 30_000 }, deliveries: 1 }, (call) =>
    call === 1
      ? {
          toolCalls: [{ name: 'read_response', arguments: '{"requestCallId":"none"}' }],
          usage: { prompt_tokens: 20_000, completion_tokens: 2_000 },
        }
      : { text: 'I read nothing.', usage: { prompt_tokens: 2_000, completion_tokens: 20 } },
  );
  expect(failed).toMatchObject([
    { reason: expect.stringContaining('what is left of 30,000 tokens, the budget') },
  ]);
  expect(calls).toHaveLength(2);
  expect(failed[0]?.answer).toContain('I read nothing.');
  expect(Number(used?.['tokens'])).toBeLessThanOrEqual(30_000);
});
