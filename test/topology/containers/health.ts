import { setTimeout as pause } from 'node:timers/promises';

import type { Healthcheck } from '../compose/read-compose.ts';

interface Settings {
  readonly check: Healthcheck;
  /** Carries out its test. Undefined while the instance does not run. */
  readonly test: () => Promise<{ readonly ok: boolean; readonly lastLines: string } | undefined>;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Tests an instance at the interval of its health check, as an engine does, until the signal. Resolves when it is healthy for
 * the first time; rejects when it is found unhealthy before.
 */
export function watchHealth(name: string, { check, test, say, signal }: Settings): Promise<void> {
  const first = Promise.withResolvers<void>();
  const countedFrom = performance.now() + check.start_period;
  let failures = 0;

  async function watch(): Promise<never> {
    for (;;) {
      await pause(check.interval, undefined, { signal });
      const result = await test();
      if (result?.ok) {
        if (failures >= check.retries) say(`${name} is healthy again`);
        failures = 0;
        first.resolve();
      } else if (result !== undefined && performance.now() > countedFrom) {
        failures += 1;
        if (failures === check.retries) tell(result.lastLines);
      }
    }
  }

  function tell(why: string): void {
    const text = `${name} is unhealthy: ${why}`;
    say(text);
    first.reject(new Error(text));
  }

  watch().catch(first.reject);
  // Not everyone waits for it.
  first.promise.catch(() => undefined);
  return first.promise;
}
