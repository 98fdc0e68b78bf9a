import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';
import { createPreviewUsage } from '#store/previews.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis(inject('redisUrl'), () => {});
});
afterAll(() => redis.close());

/** Each test lives on a day of its own, since all clients of a day share one budget. */
let days = 0;
function setUp({ freePerDay = 3, perDay = 1_000 } = {}) {
  days += 1;
  let atMs = Date.UTC(3_000, 0, 1) + (days + Math.floor(Math.random() * 1e6)) * 86_400_000 + 43_200_000;
  const usage = createPreviewUsage({ redis, freePerDay, perDay, now: () => new Date(atMs) });
  return {
    ...usage,
    client: randomUUID(),
    pass: (ms: number) => (atMs += ms),
    day: () => new Date(atMs).toISOString().slice(0, 10),
  };
}

describe('take', () => {
  it('counts up to the free ones of the day, then gates', async () => {
    const { take, client } = setUp();
    const used = [await take(client), await take(client), await take(client), await take(client)];
    expect(used.map(({ status, used }) => [status, used])).toEqual([
      ['free', 1],
      ['free', 2],
      ['free', 3],
      ['gated', 3],
    ]);
  });

  it('caps when the whole service has used its budget, and counts nothing then', async () => {
    const { take, look, client } = setUp({ perDay: 2 });
    await take('one');
    await take('two');
    expect(await take(client)).toMatchObject({ status: 'capped', used: 0 });
    expect(await look(client)).toMatchObject({ status: 'capped', used: 0 });
  });

  it('gates before it caps', async () => {
    const { take, client } = setUp({ freePerDay: 0, perDay: 0 });
    expect(await take(client)).toMatchObject({ status: 'gated', used: 0 });
  });

  it('keeps clients apart', async () => {
    const { take, client } = setUp({ freePerDay: 1 });
    await take(client);
    expect(await take('another')).toMatchObject({ status: 'free', used: 1 });
  });

  it('starts anew at midnight UTC', async () => {
    const { take, client, pass, day } = setUp({ freePerDay: 1 });
    pass(43_199_000);
    expect(await take(client)).toMatchObject({ status: 'free', day: day() });
    expect(await take(client)).toMatchObject({ status: 'gated' });
    pass(2_000);
    expect(await take(client)).toMatchObject({ status: 'free', used: 1, day: day() });
  });

  it('gives no more than the free ones when many are taken at once', async () => {
    const { take, client } = setUp();
    const taken = await Promise.all(Array.from({ length: 30 }, () => take(client)));
    expect(taken.filter(({ status }) => status === 'free')).toHaveLength(3);
  });

  it('leaves nothing behind for longer than two days', async () => {
    const { take, client, day } = setUp();
    await take(client);
    expect(await redis.ttl(keys.previewsOfClient(day(), client))).toBeGreaterThan(172_000);
    expect(await redis.ttl(keys.previewsOfDay(day()))).toBeGreaterThan(172_000);
  });
});

describe('look', () => {
  it('counts nothing', async () => {
    const { take, look, client } = setUp();
    await take(client);
    await look(client);
    expect(await look(client)).toMatchObject({ status: 'free', used: 1 });
  });
});

describe('giveBack', () => {
  it('returns the unit to the client and to the service, on the day it was taken', async () => {
    const { take, giveBack, client, pass } = setUp({ freePerDay: 1, perDay: 1 });
    const { day } = await take(client);
    pass(86_400_000);
    await take(client);
    expect(await giveBack(client, day)).toBe(0);
    pass(-86_400_000);
    expect(await take(client)).toMatchObject({ status: 'free', used: 1 });
  });

  it('never goes below nothing', async () => {
    const { look, giveBack, client, day } = setUp();
    expect(await giveBack(client, day())).toBe(0);
    expect(await look(client)).toMatchObject({ used: 0 });
  });
});
