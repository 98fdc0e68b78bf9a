import { expect, it, onTestFinished } from 'vitest';

import { until } from '#test/support/until.ts';
import { watchHealth } from './health.ts';

const check = {
  test: ['CMD', 'test'] as ['CMD', string],
  interval: 1,
  timeout: 1,
  retries: 3,
  start_period: 0,
};

/** Results of a test one after the other, the last for ever. */
function watched(results: readonly (boolean | undefined)[], startPeriod = 0) {
  const said: string[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  let times = 0;
  const healthy = watchHealth('one', {
    check: { ...check, start_period: startPeriod },
    test: () => {
      const ok = results[Math.min(times, results.length - 1)];
      times += 1;
      return Promise.resolve(ok === undefined ? undefined : { ok, lastLines: 'refused' });
    },
    say: (text) => void said.push(text),
    signal: stop.signal,
  });
  return { healthy, said, times: () => times };
}

it('is healthy at the first test that passes, however many failed before fewer than its retries', async () => {
  const { healthy, said } = watched([false, false, true]);
  await healthy;
  expect(said).toEqual([]);
});

it('is unhealthy after as many failures one after the other as it has retries, and healthy again', async () => {
  const { healthy, said } = watched([true, false, false, true, false, false, false, false, true]);
  await healthy;
  await until('it is told', () => said.length === 2, { timeoutMs: 10_000, everyMs: 1 });
  expect(said).toEqual(['one is unhealthy: refused', 'one is healthy again']);
});

it('is not waited for when it is unhealthy from the start', async () => {
  await expect(watched([false]).healthy).rejects.toThrow('one is unhealthy: refused');
});

it('counts no failure of its time to start, nor of an instance that does not run', async () => {
  const starting = watched([false], 60_000);
  const away = watched([undefined]);
  await until('both were tested', () => starting.times() > 9 && away.times() > 9, {
    timeoutMs: 10_000,
    everyMs: 1,
  });
  expect([...starting.said, ...away.said]).toEqual([]);
});
