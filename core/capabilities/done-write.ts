import type { Outcome } from '#contracts/run.ts';
import { type Step, shownAct } from './step.ts';

interface EndedRun {
  readonly outcome: Outcome;
  readonly requests: number | null;
  readonly steps: readonly Step[];
}

/**
 * Why another run of a failed delivery would do something a second time; null where it would not. Its owner knows
 * whether that does harm.
 */
export function doneWriteOf({ outcome, requests, steps }: EndedRun): string | null {
  if (outcome !== 'failed') return null;
  const acts = steps.filter((step) => step.kind !== 'model');
  for (const act of acts) {
    const { title, target, outcome: how, isGood } = shownAct(act);
    const isRead = act.kind === 'request' && act.method === 'GET' && act.operation?.effect !== 'write';
    if (isGood && !isRead) return `${title} ${target} was already ${how}: a replay would send it again.`;
    if (act.outcome === 'unknown' && !isRead)
      return `${title} ${target} may have arrived: a replay would send it again.`;
  }
  return (requests ?? 0) > acts.length
    ? 'Not all of its requests can be read: a replay may send one again.'
    : null;
}
