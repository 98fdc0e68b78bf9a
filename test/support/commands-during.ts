import type { Redis } from '#store/connection/connect.ts';

/** Commands that count, that watch the connection, and that begin a new one after a loss. */
const aside = /^(?:set|info|config\|.*|client\|.*|hello)$/;

/** How often a server of the test's own carried out each command during some work, those of scripts included. */
export async function commandsDuring(
  redis: Redis,
  work: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  await redis.configResetStat();
  await work();
  const stats = await redis.info('commandstats');
  const calls = [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)];
  return Object.fromEntries(
    calls.map(([, name = '', count]) => [name, Number(count)] as const).filter(([name]) => !aside.test(name)),
  );
}
