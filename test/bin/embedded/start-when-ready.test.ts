import path from 'node:path';

import { expect, test } from 'vitest';

import type { BackgroundProcess } from '#bin/embedded/background-process.ts';
import { startWhenReady } from '#bin/embedded/start-when-ready.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A server that refuses its first probes; each takes a second of the clock, and it may be silent for two. */
async function launch(refusals: readonly string[]) {
  const left = [...refusals];
  let nowMs = 0;
  let stops = 0;
  const server: BackgroundProcess = {
    pid: 0,
    exited: new Promise(() => undefined),
    stop: () => Promise.resolve(void (stops += 1)),
  };
  const started = startWhenReady({
    title: 'The server',
    logFile: path.join(await temporaryFolder('reveille-launch-'), 'log'),
    start: () => server,
    probe: async () => {
      nowMs += 1_000;
      const refusal = left.shift();
      if (refusal !== undefined) throw new Error(refusal);
    },
    isProgress: (error) => error instanceof Error && error.message === 'loading',
    timeoutMs: 2_500,
    now: () => nowMs,
  });
  const result = await started.then(
    () => 'ready',
    (error: Error) => error.message,
  );
  return { result, stops };
}

test('a server that loads its data is waited for, however long it takes', async () => {
  const loading = Array.from({ length: 20 }, () => 'loading');
  expect(await launch([...loading, 'silence', 'silence', ...loading])).toEqual({ result: 'ready', stops: 0 });
});

test('a server that stays silent is ended', async () => {
  const { result, stops } = await launch(['loading', 'silence', 'silence', 'silence']);
  expect(result).toContain('The server was not ready after 2.5 s.');
  expect(stops).toBe(1);
});
