import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { createWaitlistRows } from '#store/waitlist.ts';

let redis: Redis;
let other: Redis;
beforeAll(async () => {
  redis = await connectRedis(inject('redisUrl'), () => {});
  other = await connectRedis(inject('redisUrl'), () => {});
});
afterAll(() => Promise.all([redis.close(), other.close()]));

const row = (identity: string) => ({ email: identity, joinedAt: '2026-11-21T06:00:00.000Z', identity });

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

it('gives the first address of a sheet position 1, the next 2', async () => {
  const rows = createWaitlistRows({ redis });
  const sheet = randomUUID();
  expect(await rows.add(sheet, row('a@x.yz'))).toEqual({ status: 'added', position: 1 });
  expect(await rows.add(sheet, row('b@x.yz'))).toEqual({ status: 'added', position: 2 });
});

it('gives an address that is there its position and appends nothing', async () => {
  const rows = createWaitlistRows({ redis });
  const sheet = `{odd} title:${randomUUID()}`;
  await rows.add(sheet, row('a@x.yz'));
  expect(await rows.add(sheet, row('a@x.yz'))).toEqual({ status: 'present', position: 1 });
  expect(await collect(rows.pages(sheet))).toEqual([row('a@x.yz')]);
});

it('keeps sheets apart', async () => {
  const rows = createWaitlistRows({ redis });
  const [one, two] = [randomUUID(), randomUUID()];
  await rows.add(one, row('a@x.yz'));
  expect(await rows.add(two, row('a@x.yz'))).toEqual({ status: 'added', position: 1 });
});

it('shares no row between two processes that add the same and different addresses at once', async () => {
  const processes = [createWaitlistRows({ redis }), createWaitlistRows({ redis: other })];
  const sheet = randomUUID();
  const additions = await Promise.all(
    Array.from({ length: 200 }, (_, index) => processes[index % 2]!.add(sheet, row(`p${index % 50}@x.yz`))),
  );
  expect(additions.filter(({ status }) => status === 'added')).toHaveLength(50);
  expect(new Set(additions.map(({ position }) => position)).size).toBe(50);
});

it('reads more rows than a page, in the order of arrival', async () => {
  const rows = createWaitlistRows({ redis });
  const sheet = randomUUID();
  const identities = Array.from({ length: 501 }, (_, index) => `p${index}@x.yz`);
  await Promise.all(identities.map((identity) => rows.add(sheet, row(identity))));
  const read = (await collect(rows.pages(sheet))).map(({ identity }) => identity);
  expect(read).toEqual(identities);
});
