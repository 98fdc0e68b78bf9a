import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';

import { withTimeout } from '#domain/with-timeout.ts';
import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { createLocalWindows, type WindowCount } from './local-windows.ts';

export type { WindowCount };

interface QuotaStoreDeps {
  readonly redis: Redis;
  readonly windowSeconds: number;
  /** Called when Redis fails to count a request, and this process counts it alone. */
  readonly onUnavailable: (error: unknown) => void;
  /** A request waits this long for Redis. Default: 100. */
  readonly redisMsMax?: number;
}

/** After a failure, requests are counted without Redis for a while, so that not each of them waits. */
const restMs = 1_000;

export type QuotaStore = ReturnType<typeof createQuotaStore>;

/**
 * Counts requests per client in fixed windows that start with the first request. All processes share the counts, and
 * Redis alone decides when a window ends. While Redis is unavailable each process counts on by itself, from the last
 * shared count of a client that it has seen. Never rejects.
 */
export function createQuotaStore({ redis, windowSeconds, onUnavailable, redisMsMax = 100 }: QuotaStoreDeps) {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: '',
    // The caller compares with the limit: it needs the count of a refused request too.
    points: Number.MAX_SAFE_INTEGER,
    duration: windowSeconds,
  });
  const local = createLocalWindows({ windowSeconds });
  let restsUntilMs = 0;

  /** Undefined when Redis is unavailable. */
  async function fromRedis<T>(ask: () => Promise<T>): Promise<T | undefined> {
    if (performance.now() < restsUntilMs) return undefined;
    try {
      return await withTimeout(ask(), redisMsMax);
    } catch (error) {
      restsUntilMs = performance.now() + restMs;
      onUnavailable(error);
      return undefined;
    }
  }

  async function count(client: string): Promise<WindowCount> {
    const key = keys.quota(client);
    // A penalty adds to the count and, unlike `consume`, never rejects for a limit.
    const shared = await fromRedis(() => limiter.penalty(key));
    if (shared === undefined) return local.add(key);
    const counted = windowCount(shared);
    local.set(key, counted);
    return counted;
  }

  async function look(client: string): Promise<WindowCount> {
    const key = keys.quota(client);
    const shared = await fromRedis(() => limiter.get(key));
    const seen = shared === undefined ? local.get(key) : shared && windowCount(shared);
    return seen ?? { used: 0, leftMs: windowSeconds * 1_000 };
  }

  return { count, look };
}

function windowCount({ consumedPoints, msBeforeNext }: RateLimiterRes): WindowCount {
  return { used: consumedPoints, leftMs: msBeforeNext };
}
