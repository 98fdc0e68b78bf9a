import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { SetupError } from '../setup-error.ts';

const timeoutMs = 30_000;

const NotReady = z.object({ missing: z.array(z.string()), full: z.array(z.string()) });

/**
 * Waits until `GET /readyz` answers 200, or misses nothing but memory of Redis: the sweep makes room while everything
 * runs. Gives the reason in that case. Throws {@link SetupError} with the last answer.
 */
export async function untilReady(apiUrl: string, signal: AbortSignal): Promise<'ready' | 'memory-full'> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await askReadiness(apiUrl);
    if (answer === 'ready' || answer === 'memory-full') return answer;
    signal.throwIfAborted();
    if (Date.now() > deadline)
      throw new SetupError(`The API is not ready after ${timeoutMs / 1000} s: ${answer}`);
    await delay(50, undefined, { signal });
  }
}

async function askReadiness(apiUrl: string): Promise<string> {
  try {
    const response = await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(5_000) });
    const text = await response.text();
    if (response.status === 200) return 'ready';
    return isMemoryFull(text) ? 'memory-full' : `/readyz answered ${response.status} ${text}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isMemoryFull(text: string): boolean {
  const answer = NotReady.safeParse(JSON.parse(text));
  return answer.success && answer.data.missing.every((name) => answer.data.full.includes(name));
}
