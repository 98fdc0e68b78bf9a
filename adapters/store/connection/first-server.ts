import { readRedisUrl } from '#domain/redis-url.ts';
import type { Target } from './locate.ts';
import { createSentinels } from './sentinels.ts';
import { type Client, openServer } from './server.ts';

/**
 * Connects once to a server of those that a URL names, to see how it is set up: the server itself, the first node of a
 * cluster that answers, the primary of Sentinels. Rejects where none does.
 */
export async function connectFirst(url: string): Promise<Client> {
  let reason: unknown;
  for (const target of await targetsOf(url)) {
    const client = openServer(target, { reconnects: false });
    // Every failure rejects what waits.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      reason = error;
      if (client.isOpen) client.destroy();
    }
  }
  throw reason;
}

async function targetsOf(url: string): Promise<readonly Target[]> {
  const address = readRedisUrl(url);
  if (address === undefined) throw new Error('This is not the URL of a Redis.');
  if (address.kind === 'server') return [{ url }];
  const { access, nodes } = address;
  if (address.kind === 'cluster') return nodes.map((node) => ({ ...node, access }));
  const { primary, close } = createSentinels(address);
  try {
    return [{ ...(await primary()), access }];
  } finally {
    close();
  }
}
