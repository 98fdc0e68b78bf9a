import { z } from 'zod';

import type { AttemptResult } from './attempts.ts';

const Taken = z.object({
  status: z.enum(['accepted', 'duplicate']),
  deliveryId: z.string(),
  eventId: z.string(),
  eventIdSource: z.string(),
});
const Refused = z.object({ code: z.string() });

export interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const answerWithinMs = 10_000;

/** One attempt at a hook, and what came of it. */
export async function sendOnce(url: string, request: Request): Promise<AttemptResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...request,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = await response.text();
    return resultOf(response.status, text);
  } catch {
    return { kind: 'nothing' };
  }
}

function resultOf(status: number, text: string): AttemptResult {
  const json = jsonIn(text);
  const taken = Taken.safeParse(json);
  if (status === 200 && taken.success) return { kind: 'taken', ...taken.data };
  return { kind: 'refused', status, code: Refused.safeParse(json).data?.code ?? text.slice(0, 80) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
