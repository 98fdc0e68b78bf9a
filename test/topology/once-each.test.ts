import { expect, it } from 'vitest';

import { onceEach } from './once-each.ts';

const told: string[] = [];
let nowMs = 0;
const tell = onceEach(
  (line) => told.push(line),
  () => nowMs,
);

it('tells an outage once, whichever process repeats it, and tells the next one', () => {
  for (let repeat = 0; repeat < 100; repeat += 1) {
    tell(`[api-${repeat % 2}] warning: redis connection lost: reason ${repeat}`);
    tell(`[worker-1] warning: [T1] 01a20b48-3498-7617-a621-${repeat}:4 took 5 s`);
    tell('redis runs again.');
    nowMs += 100;
  }
  expect(told.filter((line) => line.includes('lost'))).toEqual([
    '[api-0] warning: redis connection lost: reason 0',
  ]);
  expect(told.filter((line) => line.includes('took'))).toHaveLength(1);
  expect(told.filter((line) => line === 'redis runs again.')).toHaveLength(100);
  tell('[worker-1] error: redis connection lost');
  nowMs += 6_000;
  tell('[worker-1] warning: redis connection lost');
  expect(told.slice(-2)).toEqual([
    '[worker-1] error: redis connection lost',
    '[worker-1] warning: redis connection lost (99 more like it before)',
  ]);
});
