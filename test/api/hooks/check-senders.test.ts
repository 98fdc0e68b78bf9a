import { createHash } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { hashOfToken } from '#domain/token.ts';
import { senders } from '#senders/index.ts';
import type { Sender, SenderSample } from '#senders/sender.ts';
import { keys } from '#store/records/index.ts';
import { publishedKeys } from '#test/core/senders/samples/published-keys.ts';
import { redisContent } from '#test/support/redis-content.ts';
import { startApi } from '#test/support/service.ts';

/** The address that the samples were signed for. */
const publicUrl = 'https://hooks.example.com';
const token = 'token';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(
    { PUBLIC_URL: publicUrl },
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
afterAll(() => api[Symbol.asyncDispose]());

type Request = Pick<SenderSample, 'headers' | 'body'>;
interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
/** A mistake of a sender: the request with it, null where this sender cannot make it, and whether the answer names it. */
interface Defect {
  readonly what: string;
  readonly of: (sender: Sender) => Request | null;
  readonly isNamed: (answer: Answer) => boolean;
  readonly settings?: (sender: Sender) => object;
  /** After the moment of the sample. */
  readonly lateMs?: number;
}

const proofPattern = /signature|hmac|x-trello-webhook|token|authorization|transmission-sig/;
const proofOf = ({ sample }: Sender): string | undefined =>
  Object.keys(sample.headers).find((name) => proofPattern.test(name) && !/timestamp|idempotency/.test(name));
const digestPattern = /[0-9a-f]{40,128}|[A-Za-z0-9+/]{27,86}={1,2}/;

/** The sample with its proof written anew; null where the proof is no digest in a header. */
function withDigest(sender: Sender, write: (digest: string) => string): Request | null {
  const name = proofOf(sender);
  const value = name === undefined ? undefined : sender.sample.headers[name];
  if (name === undefined || value === undefined || sender.verify?.signsContent !== true) return null;
  if (!digestPattern.test(value)) return null;
  const headers = { ...sender.sample.headers, [name]: value.replace(digestPattern, write) };
  return { headers, body: sender.sample.body };
}

const isHex = (digest: string) => /^[0-9a-f]+$/.test(digest);
const bytesOf = (digest: string) => Buffer.from(digest, isHex(digest) ? 'hex' : 'base64');
const spelled = (bytes: Buffer, like: string) => bytes.toString(isHex(like) ? 'hex' : 'base64');
const says =
  (words: RegExp) =>
  ({ status, body }: Answer): boolean =>
    status === 422 && Object.keys(body).join() === 'signature' && words.test(String(body['signature']));

const json = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as never) : null;
  } catch {
    return null;
  }
};
/** A member of the body that a condition may need. */
const memberOf = ({ sample: { body } }: Sender): string | undefined =>
  Object.entries(json(body) ?? {}).find(([name, value]) => /^[a-z_]\w*$/i.test(name) && value !== null)?.[0];
const unsigned = { signingSecret: null };
const needing = (sender: Sender) => ({ ...unsigned, condition: `string(body.${memberOf(sender)}) != ""` });

const defects: readonly Defect[] = [
  {
    what: 'another secret',
    settings: ({ sample }) => ({ signingSecret: `other-${sample.secret}` }),
    of: ({ sample }) => sample,
    isNamed: says(/^wrong: .*another secret/),
  },
  {
    what: 'no signature',
    of: (sender) => {
      const proof = proofOf(sender);
      const headers = Object.entries(sender.sample.headers).filter(([name]) => name !== proof);
      return proof === undefined ? null : { headers: Object.fromEntries(headers), body: sender.sample.body };
    },
    isNamed: says(/^missing: (It has no [\w-]+|It looks like)/),
  },
  {
    what: 'an old moment',
    lateMs: 86_400_000,
    of: ({ sample, verify }) => (verify?.toleranceMs == null ? null : sample),
    isNamed: says(/^expired: .*86400 seconds old/),
  },
  {
    what: 'a body that was changed after it was signed',
    of: ({ sample, verify }) =>
      verify?.signsContent === true
        ? { headers: sample.headers, body: sample.body.replace(/\d(?=\D*$)/, 'x') }
        : null,
    isNamed: says(/^wrong: .*another body/),
  },
  {
    what: 'a body that a proxy wrote anew',
    of: ({ sample, verify }) =>
      verify?.signsContent === true ? { headers: sample.headers, body: `${sample.body}\n` } : null,
    isNamed: says(/^wrong: .*(Its body was changed on its way|another body)/),
  },
  {
    what: 'another algorithm',
    of: (sender) =>
      withDigest(sender, (digest) => {
        const name = bytesOf(digest).byteLength === 20 ? 'sha256' : 'sha1';
        return spelled(createHash(name).update(sender.sample.body).digest(), digest);
      }),
    isNamed: says(/^wrong: .*(in another way|with SHA)/),
  },
  {
    what: 'another encoding',
    of: (sender) =>
      withDigest(sender, (digest) => bytesOf(digest).toString(isHex(digest) ? 'base64' : 'hex')),
    isNamed: says(/^wrong: .*(in another way|in hexadecimal, not|in base64, not)/),
  },
  {
    what: 'the signature of another address or body',
    of: (sender) =>
      withDigest(sender, (digest) => spelled(Buffer.from(bytesOf(digest).map((byte) => byte ^ 1)), digest)),
    isNamed: says(/^wrong: .*another body or address/),
  },
  {
    what: 'no event id',
    settings: () => unsigned,
    of: ({ sample: { headers, body } }) => ({
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
      body: json(body) === null ? 'text' : '{"a":1}',
    }),
    isNamed: ({ body }) => ['payload', 'delivery'].includes(String(body['eventIdSource'])),
  },
  {
    what: 'no field that the condition needs',
    settings: needing,
    of: (sender) => {
      const member = memberOf(sender);
      if (member === undefined) return null;
      const { [member]: _, ...rest } = json(sender.sample.body) ?? {};
      return { headers: sender.sample.headers, body: JSON.stringify(rest) };
    },
    isNamed: ({ status, body }) => status === 422 && (body['missing'] as string[]).length > 0,
  },
  {
    what: 'broken JSON',
    settings: needing,
    of: (sender) =>
      memberOf(sender) === undefined
        ? null
        : { headers: sender.sample.headers, body: sender.sample.body.slice(0, -1) },
    isNamed: ({ status, body }) => status === 422 && /JSON/.test(String(body['reason'])),
  },
];

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
  return { change, workspaceId: owner.workspace.id };
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
function at(moment: string, lateMs = 0): void {
  ticks += 200;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) + lateMs + ticks });
}

const counted = /:requests$|refused:/;
async function kept(): Promise<Readonly<Record<string, string>>> {
  const content = await redisContent(api.redis);
  return Object.fromEntries([...content].filter(([key]) => !counted.test(key)).toSorted());
}

describe('checks of every sender that signs', () => {
  test('name at least 95 % of its mistakes, and keep nothing', { timeout: 300_000 }, async () => {
    const hook = await hookAtToken();
    const tried: {
      readonly sender: string;
      readonly what: string;
      readonly answer: Answer;
      readonly isNamed: boolean;
    }[] = [];
    const effects: string[] = [];
    for (const sender of signing) {
      const right = { sender: sender.id, signingSecret: sender.sample.secret, filter: null, condition: null };
      for (const { what, of, isNamed, settings, lateMs } of defects) {
        const request = of(sender);
        if (request === null) continue;
        vi.useRealTimers();
        await hook.change({ sender: 'generic', signingSecret: null });
        await hook.change({ ...right, ...settings?.(sender) });
        const before = await kept();
        at(sender.sample.sentAt, lateMs);
        const answer = await check(sender, request);
        vi.useRealTimers();
        const after = await kept();
        if (JSON.stringify(after) !== JSON.stringify(before)) effects.push(`${sender.id}: ${what}`);
        tried.push({ sender: sender.id, what, answer, isNamed: isNamed(answer) });
      }
    }
    const unnamed = tried.filter(({ isNamed }) => !isNamed);
    console.log(
      tried.length,
      unnamed.length,
      JSON.stringify(
        unnamed.map((u) => [u.sender, u.what, u.answer]),
        null,
        0,
      ),
    );
    expect(effects).toEqual([]);
    expect(tried.length).toBeGreaterThan(250);
    expect(unnamed.length / tried.length).toBeLessThan(0.05);
  });
});
