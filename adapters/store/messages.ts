import type { Redis } from './connect.ts';
import { createExchanges } from './message/exchanges.ts';
import { createOpenMessages } from './message/open-messages.ts';

export type { Exchange } from './message/exchanges.ts';
export type { OpenMessage } from './message/open-messages.ts';

/** Messages of chats as the work on them sees them. */
export function createMessages({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  return { ...createExchanges({ redis, now }), ...createOpenMessages({ redis }) };
}

export type Messages = ReturnType<typeof createMessages>;
