import { cp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { taskQueues } from '../../domain/task-queues.ts';
import { workflowIdOf } from '../../domain/run-id.ts';
import { sweepScheduleId } from '../../temporal/sweep-schedule.ts';
import { manage, wake } from '../bin/started-service.ts';
import { portOfTemporal } from '../storm/service/second-settings.ts';
import { startReveille } from '../support/reveille.ts';
import { folderOfFile, newDataDir } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const settings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', METRICS_PORT: '0' };
const patience = { timeoutMs: 120_000, everyMs: 500 };

/** Two paths that process nothing until they are open; tells what each answered. */
async function startTarget() {
  const open = new Set<string>();
  const answers: { readonly path: string; readonly status: number }[] = [];
  const server = createServer((request, response) => {
    const asked = request.url ?? '';
    const status = open.has(asked) ? 201 : 503;
    answers.push({ path: asked, status });
    response.writeHead(status, status === 503 ? { 'retry-after': '3' } : {});
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    open: (asked: string) => void open.add(asked),
    close: (asked: string) => void open.delete(asked),
    tries: (asked: string) => answers.filter(({ path: seen }) => seen === asked).length,
    /** How often the target did something. */
    effects: (asked: string) =>
      answers.filter(({ path: seen, status }) => seen === asked && status === 201).length,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A running service, and what an operator and a sender can do with it. */
async function startOn(dataDir: string) {
  const service = startReveille(dataDir, settings);
  const owner = await service.ready();
  const { temporal } = await service.children();
  const connection = await Connection.connect({ address: `127.0.0.1:${portOfTemporal(temporal!)}` });
  const client = new Client({ connection });
  const outcomeOf = async (deliveryId: string) =>
    (await manage(owner, 'GET', `/deliveries/${deliveryId}`))['outcome'] as string | undefined;
  return {
    service,
    owner,
    client,
    outcomeOf,
    hookOf: (address: string) => owner.url + new URL(address).pathname,
    ended: async (deliveryId: string) =>
      await until(
        `the end of ${deliveryId}`,
        async () => {
          const outcome = await outcomeOf(deliveryId);
          return outcome !== undefined && outcome !== 'running' && outcome;
        },
        patience,
      ),
    /** Sweeps until the run has ended: a sweep that is asked for while another one runs does nothing. */
    sweptUp: async (deliveryId: string) =>
      await until(
        `the end of ${deliveryId} by a sweep`,
        async () => {
          await client.schedule.getHandle(sweepScheduleId(taskQueues.runs)).trigger();
          const outcome = await outcomeOf(deliveryId);
          return outcome !== undefined && outcome !== 'running' && outcome;
        },
        { ...patience, everyMs: 3_000 },
      ),
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await service.stop();
    },
  };
}

type Started = Awaited<ReturnType<typeof startOn>>;
interface Shop {
  readonly id: string;
  readonly url: string;
}
interface Accepted {
  readonly status: string;
  readonly deliveryId: string;
}

const folder = folderOfFile('reveille-restored-');
const [older, newer] = [() => path.join(folder(), 'older'), () => path.join(folder(), 'newer')];
let target: Awaited<ReturnType<typeof startTarget>>;
/** Automations that post to a path of the target each, and one that posts nowhere. */
let shops: { readonly a: Shop; readonly b: Shop; readonly hello: string };
let sent: Readonly<Record<'done' | 'a' | 'between' | 'b' | 'unbegun', Accepted>>;

/** Two copies of one installation: between them one run ended, and three deliveries came. */
beforeAll(async () => {
  target = await startTarget();
  const dataDir = path.join(folder(), 'data');
  const first = await playUntilFirstCopy(dataDir);
  await cp(dataDir, older(), { recursive: true });
  const rest = await playUntilSecondCopy(dataDir, first.a.deliveryId);
  await cp(dataDir, newer(), { recursive: true });
  sent = { ...first, ...rest };
});
afterAll(() => target.stop());

async function playUntilFirstCopy(dataDir: string) {
  await using started = await startOn(dataDir);
  const { owner, hookOf, ended } = started;
  const agents = (await manage(owner, 'GET', '/agents'))['items'] as readonly { readonly id: string }[];
  await manage(owner, 'POST', `/agents/${agents[0]?.id}/network-access`, { domain: '127.0.0.1' });
  const shop = async (asked: string) =>
    (await manage(owner, 'POST', '/automations', {
      name: 'Orders',
      instructions: `POST the event to ${target.url}${asked}.`,
    })) as unknown as Shop;
  shops = { a: await shop('/a'), b: await shop('/b'), hello: new URL(owner.hookUrl).pathname };
  const done = await wake(owner.hookUrl, 'evt-done');
  expect(await ended(done.deliveryId)).toBe('succeeded');
  const a = await wake(hookOf(shops.a.url), 'evt-a');
  await until('the first try at /a', () => target.tries('/a') > 0, patience);
  return { done, a };
}

async function playUntilSecondCopy(dataDir: string, openId: string) {
  await using started = await startOn(dataDir);
  const { owner, service, hookOf, ended } = started;
  target.open('/a');
  expect(await ended(openId)).toBe('succeeded');
  const between = await wake(owner.hookUrl, 'evt-between');
  expect(await ended(between.deliveryId)).toBe('succeeded');
  const b = await wake(hookOf(shops.b.url), 'evt-b');
  await until('the first try at /b', () => target.tries('/b') > 0, patience);
  const { worker } = await service.children();
  // It takes nothing any more, and is killed with the stop.
  process.kill(worker!, 'SIGSTOP');
  const unbegun = await wake(owner.hookUrl, 'evt-unbegun');
  expect(unbegun.status).toBe('accepted');
  return { between, b, unbegun };
}

/** The data folder of one copy with the Redis or the Temporal of the other. */
async function restored(of: { readonly redis: string; readonly temporal: string }): Promise<string> {
  const dataDir = await newDataDir();
  await cp(of.temporal, dataDir, { recursive: true });
  for (const name of await readdir(dataDir))
    if (name === 'redis') await rm(path.join(dataDir, name), { recursive: true });
  await cp(path.join(of.redis, 'redis'), path.join(dataDir, 'redis'), { recursive: true });
  return dataDir;
}

const workflowOf = ({ client }: Started, { id }: Shop, eventId: string) =>
  client.workflow.getHandle(workflowIdOf(id, `id/${eventId}`));

const idsOf = ({ done, a, between }: typeof sent) => [done.deliveryId, a.deliveryId, between.deliveryId];

test('a Redis that is newer than Temporal: what ended stays so, what had begun has failed, what had not is run', async () => {
  target.close('/b');
  await using started = await startOn(await restored({ redis: newer(), temporal: older() }));
  const { owner, hookOf, outcomeOf, ended, sweptUp } = started;
  const [effectsA, triesB] = [target.effects('/a'), target.tries('/b')];

  // Temporal takes the run of /a for open and goes on with it; its record says that it is over.
  await workflowOf(started, shops.a, 'evt-a').result();
  expect(target.effects('/a')).toBe(effectsA);
  expect(await Promise.all(idsOf(sent).map(outcomeOf))).toEqual(['succeeded', 'succeeded', 'succeeded']);

  expect(await sweptUp(sent.b.deliveryId)).toBe('failed');
  const { reason } = await manage(owner, 'GET', `/deliveries/${sent.b.deliveryId}`);
  expect(reason).toBe('The run ended without a result.');
  expect(target.tries('/b')).toBe(triesB);
  expect(await sweptUp(sent.unbegun.deliveryId)).toBe('succeeded');

  const again = [
    await wake(owner.hookUrl, 'evt-between'),
    await wake(owner.hookUrl, 'evt-unbegun'),
    await wake(hookOf(shops.a.url), 'evt-a'),
    await wake(hookOf(shops.b.url), 'evt-b'),
  ];
  const known = [sent.between, sent.unbegun, sent.a, sent.b];
  expect(again).toMatchObject(known.map(({ deliveryId }) => ({ status: 'duplicate', deliveryId })));
  // Its owner replays what failed.
  target.open('/b');
  const replay = await manage(owner, 'POST', `/deliveries/${sent.b.deliveryId}/replay`);
  expect(await ended(String(replay['deliveryId']))).toBe('succeeded');
  expect(target.effects('/b')).toBe(1);
}, 300_000);

test('a Temporal that is newer than Redis: what ended is known, what came since is gone, and nothing is done twice', async () => {
  target.open('/b');
  await using started = await startOn(await restored({ redis: older(), temporal: newer() }));
  const { owner, hookOf, outcomeOf, ended, sweptUp } = started;
  const [effectsA, effectsB] = [target.effects('/a'), target.effects('/b')];

  // Redis takes the run of /a for open; Temporal knows how it ended.
  expect(await sweptUp(sent.a.deliveryId)).toBe('succeeded');
  expect(await outcomeOf(sent.done.deliveryId)).toBe('succeeded');
  // What was accepted since has no record, and its run does nothing.
  await expect(workflowOf(started, shops.b, 'evt-b').result()).rejects.toThrow();
  const codes = async ({ deliveryId }: Accepted) =>
    (await manage(owner, 'GET', `/deliveries/${deliveryId}`))['code'];
  expect(await Promise.all([sent.between, sent.b, sent.unbegun].map(codes))).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
  ]);
  expect([target.effects('/a'), target.effects('/b')]).toEqual([effectsA, effectsB]);

  expect(await wake(hookOf(shops.a.url), 'evt-a')).toMatchObject({ status: 'duplicate' });
  // Their runs had begun: Temporal refuses them, although there is no record any more.
  expect(await wake(owner.hookUrl, 'evt-between')).toMatchObject({ status: 'duplicate' });
  expect(await wake(hookOf(shops.b.url), 'evt-b')).toMatchObject({ status: 'duplicate' });
  expect(await Promise.all([sent.between, sent.b].map(codes))).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  // Its run had not, and waits for it.
  expect(await wake(owner.hookUrl, 'evt-unbegun')).toMatchObject({ deliveryId: sent.unbegun.deliveryId });
  expect(await ended(sent.unbegun.deliveryId)).toBe('succeeded');
  expect([target.effects('/a'), target.effects('/b')]).toEqual([effectsA, effectsB]);
}, 300_000);
