import { setTimeout as pause } from 'node:timers/promises';

import type { startReveille } from '#test/support/reveille.ts';

type Start = ReturnType<typeof startReveille>;

const startAgainAfterMs = 2_000;

/**
 * A start that is repeated when it ends by itself, as by an operator or the machine. `ends` counts those that had been
 * ready: none should.
 */
export async function keepStarted(launch: () => Promise<Start>) {
  const stopping = new AbortController();
  let isRestarting = false;
  let ends = 0;
  let current = await launch();
  const isReady = () => /^ready: /m.test(current.output());
  const watch = (async () => {
    for (;;) {
      const code = await current.exited;
      if (stopping.signal.aborted) return code;
      if (isReady() && !isRestarting) ends += 1;
      if (!isRestarting)
        await pause(startAgainAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      isRestarting = false;
      if (stopping.signal.aborted) return code;
      current = await launch();
      if (stopping.signal.aborted) void current.stop();
    }
  })();
  await current.printed(/^ready: /m);
  return {
    current: () => current,
    isReady,
    ends: () => ends,
    /** Stops it and starts it again, with what it needs by now. */
    restart: async () => {
      isRestarting = true;
      await current.stop();
    },
    /** Its exit code. */
    stop: async () => {
      stopping.abort();
      await current.stop();
      return await watch;
    },
  };
}

export type KeptStart = Awaited<ReturnType<typeof keepStarted>>;
