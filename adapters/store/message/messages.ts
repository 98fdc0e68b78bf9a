import type { Redis } from '../connection/connect.ts';
import { createExchanges } from './exchanges.ts';
import { createOpenMessages } from './open-messages.ts';

export type { Exchange } from './exchanges.ts';
export type { OpenMessage } from './open-messages.ts';

export function createMessages({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  return { ...createExchanges({ redis, now }), ...createOpenMessages({ redis }) };
}

export type Messages = ReturnType<typeof createMessages>;
