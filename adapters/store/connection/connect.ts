import { RESP_TYPES } from '@redis/client';

import { readRedisUrl } from '#domain/redis-url.ts';
import { connectCluster } from './cluster.ts';
import { type Client, connectServer } from './server.ts';

/** A connection to one server. That of a cluster behaves in the same way; see `connection/cluster.ts`. */
export type Redis = Client;

/**
 * Opens the connection of a process to the server, the cluster or the primary of Sentinels that a URL names. `onError` is
 * called at every loss; what is lost is opened again.
 */
export async function connectRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  const address = readRedisUrl(url);
  if (address === undefined) throw new Error('This is not the URL of a Redis.');
  return address.kind === 'cluster'
    ? await connectCluster(address, onError)
    : await connectServer(address, onError);
}

/** The same connection, answering strings as the bytes that were stored. */
export function withBuffers(redis: Redis) {
  return redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}
