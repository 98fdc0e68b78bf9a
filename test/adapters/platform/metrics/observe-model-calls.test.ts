import { expect, test } from 'vitest';

import { noUsage } from '#domain/no-usage.ts';
import { createMetrics } from '#platform/metrics/create-metrics.ts';
import { noTracing } from '#platform/tracing/tracing.ts';
import { observeModelCalls } from '#platform/metrics/observe-model-calls.ts';

const usage = { ...noUsage, inputTokens: 100, outputTokens: 20 };
const known = { state: 'known', amountMicros: 1_500, currency: 'USD', priceTable: 'operator' } as const;
const unknown = { state: 'unknown', amountMicros: null, currency: 'USD', priceTable: null } as const;
const call = { purpose: 'agent-turn', durationMs: 800 };
const answered = (model: string, cost: typeof known | typeof unknown = known) =>
  ({ ...call, model, result: 'answered', spent: { usage, cost } }) as const;
const failed = (model: string, result: string) => ({ ...call, model, result, spent: null });

function observed(serviceModel?: string) {
  const metrics = createMetrics('worker');
  const values = async () => (await metrics.registry.metrics()).split('\n');
  return { onCall: observeModelCalls({ metrics, tracing: noTracing }, serviceModel), values };
}

test('an answer counts its tokens and what it cost', async () => {
  const { onCall, values } = observed();
  onCall(answered('openai/gpt-4'));
  onCall(answered('openai/gpt-4'));
  expect(await values()).toEqual(
    expect.arrayContaining([
      'reveille_model_call_seconds_count{model="openai/gpt-4",purpose="agent-turn",result="answered"} 2',
      'reveille_model_tokens_total{model="openai/gpt-4",kind="input"} 200',
      'reveille_model_tokens_total{model="openai/gpt-4",kind="output"} 40',
      'reveille_model_cost_usd_total{model="openai/gpt-4"} 0.003',
    ]),
  );
});

test('an answer without a known price is counted as such, not as free', async () => {
  const { onCall, values } = observed();
  onCall(answered('openai-compatible/qwen', unknown));
  const lines = await values();
  expect(lines).toContain('reveille_model_unpriced_calls_total{model="openai-compatible/qwen"} 1');
  expect(lines.filter((line) => line.startsWith('reveille_model_cost_usd_total{'))).toEqual([]);
});

test('the model of the service is named from its first failure on, one that never answered is not', async () => {
  const { onCall, values } = observed('openai/gpt-4');
  onCall(failed('openai/gpt-4', 'auth'));
  onCall(failed('openai/any text of an owner', 'bad-request'));
  expect(await values()).toEqual(
    expect.arrayContaining([
      'reveille_model_call_seconds_count{model="openai/gpt-4",purpose="agent-turn",result="auth"} 1',
      'reveille_model_call_seconds_count{model="other",purpose="agent-turn",result="bad-request"} 1',
    ]),
  );
});

test('however many models owners choose, there are 50 and the rest together', async () => {
  const { onCall, values } = observed('openai/of-the-service');
  for (let index = 0; index < 500; index += 1) onCall(answered(`openai/${index}`));
  const models = new Set((await values()).flatMap((line) => /model="([^"]+)"/.exec(line)?.[1] ?? []));
  expect([models.size, models.has('other'), models.has('openai/48'), models.has('openai/49')]).toEqual([
    50,
    true,
    true,
    false,
  ]);
});
