import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { SetupError } from '../setup-error.ts';

const withinMs = 10 * 60_000;

/** Has an empty server take everything that another one holds at this moment; the other one only reads. Both URLs are of one server. */
export async function replicateRedis(url: string, sourceUrl: string): Promise<void> {
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  const source = new URL(sourceUrl);
  try {
    if (source.username !== '') await client.configSet('masteruser', decodeURIComponent(source.username));
    await client.configSet('masterauth', decodeURIComponent(source.password));
    await client.sendCommand(['REPLICAOF', source.hostname, source.port || '6379']);
    const deadline = Date.now() + withinMs;
    while (!(await client.info('replication')).includes('master_link_status:up')) {
      if (Date.now() > deadline) throw new SetupError('The Redis of the service could not be copied.');
      await pause(50);
    }
    await client.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    // The copy is written to its file as a whole.
    while (/aof_rewrite_(in_progress|scheduled):1/.test(await client.info('persistence'))) await pause(50);
  } finally {
    client.destroy();
  }
}
