import { cp } from 'node:fs/promises';
import path from 'node:path';

import { expect } from 'vitest';

import { manage, wake } from '#test/bin/started-service.ts';
import { until } from '#test/support/until.ts';
import { patience, startOn } from './started.ts';
import { askedAgainLate, type Target } from './target.ts';

export interface Shop {
  readonly id: string;
  readonly url: string;
}
export interface Accepted {
  readonly status: string;
  readonly deliveryId: string;
}
export type Copies = Awaited<ReturnType<typeof playCopies>>;

/**
 * Two copies of one installation: the service of the first was stopped, and goes on on a copy of its folder. Between them two
 * runs ended, and three deliveries came.
 */
export async function playCopies(folder: string, target: Target) {
  const [older, newer] = [path.join(folder, 'older'), path.join(folder, 'newer')];
  const first = await playFirst(older, target);
  await cp(older, newer, { recursive: true });
  const second = await playSecond(newer, first, target);
  return { older, newer, ...first, ...second, sent: { ...first.sent, ...second.sent } };
}

async function playFirst(dataDir: string, target: Target) {
  await using started = await startOn(dataDir);
  const { service, owner, hookOf, outcomeOf, ended } = started;
  const agents = (await manage(owner, 'GET', '/agents'))['items'] as readonly { readonly id: string }[];
  await manage(owner, 'POST', `/agents/${agents[0]?.id}/network-access`, { domain: '127.0.0.1' });
  await manage(owner, 'POST', '/secrets', { name: 'key', value: 'key-of-orders', domains: ['127.0.0.1'] });
  const shop = async (asked: string, more = '') =>
    (await manage(owner, 'POST', '/automations', {
      name: 'Orders',
      instructions: `POST the event to ${target.url}${asked}${more}.`,
    })) as unknown as Shop;
  const shops = {
    a: await shop('/a'),
    b: await shop('/b'),
    open: await shop(askedAgainLate, ' with header X-API-Key: {{secret.key}}'),
    hello: new URL(owner.hookUrl).pathname,
  };
  const done = await wake(owner.hookUrl, 'evt-done');
  expect(await ended(done.deliveryId)).toBe('succeeded');
  const a = await wake(hookOf(shops.a.url), 'evt-a');
  await until('the first try at /a', () => target.tries('/a') > 0, patience);
  const open = await wake(hookOf(shops.open.url), 'evt-open');
  await until('the first try that comes again late', () => target.tries(askedAgainLate) > 0, patience);
  expect(await outcomeOf(open.deliveryId)).toBe('running');
  return { shops, sent: { done, a, open }, stoppedWith: await service.stop() };
}

async function playSecond(
  dataDir: string,
  { shops, sent: { a, open } }: Awaited<ReturnType<typeof playFirst>>,
  target: Target,
) {
  // Before the start, which may take longer than the request waits.
  target.open(askedAgainLate);
  await using started = await startOn(dataDir);
  const { owner, service, hookOf, ended } = started;
  target.open('/a');
  const again = [await wake(owner.hookUrl, 'evt-done'), await wake(hookOf(shops.open.url), 'evt-open')];
  expect(await ended(a.deliveryId)).toBe('succeeded');
  const between = await wake(owner.hookUrl, 'evt-between');
  const endedElsewhere = [await ended(between.deliveryId), await ended(open.deliveryId)];
  const b = await wake(hookOf(shops.b.url), 'evt-b');
  await until('the first try at /b', () => target.tries('/b') > 0, patience);
  const { worker } = await service.children();
  // It takes nothing any more, and is killed with the stop.
  process.kill(worker!, 'SIGSTOP');
  const unbegun = await wake(owner.hookUrl, 'evt-unbegun');
  expect(unbegun.status).toBe('accepted');
  return { again, endedElsewhere, keys: target.keys(askedAgainLate), sent: { between, b, unbegun } };
}
