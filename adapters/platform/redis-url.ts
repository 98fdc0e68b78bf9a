import { z } from 'zod';

import { readRedisUrl } from '#domain/redis-url.ts';

/** The place of the records: one server, a cluster, or the primary that Sentinels name. */
export const redisUrl = z
  .string()
  .regex(
    /^rediss?(?:\+cluster|\+sentinel)?:\/\//,
    'must begin with redis:// or rediss://, or for a cluster or Sentinels with redis+cluster:// or redis+sentinel://',
  )
  .refine(
    (url) => readRedisUrl(url) !== undefined,
    'must be redis://host:port, redis+cluster://host:port,host:port or redis+sentinel://host:port,host:port/name, ' +
      'where needed with user:password@ before the first host',
  );

/** WAIT counts the replicas of one server. */
export function checkReplicas(
  {
    REDIS_URL: url,
    REDIS_MIN_REPLICAS: replicas,
  }: { REDIS_URL?: string | undefined; REDIS_MIN_REPLICAS: number },
  context: z.RefinementCtx,
): void {
  if (replicas === 0 || url === undefined || readRedisUrl(url)?.kind !== 'cluster') return;
  const message =
    'must be 0 where REDIS_URL names a cluster, which has no common order of writes to wait for; ' +
    'set min-replicas-to-write at its nodes instead';
  context.addIssue({ code: 'custom', path: ['REDIS_MIN_REPLICAS'], message });
}
