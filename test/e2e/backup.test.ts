import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { manage, wake } from '../bin/started-service.ts';
import { startReveille } from '../support/reveille.ts';
import { newDataDir } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** Processes nothing until it is open, and asks to come again in half a minute. */
async function startTarget() {
  const seen: string[] = [];
  let isOpen = false;
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${String(request.headers['x-api-key'])}`);
    response.writeHead(isOpen ? 201 : 503, isOpen ? {} : { 'retry-after': '30' });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    open: () => void (isOpen = true),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Owner = Awaited<ReturnType<ReturnType<typeof startReveille>['ready']>>;

const outcomeOf = async (owner: Owner, deliveryId: string) =>
  (await manage(owner, 'GET', `/deliveries/${deliveryId}`))['outcome'] as string | undefined;

const ended = async (owner: Owner, deliveryId: string) =>
  await until(
    `the end of ${deliveryId}`,
    async () => {
      const outcome = await outcomeOf(owner, deliveryId);
      return outcome !== undefined && outcome !== 'running' && outcome;
    },
    { timeoutMs: 120_000 },
  );

const hookOf = ({ url }: Owner, address: string) => url + new URL(address).pathname;

test('a copy of the stopped data folder goes on elsewhere: nothing accepted is lost or done twice', async ({
  onTestFinished,
}) => {
  const settings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8' };
  const [dataDir, copied] = [await newDataDir(onTestFinished), await newDataDir(onTestFinished)];
  await using target = await startTarget();
  await using first = startReveille(dataDir, settings);
  const before = await first.ready();
  const done = await wake(before.hookUrl, 'evt-1');
  expect(await ended(before, done.deliveryId)).toBe('succeeded');
  const agents = (await manage(before, 'GET', '/agents'))['items'] as readonly { readonly id: string }[];
  await manage(before, 'POST', `/agents/${agents[0]?.id}/network-access`, { domain: '127.0.0.1' });
  await manage(before, 'POST', '/secrets', { name: 'key', value: 'key-of-orders', domains: ['127.0.0.1'] });
  const orders = await manage(before, 'POST', '/automations', {
    name: 'Orders',
    instructions: `POST the event to ${target.url}/orders with header X-API-Key: {{secret.key}}.`,
  });
  const open = await wake(hookOf(before, String(orders['url'])), 'evt-2');
  expect(open.status).toBe('accepted');
  await until('the first try', () => target.seen.length > 0, { timeoutMs: 60_000 });
  expect(await outcomeOf(before, open.deliveryId)).toBe('running');
  expect(await first.stop()).toBe(0);

  await cp(dataDir, copied, { recursive: true });
  target.open();
  await using second = startReveille(copied, settings);
  const after = await second.ready();
  expect(await wake(after.hookUrl, 'evt-1')).toMatchObject({
    status: 'duplicate',
    deliveryId: done.deliveryId,
  });
  expect(await wake(hookOf(after, String(orders['url'])), 'evt-2')).toMatchObject({
    status: 'duplicate',
    deliveryId: open.deliveryId,
  });
  expect(await ended(after, open.deliveryId)).toBe('succeeded');
  expect(target.seen).toEqual(['/orders key-of-orders', '/orders key-of-orders']);
  const later = await wake(after.hookUrl, 'evt-3');
  expect([later.status, await ended(after, later.deliveryId)]).toEqual(['accepted', 'succeeded']);
}, 300_000);
