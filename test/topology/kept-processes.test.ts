import { spawn } from 'node:child_process';

import { expect, it } from 'vitest';

import { watchOver } from '#bin/embedded/background-process.ts';
import { until } from '#test/support/until.ts';
import { createKeptProcesses } from './kept-processes.ts';

const patience = { timeoutMs: 60_000, everyMs: 20 };

function sleepers() {
  const stopped: string[] = [];
  const kept = createKeptProcesses({ say: () => undefined, onGivenUp: () => undefined });
  const keep = (name: string) =>
    kept.keep(name, (onSpawn) => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      child.once('exit', () => stopped.push(name));
      return Promise.resolve(watchOver(child, onSpawn));
    });
  return { kept, keep, stopped };
}

it('starts a process again that died, under its name', async () => {
  const { kept, keep } = sleepers();
  await keep('worker-1');
  const first = kept.pidOf('worker-1')!;
  process.kill(first, 'SIGKILL');
  const second = await until('another one lives', () => otherThan(first, kept.pidOf('worker-1')), patience);
  expect(second).not.toBe(first);
  await kept.stopAll();
  expect(kept.pidOf('worker-1')).toBeUndefined();
});

it('starts one that is held only when it is released', async () => {
  const { kept, keep, stopped } = sleepers();
  await keep('redis');
  const first = kept.pidOf('redis')!;
  kept.hold('redis');
  process.kill(first, 'SIGKILL');
  await until('it died', () => stopped.length > 0, patience);
  expect(kept.pidOf('redis')).toBeUndefined();
  kept.release('redis');
  await until('it lives again', () => otherThan(first, kept.pidOf('redis')), patience);
  await kept.stopAll();
});

it('stops APIs before workers, and the data last', async () => {
  const { kept, keep, stopped } = sleepers();
  for (const name of ['postgres', 'redis', 's3', 'temporal', 'worker-1', 'api-1']) await keep(name);
  await kept.stopAll();
  expect(stopped.slice(0, 4)).toEqual(['api-1', 'worker-1', 'temporal', 's3']);
  expect(stopped.slice(4).toSorted()).toEqual(['postgres', 'redis']);
  expect(kept.names()).toEqual([]);
});

it('does not start one again that was stopped', async () => {
  const { kept, keep } = sleepers();
  await keep('api-1');
  await kept.stop('api-1');
  expect([kept.names(), kept.pidOf('api-1')]).toEqual([[], undefined]);
});

const otherThan = (pid: number, other: number | undefined) => (other === pid ? undefined : other);
