import { isDeepStrictEqual } from 'node:util';

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { hashOfToken } from '#domain/token.ts';
import { senders } from '#senders/index.ts';
import type { Sender } from '#senders/sender.ts';
import { keys } from '#store/records/index.ts';
import { publishedKeys } from '#test/core/senders/samples/published-keys.ts';
import { startOwnRedis } from '#test/support/own-redis.ts';
import { redisContent } from '#test/support/redis-content.ts';
import { startApi } from '#test/support/service.ts';
import { type Answer, mistakes, type Request } from './sender-mistakes.ts';

/** The address that the samples were signed for. */
const publicUrl = 'https://hooks.example.com';
const token = 'token';

let redis: Awaited<ReturnType<typeof startOwnRedis>>;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  redis = await startOwnRedis();
  api = await startApi(
    { PUBLIC_URL: publicUrl, REDIS_URL: redis.url },
    {
      fetchPublic: (url) =>
        Promise.resolve({
          kind: 'fetched',
          status: 200,
          bytes: Buffer.from(publishedKeys.get(url) ?? ''),
          contentType: 'text/plain',
        }),
    },
  );
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

const signing = senders
  .filter(({ verify, sample }) => verify !== null && sample.secret !== undefined)
  .toSorted((one, other) => one.sample.sentAt.localeCompare(other.sample.sentAt));

async function hookAtToken() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  await api.redis.hSet(keys.hook(hashOfToken(token)), {
    workspaceId: owner.workspace.id,
    automationId: automation.id,
  });
  const change = async (settings: object) => {
    const response = await owner.manage('PATCH', `/automations/${automation.id}`, settings);
    expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, '']);
  };
  let last = '';
  /** A secret that another one took the place of counts for a day: it goes with its sender. */
  const changeTo = async (settings: object) => {
    if (JSON.stringify(settings) === last) return;
    last = JSON.stringify(settings);
    await change({ sender: 'generic', signingSecret: null, condition: null });
    await change(settings);
  };
  return { changeTo };
}

const query = ({ sample }: Sender) => (sample.url === undefined ? '' : new URL(sample.url).search);

/** Published keys are asked for when they are first named. */
async function check(sender: Sender, { headers, body }: Request): Promise<Answer> {
  const send = async () => {
    const url = `${api.url}/hooks/${token}/check${query(sender)}`;
    const response = await fetch(url, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  let answer = await send();
  await expect
    .poll(async () => (answer.status === 503 ? (answer = await send()) : answer).status)
    .not.toBe(503);
  return answer;
}

/** Each request at a moment of its own, so that each is looked at in full. */
let ticks = 0;
function at(moment: string, lateMs: number): void {
  ticks += 200;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) + lateMs + ticks });
}

/** Everything in Redis but the counts of requests, which end by themselves. */
async function kept(): Promise<ReadonlyMap<string, string>> {
  const content = await redisContent(api.redis);
  return new Map([...content].filter(([key]) => !/^quota:|:requests$/.test(key)));
}

test(
  'checks of every sender that signs name its mistakes, and keep nothing',
  { timeout: 600_000 },
  async () => {
    const { changeTo } = await hookAtToken();
    const tried: { readonly what: string; readonly answer: Answer; readonly isNamed: boolean }[] = [];
    const effects: string[] = [];
    for (const sender of signing) {
      const { sample, verify } = sender;
      for (const { what, of, isNamed, settings, isLate } of mistakes) {
        const request = of(sender);
        if (request === null) continue;
        await changeTo({ sender: sender.id, signingSecret: sample.secret!, ...settings?.(sender) });
        const before = await kept();
        at(sample.sentAt, isLate ? (verify?.toleranceMs ?? 0) + 3_600_000 : 0);
        const answer = await check(sender, request);
        vi.useRealTimers();
        const name = `${sender.id}: ${what}`;
        if (!isDeepStrictEqual(await kept(), before)) effects.push(name);
        tried.push({ what: name, answer, isNamed: isNamed(answer) });
      }
    }
    expect(effects).toEqual([]);
    expect(tried.length).toBeGreaterThan(540);
    // The body of Amazon SNS is a text; where it is cut there are no fields.
    const unnamed = tried.filter(({ isNamed }) => !isNamed);
    expect(unnamed.map(({ what }) => what)).toEqual(['aws-sns: broken JSON']);
  },
);
