import type { Redis } from './connect.ts';
import { createCalls } from './run/calls.ts';
import { createOpenCalls } from './run/open-call.ts';
import { createRunContexts } from './run/context.ts';
import { createFinish } from './run/finish.ts';
import { createSpending } from './run/spending.ts';
import { createTurns } from './run/turns.ts';

/** What a run reads and writes between its steps. Every write may be repeated without harm. */
export function createRuns({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const spending = createSpending({ redis });
  return {
    ...createRunContexts({ redis, now }),
    ...spending,
    ...createTurns({ redis }),
    ...createCalls({ redis }),
    ...createOpenCalls({ redis }),
    finish: createFinish({ redis, now, spent: spending.spent }),
  };
}

export type Runs = ReturnType<typeof createRuns>;
