import { describe, expect, it } from 'vitest';

import { ModelFailure } from '#domain/model-failure.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { wireFormats, wireRows } from '#test/support/wire/formats.ts';
import { startWireServer, type WireAnswer } from '#test/support/wire/server.ts';
import { turnInputOf } from '#test/support/turn-input.ts';

const key = 'sk-ant-api03-R2D2c3po';
const customer = 'jane.doe@customer.example';
const input = turnInputOf('Report the order of the customer.', { email: customer, note: 'Please hurry up!' });

async function failureOf(provider: keyof typeof wireFormats, answer: WireAnswer): Promise<ModelFailure> {
  const { modelId, path } = wireFormats[provider];
  await using server = await startWireServer([answer]);
  const model = createAgentModel({
    id: `${provider}/${modelId}`,
    apiKey: key,
    baseUrl: `${server.origin}${path}`,
  });
  const error = await model.turn(input).catch((failure: unknown) => failure);
  if (!(error instanceof ModelFailure)) throw new Error('The call did not fail.');
  return error;
}

describe.each(wireRows)('an error of $provider', ({ provider, format }) => {
  const name = provider as keyof typeof wireFormats;

  it('is told with its status, its type and what it says', async () => {
    const { failure, said } = await failureOf(name, {
      status: 404,
      body: format.error('not_found_error', 'model: no-such-model'),
    });
    expect(failure).toEqual({ kind: 'bad-request' });
    expect(said).toEqual({ status: 404, type: 'not_found_error', message: 'model: no-such-model' });
  });

  it('is told without the key, without what the prompt says, and cut at 200 characters', async () => {
    const message = `Bad key ${key}, or sk-proj-****Ab12 of org-9x8y7z6w5v: input "${customer}" in "Please hurry up!" ${'x'.repeat(900)}`;
    const { said } = await failureOf(name, {
      status: 400,
      body: format.error('invalid_request_error', message),
    });
    expect(said?.message).toMatch(
      /^Bad key \[redacted\], or \[redacted\] of \[redacted\]: input \[…\] in \[…\] x+…$/,
    );
    expect(said?.message).toHaveLength(201);
    expect(JSON.stringify(said)).not.toContain(customer);
  });
});

it.each<[string, keyof typeof wireFormats, WireAnswer]>([
  [
    'insufficient_quota of OpenAI',
    'openai',
    {
      status: 429,
      body: wireFormats.openai.error(
        'insufficient_quota',
        'You exceeded your current quota, please check your plan and billing details.',
      ),
    },
  ],
  [
    'the credit balance of Anthropic',
    'anthropic',
    {
      status: 400,
      body: wireFormats.anthropic.error(
        'invalid_request_error',
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      ),
    },
  ],
  [
    'a billing error of Anthropic',
    'anthropic',
    {
      status: 402,
      body: wireFormats.anthropic.error('billing_error', 'There is an issue with your billing.'),
    },
  ],
  [
    'the daily quota of Google',
    'google',
    {
      status: 429,
      body: {
        error: {
          code: 429,
          message: 'You exceeded your current quota, please check your plan and billing details.',
          status: 'RESOURCE_EXHAUSTED',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
              violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }],
            },
            { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' },
          ],
        },
      },
    },
  ],
  [
    'a gateway that wants to be paid',
    'openai-compatible',
    { status: 402, body: { error: { message: 'Insufficient Balance', type: 'unknown_error' } } },
  ],
])('%s is a quota that is used up', async (_, provider, answer) => {
  expect((await failureOf(provider, answer)).failure).toEqual({ kind: 'quota' });
});

it('the quota of a minute at Google is waited for as long as its body says', async () => {
  const { failure } = await failureOf('google', {
    status: 429,
    body: {
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [{ quotaId: 'GenerateContentInputTokensPerModelPerMinute-FreeTier' }],
          },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.5s' },
        ],
      },
    },
  });
  expect(failure).toEqual({ kind: 'rate-limited', retryAfterMs: 36_500 });
});

it('an overload of Anthropic is an outage, with the wait that it asks for', async () => {
  const { failure, said } = await failureOf('anthropic', {
    status: 529,
    headers: { 'retry-after': '20' },
    body: wireFormats.anthropic.error('overloaded_error', 'Overloaded'),
  });
  expect(failure).toEqual({ kind: 'unavailable', retryAfterMs: 20_000 });
  expect(said).toEqual({ status: 529, type: 'overloaded_error', message: 'Overloaded' });
});

it.each<[string, unknown, object]>([
  [
    'Ollama',
    { error: 'model "qwen9" not found, try pulling it first' },
    { type: null, message: 'model "qwen9" not found, try pulling it first' },
  ],
  [
    'vLLM',
    {
      object: 'error',
      message: 'The model `x` does not exist.',
      type: 'NotFoundError',
      param: null,
      code: 404,
    },
    { type: 'NotFoundError', message: 'The model `x` does not exist.' },
  ],
  ['a proxy', { detail: 'Not Found' }, { type: null, message: 'Not Found' }],
  ['nothing of use', [], { type: null, message: '' }],
])('an error in the shape of %s is read', async (_, body, expected) => {
  expect((await failureOf('openai-compatible', { status: 404, body })).said).toMatchObject(expected);
});

it('a connection that is refused is told by the code of the system, without the address', async () => {
  const server = await startWireServer([]);
  await server[Symbol.asyncDispose]();
  const model = createAgentModel({ id: 'openai-compatible/m', baseUrl: `${server.origin}/v1` });
  await expect(model.turn(input)).rejects.toMatchObject({
    failure: { kind: 'unavailable' },
    said: { status: null, type: 'ECONNREFUSED', message: '' },
  });
});

it('a request that the SDK itself refuses to send is not retried', async () => {
  const model = createAgentModel({ id: 'openai-compatible/m', baseUrl: 'http://127.0.0.1:9/v1' });
  const nonsense = { ...input, limits: { ...input.limits, maxOutputTokens: -1 } };
  await expect(model.turn(nonsense)).rejects.toMatchObject({
    failure: { kind: 'bad-request' },
    said: { status: null, type: 'AI_InvalidArgumentError' },
  });
});
