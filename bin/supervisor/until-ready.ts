import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../setup-error.ts';

const timeoutMs = 30_000;

/** Waits until `GET /readyz` answers 200. Throws {@link SetupError} with the last answer. */
export async function untilReady(apiUrl: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await askReadiness(apiUrl);
    if (answer === 'ready') return;
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
    return response.status === 200 ? 'ready' : `/readyz answered ${response.status} ${text}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
