import { setTimeout as pause } from 'node:timers/promises';

import { until } from '#test/support/until.ts';
import type { Hold } from '../plan/options.ts';
import type { AttemptLog } from '../send/attempts.ts';

/** Waits as long as a fault lasts. With a count, it also ends when no sender is left that could try. */
export async function waitFor(
  hold: Hold,
  log: Pick<AttemptLog, 'attempts' | 'open'>,
  timeoutMs: number,
): Promise<void> {
  if ('ms' in hold) return await pause(hold.ms);
  const since = performance.now();
  const ended = () => log.attempts.filter(({ startedAtMs }) => startedAtMs > since).length;
  const isOver = () => ended() >= hold.attempts || log.open() === 0;
  await until(`${hold.attempts} attempts ended meanwhile`, isOver, { timeoutMs });
}
