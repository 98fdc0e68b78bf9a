import type { Redis } from '../../store/connect.ts';

/** How many commands a server of the test's own carried out during some work, those of scripts included. */
export async function commandsDuring(redis: Redis, work: () => Promise<unknown>): Promise<number> {
  await redis.configResetStat();
  await work();
  const stats = await redis.info('commandstats');
  return (
    [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)]
      // What counts, what watches the connection, and what begins a new one after a loss.
      .filter(([, name]) => !/^(?:set|info|config\|.*|client\|.*|hello)$/.test(name ?? ''))
      .reduce((sum, [, , calls]) => sum + Number(calls), 0)
  );
}
