import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { performRequestActivities } from '#activities/perform-request.ts';
import { createTargetSpeed } from '#activities/target-speed.ts';
import { createMailTransport } from '#alerts/mail-transport.ts';
import { sendEmail } from '#capabilities/send-email.ts';
import type { NewDecision } from '#contracts/decision.ts';
import { RetryPolicy } from '#contracts/retry.ts';
import { createMail } from '#egress/mail.ts';
import { createPolicyMatcher } from '#network-access/match-policies.ts';
import { createPolicies } from '#network-access/policies.ts';
import { createCapabilityReads } from '#store/capability-reads.ts';
import { createCircuits } from '#store/circuits.ts';
import { createMailCount } from '#store/mail-count.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { keys } from '#store/records/index.ts';
import { createVault } from '#store/secret/vault.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';
import { beginRun, plannedTurn } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { unusedApprovals } from '#test/support/unused-approvals.ts';
import { unusedCompute } from '#test/support/unused-compute.ts';
import { until } from '#test/support/until.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const mail = { to: 'ada@example.com', subject: 'Order 7', text: 'It is paid.' };
const call = { callId: 'c1', name: 'send_email', ...mail } as const;

/** A run whose agent may write to example.com, and the way out to a mail server. */
async function setUp(smtpUrl: string, { perDay = 5, honorsIdempotencyKey = false } = {}) {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  const planned = plannedTurn('POST');
  await runs.saveTurn(run, 1, { ...planned, output: { ...planned.output, calls: [call] } });
  const { agentId } = await runs.context(run);
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  const records = createPolicyStore({ redis, vault });
  const scope = { workspaceId: run.workspaceId, agentId };
  await createPolicies({ records }).create(scope, { kind: 'mail', address: '@example.com' });
  const decisions: NewDecision[] = [];
  const port = createMail({
    policies: createPolicyMatcher({ records }),
    decisions: { append: (_, decision) => Promise.resolve(void decisions.push(decision)) },
    logger: { warn: () => undefined, error: () => undefined },
    perDay,
    count: createMailCount({ redis, perDay }),
    transport: createMailTransport({
      smtpUrl,
      from: 'Shop <shop@example.com>',
      publicUrl: 'https://r.example',
    }),
  });
  const { sendRequest } = performRequestActivities({
    automations: {
      revision: () =>
        Promise.resolve({
          name: 'Orders',
          instructions: 'Write.',
          filter: null,
          condition: null,
          plan: null,
          expects: [],
          answerSchema: null,
          readsEarlierRuns: false,
          model: null,
          agentId,
          retry: RetryPolicy.parse({ honorsIdempotencyKey, tries: 1 }),
        }),
    },
    stopping: new AbortController().signal,
    targetSpeed: createTargetSpeed(),
    circuits: createCircuits({ redis }),
    ...unusedApprovals,
    ports: {
      ...unusedCompute,
      ...createCapabilityReads({ redis }),
      egress: {
        send: () => Promise.reject(new Error('not asked')),
        check: () => Promise.reject(new Error('not asked')),
      },
      mail: port,
    },
    runs,
  });
  const marks: string[] = [];
  return {
    redis,
    run,
    runs,
    decisions,
    marks,
    /** One attempt of the activity. */
    attempt: (number: number) =>
      new MockActivityEnvironment({ attempt: number }, { logger: quietLogger }).run(sendRequest, run, {
        turn: 1,
        request: 1,
        callId: 'c1',
      }),
    steps: async () =>
      Object.values(await redis.hGetAll(keys.steps(run.workspaceId, run.deliveryId)))
        .map((text) => JSON.parse(text) as { kind: string })
        .filter(({ kind }) => kind === 'email'),
    /** Performs it by the capability alone. */
    perform: (
      changed: Partial<typeof mail> & { html?: string } = {},
      {
        signal = new AbortController().signal,
        onSending = () => Promise.resolve(void marks.push('mark')),
      } = {},
    ) =>
      sendEmail.perform(
        { ...call, ...changed },
        { mail: port },
        {
          run,
          agentId,
          round: 0,
          turn: 1,
          request: 1,
          isByRules: false,
          isApproved: false,
          signal,
          onSending,
        },
      ),
    counted: async () => {
      const day = new Date().toISOString().slice(0, 10);
      return Number((await redis.get(keys.mailsOfDay(run.workspaceId, day))) ?? 0);
    },
  };
}

describe('an e-mail of a run', () => {
  test('is sent once, counted and recorded, with an id of its run and request', async () => {
    await using server = await startMailServer();
    const { attempt, steps, decisions, counted, run, runs } = await setUp(server.url);
    expect(await attempt(1)).toEqual({ isEffectUnknown: false });
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect(server.received).toMatchObject([{ from: 'shop@example.com', to: ['ada@example.com'] }]);
    const [{ source } = { source: '' }] = server.received;
    expect(source).toMatch(/^Subject: Order 7\r$/m);
    expect(source).toMatch(/^Message-ID: <[0-9a-f]{32}@r\.example>\r$/im);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toContain('\r\n\r\nIt is paid.');
    expect((await runs.calls(run)).get('c1')).toEqual({
      state: 'done',
      result: { kind: 'sent', to: 'ada@example.com' },
    });
    expect(await steps()).toMatchObject([
      {
        title: 'E-mail',
        target: 'ada@example.com',
        outcome: 'done',
        error: null,
        details: [
          { label: 'Subject', value: 'Order 7' },
          { label: 'Text', value: 'It is paid.' },
        ],
        tries: [{ status: 250, error: null }],
      },
    ]);
    expect(decisions).toMatchObject([
      { allowed: true, ground: 'policy', method: 'MAIL', host: 'example.com', status: 250, bytesOut: 11 },
    ]);
    expect(await counted()).toBe(1);
  });

  test.each([false, true])(
    'has an unknown effect after a crash in mid-send, although targets honour keys: %s',
    async (honorsIdempotencyKey) => {
      const answer = Promise.withResolvers<void>();
      await using server = await startMailServer({ answer: answer.promise });
      const { attempt, steps } = await setUp(server.url, { honorsIdempotencyKey });
      // The worker of this attempt never learns what came of it before another one takes over.
      const lost = attempt(1).catch(() => undefined);
      await until('the e-mail', () => Promise.resolve(server.received.length === 1), { timeoutMs: 20_000 });
      expect(await attempt(2)).toEqual({ isEffectUnknown: true });
      expect(server.received).toHaveLength(1);
      expect(await steps()).toMatchObject([
        { outcome: 'unknown', error: 'The worker stopped while it was being sent.' },
      ]);
      answer.resolve();
      await lost;
    },
  );

  test('has an unknown effect where the server took it and was cut off before its answer', async () => {
    const answer = Promise.withResolvers<void>();
    await using server = await startMailServer({ answer: answer.promise });
    const { perform, counted } = await setUp(server.url);
    const cutOff = new AbortController();
    const performed = perform({}, { signal: cutOff.signal });
    await until('the e-mail', () => Promise.resolve(server.received.length === 1), { timeoutMs: 20_000 });
    cutOff.abort();
    expect(await performed).toMatchObject({
      isEffectUnknown: true,
      retry: null,
      step: { outcome: 'unknown' },
    });
    expect(await counted()).toBe(1);
    answer.resolve();
  });

  test('sends nothing where its mark cannot be stored, and is not counted', async () => {
    await using server = await startMailServer();
    const { perform, counted } = await setUp(server.url);
    const onSending = () => Promise.reject(new Error('The mark is lost'));
    await expect(perform({}, { onSending })).rejects.toThrow('The mark is lost');
    expect(server.received).toEqual([]);
    expect(await counted()).toBe(0);
  });

  test.each([
    [550, null, 'The mail server refused the e-mail: it answered 550.'],
    [
      451,
      { isSafe: true, askedMs: null, isOutage: false },
      'The mail server did not take the e-mail now: it answered 451.',
    ],
  ])('that is answered %i is not counted, and its retry is %o', async (refuse, retry, message) => {
    await using server = await startMailServer({ refuse });
    const { perform, counted } = await setUp(server.url);
    expect(await perform()).toMatchObject({
      result: { kind: 'failed', message },
      step: { outcome: 'failed', error: message },
      status: refuse,
      retry,
      isEffectUnknown: false,
    });
    expect(await counted()).toBe(0);
  });

  test('waits for a server that is not there, without a mark', async () => {
    const server = await startMailServer();
    await server[Symbol.asyncDispose]();
    const { perform, marks, counted } = await setUp(server.url);
    expect(await perform()).toMatchObject({
      result: { kind: 'failed' },
      retry: { isSafe: true, isOutage: true },
      isEffectUnknown: false,
    });
    expect(marks).toEqual([]);
    expect(await counted()).toBe(0);
  });

  test('is refused with the sentence of a host, and is neither marked nor counted', async () => {
    await using server = await startMailServer();
    const { perform, marks, decisions, counted } = await setUp(server.url);
    const message = "Outbound request to 'sub.example.com' is not allowed";
    expect(await perform({ to: 'Ada@SUB.example.com' })).toMatchObject({
      result: { kind: 'refused', message },
      step: { outcome: 'refused', error: message },
    });
    expect(decisions).toMatchObject([
      {
        allowed: false,
        ground: 'host',
        host: 'sub.example.com',
        path: 'ada@sub.example.com',
        policyId: null,
      },
    ]);
    expect([server.received, marks, await counted()]).toEqual([[], [], 0]);
  });

  test('is refused once the e-mails of the day are used up, counted by all processes', async () => {
    await using server = await startMailServer();
    const { perform, decisions } = await setUp(server.url, { perDay: 3 });
    const results = await Promise.all(Array.from({ length: 8 }, () => perform()));
    expect(server.received).toHaveLength(3);
    const left = results.filter((one) => !('result' in one) || one.result.kind !== 'sent');
    expect(left).toHaveLength(5);
    expect(left[0]).toMatchObject({
      result: {
        kind: 'refused',
        message: 'This workspace has sent its 3 e-mails of today (UTC): the next one can be sent tomorrow.',
      },
      step: { outcome: 'failed' },
    });
    expect(decisions.filter(({ failure }) => failure === 'MAIL_LIMIT')).toHaveLength(5);
  });

  test.each([
    [{ to: 'ada@example.com, eve@example.com' }],
    [{ to: 'ada@example.com\r\nBcc: eve@example.com' }],
    [{ to: 'Ada <ada@example.com>' }],
    [{ subject: 'Hello\r\nBcc: eve@example.com' }],
    [{ subject: 'Hello\nBcc: eve@example.com' }],
    [{ subject: 'Hello\u2028Bcc: eve@example.com' }],
    [{ subject: ' ' }],
    [{ text: ' ' }],
  ])('with %j is invalid: nothing is sent', async (changed) => {
    await using server = await startMailServer();
    const { perform } = await setUp(server.url);
    expect(await perform(changed)).toMatchObject({
      result: { kind: 'refused' },
      step: { outcome: 'invalid' },
    });
    expect(server.received).toEqual([]);
  });

  test('takes neither a header nor another recipient from its text, and no image from its HTML', async () => {
    await using server = await startMailServer();
    const { perform } = await setUp(server.url);
    const html =
      '<p style="color:red">Paid <a href="https://shop.example/7" onclick="x()">7</a><img src="https://eve.example/?7"></p><script>x()</script>';
    const performed = await perform({
      text: '\r\n.\r\nRCPT TO:<eve@example.com>\r\nBcc: eve@example.com',
      html,
    });
    const simple = '<p>Paid <a href="https://shop.example/7">7</a></p>';
    expect(performed).toMatchObject({
      step: { details: [{}, {}, { label: 'HTML', value: simple }] },
    });
    expect(server.received).toMatchObject([{ to: ['ada@example.com'] }]);
    const [{ source } = { source: '' }] = server.received;
    const [head = ''] = source.split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(source.replaceAll('=3D', '=')).toContain(simple);
    expect(source).not.toContain('eve.example');
  });
});
