import { expect, it } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createFilterTrials } from '#store/automation/filter-trials.ts';
import { testRedis } from '#test/support/service.ts';

it('lets a workspace ask 60 times in a minute of the clock, each workspace by itself', async () => {
  await using connection = await testRedis();
  const [one, other] = [newId('workspace'), newId('workspace')];
  let nowMs = 1_800_000_000_000;
  const { take } = createFilterTrials({ redis: connection.redis, now: () => nowMs });
  const taken = await Promise.all(Array.from({ length: 70 }, () => take(one)));
  expect(taken.filter(Boolean)).toHaveLength(60);
  expect(await take(one)).toBe(false);
  expect(await take(other)).toBe(true);
  nowMs += 60_000;
  expect(await take(one)).toBe(true);
});
