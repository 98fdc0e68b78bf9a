import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTargetSpeed } from '#activities/target-speed.ts';
import { turnActivities } from '#activities/turn.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { createApis } from '#store/api/apis.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createVault } from '#store/secret/vault.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { asksFor } from '#test/support/wire/converse.ts';
import { wireFormats } from '#test/support/wire/formats.ts';
import { startWireServer, type WireAnswer } from '#test/support/wire/server.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const { anthropic, openai } = wireFormats;
const overloaded = { status: 529, body: anthropic.error('overloaded_error', 'Overloaded') };
const mainId = 'anthropic/claude-sonnet-4-5';
const fallbackId = 'openai/gpt-5-mini';

interface Answers {
  readonly main: readonly WireAnswer[];
  readonly fallback: readonly WireAnswer[];
}

/** A run whose main model is at Anthropic and whose fallback is at OpenAI, each at a server that answers as told. */
async function setUp(answers: Answers) {
  const { redis } = connection;
  const begun = await beginRun(redis);
  const main = await startWireServer(answers.main);
  const fallback = await startWireServer(answers.fallback);
  const models = {
    main: createAgentModel({ id: mainId, apiKey: 'k', baseUrl: `${main.origin}/v1` }),
    fallback: createAgentModel({ id: fallbackId, apiKey: 'k', baseUrl: `${fallback.origin}/v1` }),
  };
  const { takeTurn } = turnActivities({
    ...begun,
    targetSpeed: createTargetSpeed(),
    models: { of: () => Promise.resolve({ ...models, filter: models.main }) },
    apis: createApis({ redis }),
    policyRecords: createPolicyStore({ redis, vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]) }),
  });
  /** Attempt `attempt` at a turn, which was to begin so many seconds ago. */
  const take = async (turn: number, attempt = 1, waitedSeconds = 0) => {
    const scheduledTimestampMs = Date.now() - waitedSeconds * 1_000;
    const environment = new MockActivityEnvironment(
      { attempt, scheduledTimestampMs },
      { logger: quietLogger },
    );
    return await environment.run(takeTurn, begun.run, turn, 0);
  };
  const record = async () => {
    const { workspaceId, deliveryId } = begun.run;
    return await createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null }).find(
      workspaceId,
      deliveryId,
    );
  };
  return {
    take,
    record,
    asked: { main: main.calls, fallback: fallback.calls },
    async [Symbol.asyncDispose]() {
      await main[Symbol.asyncDispose]();
      await fallback[Symbol.asyncDispose]();
    },
  };
}

const done = { body: openai.answer({ text: 'The order is reported.' }) };

describe('the fallback', () => {
  test('is not asked while the main model has been unavailable for less than a minute', async () => {
    await using run = await setUp({ main: [overloaded, overloaded], fallback: [] });
    await expect(run.take(1)).rejects.toMatchObject({ nonRetryable: false });
    await expect(run.take(1, 2, 50)).rejects.toThrow(
      'The model provider does not answer. It said: "Overloaded"',
    );
    expect(run.asked.fallback).toHaveLength(0);
  });

  test('answers after a minute, and the record says so', async () => {
    await using run = await setUp({ main: [overloaded], fallback: [done] });
    expect(await run.take(1, 7, 63)).toMatchObject({ ending: { outcome: 'succeeded' } });
    const record = await run.record();
    expect(record?.steps).toMatchObject([
      {
        model: fallbackId,
        summary: `Fallback, because ${mainId} has been unavailable for more than a minute. Answered`,
      },
    ]);
    // The call that the main model refused cost nothing; the price of a server of our own is not known.
    expect(record?.cost).toMatchObject({ inputTokens: 1_200, outputTokens: 80, money: { state: 'unknown' } });
  });

  test('answers at once where the quota of the main model is used up', async () => {
    const body = anthropic.error(
      'invalid_request_error',
      'Your credit balance is too low to access the API.',
    );
    await using run = await setUp({ main: [{ status: 400, body }], fallback: [done] });
    await run.take(1);
    expect((await run.record())?.steps).toMatchObject([
      { model: fallbackId, summary: `Fallback, because the quota of ${mainId} is used up. Answered` },
    ]);
  });

  test('answers at once where the main model asks to wait for more than a minute', async () => {
    await using run = await setUp({
      main: [{ ...overloaded, headers: { 'retry-after': '600' } }],
      fallback: [done],
    });
    await run.take(1);
    expect((await run.record())?.steps).toMatchObject([
      {
        model: fallbackId,
        summary: `Fallback, because ${mainId} asks to wait for more than a minute. Answered`,
      },
    ]);
  });

  test('is not asked where the request was wrong', async () => {
    const body = anthropic.error('invalid_request_error', 'prompt is too long');
    await using run = await setUp({ main: [{ status: 400, body }], fallback: [done] });
    await expect(run.take(1, 7, 63)).rejects.toMatchObject({ nonRetryable: true });
    expect(run.asked.fallback).toHaveLength(0);
  });

  test('that fails for good leaves the main model to be waited for', async () => {
    const refused = { status: 401, body: openai.error('invalid_api_key', 'Incorrect API key provided') };
    await using run = await setUp({ main: [overloaded], fallback: [refused] });
    await expect(run.take(1, 7, 63)).rejects.toMatchObject({
      message: expect.stringMatching(
        /Overloaded.* The fallback, openai\/gpt-5-mini: The model provider refused the key/,
      ),
      nonRetryable: false,
    });
  });

  test('that is unavailable is waited for where the main model has no quota', async () => {
    const body = anthropic.error('billing_error', 'There is an issue with your billing.');
    const away = { status: 503, body: openai.error('server_error', 'Try again later') };
    await using run = await setUp({ main: [{ status: 402, body }], fallback: [away] });
    await expect(run.take(1)).rejects.toMatchObject({
      message: expect.stringMatching(/billing.* The fallback, openai\/gpt-5-mini: .*Try again later/),
      nonRetryable: false,
    });
  });

  test('goes on with what the main model began, without what only that one can read, and stays', async () => {
    const secret = 'signature-of-anthropic';
    await using run = await setUp({
      main: [{ body: anthropic.answer({ reasoning: secret, calls: [asksFor('a')] }) }, overloaded],
      fallback: [{ body: openai.answer({ reasoning: 'gAAAA', calls: [asksFor('b')] }) }, done],
    });
    await run.take(1);
    await run.take(2, 7, 63);
    await run.take(3);
    expect(run.asked.main).toHaveLength(2);
    const [second, third] = run.asked.fallback.map(({ text }) => text);
    expect(second).toContain('api.example.com/a');
    expect(second).not.toContain(secret);
    expect(third).toContain('gAAAA');
    expect((await run.record())?.steps).toMatchObject([
      { model: mainId },
      { model: fallbackId, summary: expect.stringMatching(/^Fallback, because/) },
      {
        model: fallbackId,
        summary: expect.stringMatching(/^Fallback, because it answered before in this run\./),
      },
    ]);
  });
});
