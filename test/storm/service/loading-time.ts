import { createClient } from '@redis/client';

import { until } from '#test/support/until.ts';

const recordsInAll = 200_000;
/** A script blocks the server as long as it runs. */
const recordsOfCall = 10_000;
const endsWithinMs = 60_000;

const write = `for i = ARGV[1], ARGV[1] + ${recordsOfCall} - 1 do redis.call('SET', 'padding:' .. i, i) end`;
const remove = `for i = ARGV[1], ARGV[1] + ${recordsOfCall} - 1 do redis.call('UNLINK', 'padding:' .. i) end`;

/** Adds records that are of no use, so that data takes long to load: minutes, at a millisecond for each. */
export async function padData(url: string): Promise<void> {
  await withRedis(url, (ask) => ofAllRecords((first) => ask('EVAL', write, '0', first)));
}

/** Ends a slow loading, and removes the padding. */
export async function loadAtFullSpeed(url: string): Promise<void> {
  const faster = () => withRedis(url, (ask) => ask('CONFIG', 'SET', 'key-load-delay', '0'));
  await until('Redis loads at full speed', faster, { timeoutMs: endsWithinMs });
  const removed = () =>
    withRedis(url, async (ask) => {
      await ofAllRecords((first) => ask('EVAL', remove, '0', first));
      return true;
    });
  await until('Redis has loaded its data', removed, { timeoutMs: endsWithinMs });
}

async function ofAllRecords(work: (first: string) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < recordsInAll; first += recordsOfCall) await work(String(first));
}

async function withRedis<T>(
  url: string,
  work: (ask: (...args: string[]) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work((...args) => client.sendCommand(args));
  } finally {
    client.destroy();
  }
}
