import { z } from 'zod';

import type { Redis } from './connect.ts';
import { keys } from './keys.ts';
import { script } from './script.ts';

const CountAnswer = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

/** How many requests a client made in its window, and how long the window still lasts. */
export interface WindowCount {
  readonly used: number;
  readonly leftMs: number;
}

export type QuotaStore = ReturnType<typeof createQuotaStore>;

/** Counts requests per client in fixed windows, shared by all processes. */
export function createQuotaStore({ redis }: { redis: Redis }) {
  const countInWindow = script('count-in-window');

  /** Adds `requests` to the client's count; 0 only looks. Rejects when Redis is away. */
  async function count(client: string, requests: number, windowMs: number): Promise<WindowCount> {
    const answer = await countInWindow(redis, [keys.quota(client)], [String(requests), String(windowMs)]);
    const [used, leftMs] = CountAnswer.parse(answer);
    return { used, leftMs };
  }

  return { count };
}
