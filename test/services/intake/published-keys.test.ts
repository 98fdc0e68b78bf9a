import { expect, test } from 'vitest';

import { createPublishedKeys } from '#intake/published-keys.ts';

const hourMs = 3_600_000;
const url = 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem';

function keysThat(fetchText: (url: string) => Promise<string>) {
  const clock = { now: 0 };
  const fetched: string[] = [];
  const keys = createPublishedKeys({
    now: () => clock.now,
    fetchText: (asked) => {
      fetched.push(asked);
      return fetchText(asked);
    },
  });
  return { keys, fetched, clock };
}

test('a key is fetched once for all that ask at the same time, and kept for an hour', async () => {
  const { keys, fetched, clock } = keysThat(() => Promise.resolve('a key'));
  expect(keys.get(url)).toBeUndefined();
  await Promise.all([keys.request(url), keys.request(url)]);
  await keys.request(url);
  expect([keys.get(url), fetched]).toEqual(['a key', [url]]);
  clock.now = hourMs;
  expect(keys.get(url)).toBeUndefined();
  await keys.request(url);
  expect([keys.get(url), fetched]).toEqual(['a key', [url, url]]);
});

test('an address that fails is left alone for half a minute', async () => {
  const { keys, fetched, clock } = keysThat(() => Promise.reject(new Error('away')));
  await keys.request(url);
  await keys.request(url);
  expect([keys.get(url), fetched]).toEqual([undefined, [url]]);
  clock.now = 30_000;
  await keys.request(url);
  expect(fetched).toEqual([url, url]);
});

test('keys are fetched again once they are a minute old, and go on when that fails', async () => {
  const answers = [
    Promise.resolve('one key'),
    Promise.reject(new Error('away')),
    Promise.resolve('two keys'),
  ];
  const { keys, fetched, clock } = keysThat(() => answers.shift()!);
  await keys.request(url);
  clock.now = 59_999;
  await keys.request(url);
  expect([keys.isFresh(url), fetched.length]).toEqual([true, 1]);
  clock.now = 60_000;
  expect(keys.isFresh(url)).toBe(false);
  await keys.request(url);
  expect([keys.get(url), fetched.length]).toEqual(['one key', 2]);
  clock.now = 120_000;
  await keys.request(url);
  expect([keys.get(url), fetched.length]).toEqual(['two keys', 3]);
});
