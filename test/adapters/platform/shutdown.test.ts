import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, expect, it, vi } from 'vitest';

import { createShutdown } from '#platform/shutdown.ts';

const signals = ['SIGTERM', 'SIGINT', 'disconnect'] as const;
const before = signals.map((signal) => process.listeners(signal as NodeJS.Signals));

afterEach(() => {
  vi.restoreAllMocks();
  for (const [index, signal] of signals.entries())
    for (const listener of process.listeners(signal as NodeJS.Signals))
      if (!before[index]!.includes(listener)) process.off(signal, listener);
});

/** A process that says what was closed, how it was logged, and with which code it exited. */
function setUp(closeWithinMs: number) {
  const closed: string[] = [];
  const warnings: unknown[] = [];
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const logger = { info: () => undefined, warn: (...line: unknown[]) => void warnings.push(line) };
  const { onShutdown, shutdown } = createShutdown({ logger, closeWithinMs });
  const part = (name: string, close: () => Promise<unknown> = () => Promise.resolve()) =>
    onShutdown(name, () => {
      closed.push(name);
      return close();
    });
  return { part, shutdown, closed, warnings, exit };
}

it('closes in the reverse order of opening, once, and exits with the code it was given', async () => {
  const { part, shutdown, closed, warnings, exit } = setUp(60_000);
  for (const name of ['redis', 'temporal', 'http']) part(name);
  await Promise.all([shutdown(1), shutdown()]);
  expect(closed).toEqual(['http', 'temporal', 'redis']);
  expect(warnings).toEqual([]);
  expect(exit.mock.calls).toEqual([[1]]);
});

it('leaves a part behind that does not close, and closes the others', async () => {
  const { part, shutdown, closed, warnings } = setUp(1_000);
  part('redis');
  part('http', () => delay(2 ** 30, undefined, { ref: false }));
  await shutdown();
  expect(closed).toEqual(['http', 'redis']);
  expect(warnings).toEqual([
    [{ part: 'http', error: new Error('not closed in time') }, 'part did not close cleanly'],
  ]);
});

it('closes the others when one fails', async () => {
  const { part, shutdown, closed, warnings } = setUp(60_000);
  const error = new Error('already closed');
  part('redis');
  part('http', () => Promise.reject(error));
  await shutdown();
  expect(closed).toEqual(['http', 'redis']);
  expect(warnings).toEqual([[{ part: 'http', error }, 'part did not close cleanly']]);
});

it('begins with the signal of whoever stops the process', async () => {
  const { part, closed, exit } = setUp(60_000);
  part('http');
  process.emit('SIGTERM');
  await vi.waitUntil(() => exit.mock.calls.length > 0, { timeout: 60_000 });
  expect(closed).toEqual(['http']);
});
