import { expect, test } from 'vitest';

import { manage, status } from '#test/bin/started-service.ts';
import { startReveille } from '#test/support/reveille.ts';
import { currentRelease, releases } from '#test/support/releases.ts';
import { until } from '#test/support/until.ts';
import { recordDataFolder } from './upgrade/record-data-folder.ts';
import { unpackFolder } from './upgrade/stored-folder.ts';
import { startTarget } from './upgrade/target.ts';

if (process.env['RECORD_RELEASE']) await recordDataFolder(await currentRelease());

const settings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', METRICS_PORT: '0', PORT: '0' };
const patience = { timeoutMs: 120_000, everyMs: 200 };

async function post(url: string, eventId: string) {
  const headers = { 'content-type': 'application/json', 'x-service-event-id': eventId };
  const response = await fetch(url, { method: 'POST', headers, body: '{"event":"order.created"}' });
  return (await response.json()) as { readonly status?: string; readonly deliveryId: string };
}

test.each(await releases())(
  'a data folder of release %s is started: it takes a delivery at once, runs it, and ends what was under way',
  async (release) => {
    const { dataDir, token, done, open } = await unpackFolder(release);
    expect([...done, ...open].length).toBeGreaterThan(10);
    await using target = await startTarget();
    await using service = startReveille(dataDir, settings);
    const [, url = ''] = await service.printed(/^ready: (\S+)$/m);
    expect(await status(`${url}/readyz`)).toBe(200);

    const fresh = await post(url + done[0]!.hook, 'evt-new');
    expect(fresh.status).toBe('accepted');
    const ended = async (deliveryId: string) =>
      await until(
        `the end of ${deliveryId}`,
        async () => {
          const { outcome } = await manage({ url, token }, 'GET', `/deliveries/${deliveryId}`);
          return outcome !== 'running' && outcome;
        },
        patience,
      );
    expect(await ended(fresh.deliveryId)).toBe('succeeded');
    expect(target.bodies('/orders')).toEqual(['{"event":"order.created"}']);

    for (const { hook, eventId, deliveryId } of [...done, ...open])
      expect(await post(url + hook, eventId)).toMatchObject({ status: 'duplicate', deliveryId });
    const outcomes = await Promise.all(open.map(({ deliveryId }) => ended(deliveryId)));
    // Their first requests had arrived, and are not sent a second time.
    expect(outcomes).toEqual(open.map(() => 'unknown_effect'));
    expect(target.bodies('/slow')).toEqual([]);
  },
);
