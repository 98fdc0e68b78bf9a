import { setTimeout as pause } from 'node:timers/promises';

import { expect } from 'vitest';
import { z } from 'zod';

import { ChatReply, ConversationPage } from '#capabilities/records.ts';
import { newOwner } from '#test/support/supervised.ts';
import { startOrderTarget } from '#test/support/target.ts';
import type { SharedService } from './shared-service.ts';

const key = 'key-of-the-target';
const readyWithinMs = 240_000;
const Agents = z.object({ items: z.array(z.object({ id: z.string() })) });

/** The result of one try for its caller: a reply, a refusal with its code, or nothing at all. */
type Tried = { readonly reply: ChatReply } | { readonly code: string } | { readonly lost: true };

/** A chat whose worker is killed, then its API, then both, each with a message under way and one that waits. */
export async function playChat({ service, url, dataDir }: SharedService): Promise<void> {
  await using target = await startOrderTarget({ key, answerAfterMs: 300 });
  const owner = await newOwner(url, dataDir);
  await owner.allow('127.0.0.1', key);
  const agentId = Agents.parse(await owner.manage('GET', '/agents')).items[0]!.id;
  const chat = `/agents/${agentId}/chat`;

  async function tryOnce(message: string, idempotencyKey: string, conversationId?: string): Promise<Tried> {
    const response = await fetch(`${url}/manage${chat}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ message, conversationId }),
    }).catch(() => null);
    const text = await response?.text().catch(() => undefined);
    if (response === null || text === undefined) return { lost: true };
    if (response.status === 200) return { reply: ChatReply.parse(JSON.parse(text)) };
    return { code: z.object({ code: z.string() }).parse(JSON.parse(text)).code };
  }

  /** As a client does that wants its answer: the same message again until there is one. */
  async function untilReplied(
    message: string,
    idempotencyKey: string,
    conversation?: string,
  ): Promise<ChatReply> {
    for (;;) {
      const tried = await tryOnce(message, idempotencyKey, conversation);
      if ('reply' in tried) return tried.reply;
      if ('code' in tried && tried.code !== 'REPLY_PENDING') expect(tried.code).toMatch(/_UNAVAILABLE$/);
      await pause(300);
    }
  }

  const post = (path: string, message: string) =>
    `POST ${target.url}${path} with JSON {"message": "${message}"}.`;
  const { conversationId } = await untilReplied(post('/orders', 'm0'), 'm0');
  const say = (id: string, path: string) => tryOnce(post(path, id), id, conversationId);
  const page = async () =>
    ConversationPage.parse(
      await owner.manage('GET', `/agents/${agentId}/conversations/${conversationId}?limit=200`),
    );
  const sentOf = (id: string) => target.seen.filter(({ body }) => body.includes(`"${id}"`)).length;

  /** One message whose request is under way, and one that waits behind it. */
  async function sayTwo(first: string, second: string, path: string) {
    const tried = [say(first, path)];
    await expect.poll(() => sentOf(first)).toBe(1);
    tried.push(say(second, '/orders'));
    const stored = async () => (await page()).items.map(({ message }) => message);
    await expect.poll(stored).toContain(post('/orders', second));
    const waiting = (await page()).items.find(({ message }) => message === post('/orders', second));
    expect(waiting).toMatchObject({ outcome: 'running', startedAt: null, reply: null });
    return tried;
  }

  async function kill(names: readonly ('api' | 'worker')[]): Promise<void> {
    const titles = { api: 'The API', worker: 'The worker' };
    // Each beyond those that it told of before.
    const again = names.map((name) => {
      const told = service.output().split(`\n${titles[name]} runs again.\n`).length - 1;
      return new RegExp(`(^${titles[name]} runs again\\.$[^]*){${told + 1}}`, 'm');
    });
    const pids = await service.children();
    for (const name of names) process.kill(pids[name]!, 'SIGKILL');
    await Promise.all(again.map(service.printed));
    const isReady = async () =>
      await fetch(`${url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await expect.poll(isReady, { timeout: readyWithinMs }).toBe(true);
  }

  // The worker dies with a request on its way: nobody knows whether it arrived, and the callers hear so.
  const [m1, m2] = await sayTwo('m1', 'm2', '/held/worker');
  await kill(['worker']);
  expect(await m1).toMatchObject({
    reply: { outcome: 'unknown_effect', reply: expect.stringContaining('may or may not have arrived') },
  });
  expect(await m2).toMatchObject({ reply: { outcome: 'succeeded' } });

  // The API dies: its callers get nothing, the work goes on, and the same message again brings the reply.
  const [m3, m4] = await sayTwo('m3', 'm4', '/held/api');
  await kill(['api']);
  expect(await Promise.all([m3, m4])).toEqual([{ lost: true }, { lost: true }]);
  target.release('/held/api');
  const again = await Promise.all([
    untilReplied(post('/held/api', 'm3'), 'm3', conversationId),
    untilReplied(post('/orders', 'm4'), 'm4', conversationId),
  ]);
  expect(again.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded']);

  // Both at once.
  const lost = await sayTwo('m5', 'm6', '/held/both');
  await kill(['api', 'worker']);
  await Promise.all(lost);
  await untilReplied(post('/held/both', 'm5'), 'm5', conversationId);
  await untilReplied(post('/orders', 'm6'), 'm6', conversationId);

  // And the conversation goes on, with everything that was said in it.
  expect(await untilReplied(post('/orders', 'm7'), 'm7', conversationId)).toMatchObject({
    outcome: 'succeeded',
  });
  const { items } = await page();
  const told = items.toReversed().map(({ message, outcome }) => [/"(m\d)"/.exec(message)?.[1], outcome]);
  expect(told.map(([id]) => id)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']);
  for (const [id, outcome] of told) {
    expect([id, outcome]).toEqual([id, expect.stringMatching(/^(succeeded|unknown_effect)$/)]);
    if (outcome === 'succeeded') expect([id, sentOf(id!)]).toEqual([id, 1]);
    else expect(sentOf(id!)).toBeLessThanOrEqual(1);
  }
  expect(target.refused).toEqual([]);
  const list = (await owner.manage('GET', `/agents/${agentId}/conversations`)) as { items: object[] };
  expect(list.items).toMatchObject([{ conversationId, agentId }]);
}
