import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { workflowIdOf } from '#domain/run-id.ts';
import { manage, wake } from '#test/bin/started-service.ts';
import { folderOfFile, newDataDir } from '#test/support/temporary-folder.ts';
import { type Accepted, type Copies, playCopies, type Shop } from './restored-stores/play-copies.ts';
import { type Started, startOn } from './restored-stores/started.ts';
import { startTarget, type Target } from './restored-stores/target.ts';

const folder = folderOfFile('reveille-restored-');
let target: Target;
let copies: Copies;
let shops: Copies['shops'];
let sent: Copies['sent'];
beforeAll(async () => {
  target = await startTarget();
  copies = await playCopies(folder(), target);
  ({ shops, sent } = copies);
});
afterAll(() => target.stop());

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

const idsOf = ({ done, a, between }: Copies['sent']) => [done.deliveryId, a.deliveryId, between.deliveryId];

test('a copy of the stopped data folder goes on elsewhere: nothing accepted is lost or done twice', () => {
  expect(copies.stoppedWith).toBe(0);
  expect(copies.again).toMatchObject(
    [sent.done, sent.open].map(({ deliveryId }) => ({ status: 'duplicate', deliveryId })),
  );
  expect([sent.open.status, sent.between.status]).toEqual(['accepted', 'accepted']);
  expect(copies.endedElsewhere).toEqual(['succeeded', 'succeeded']);
  expect(copies.keys).toEqual(['key-of-orders', 'key-of-orders']);
});

test('a Redis that is newer than Temporal: what ended stays so, what had begun has failed, what had not is run', async () => {
  target.close('/b');
  await using started = await startOn(await restored({ redis: copies.newer, temporal: copies.older }));
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
  await using started = await startOn(await restored({ redis: copies.older, temporal: copies.newer }));
  const { owner, hookOf, outcomeOf, ended, sweptUp } = started;
  const [effectsA, effectsB] = [target.effects('/a'), target.effects('/b')];

  // Redis takes the run of /a for open; Temporal knows how it ended.
  expect(await sweptUp(sent.a.deliveryId)).toBe('succeeded');
  expect(await outcomeOf(sent.done.deliveryId)).toBe('succeeded');
  // A delivery that was accepted since has no record, and its run does nothing.
  await expect(workflowOf(started, shops.b, 'evt-b').result()).rejects.toMatchObject({
    name: 'WorkflowFailedError',
  });
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
