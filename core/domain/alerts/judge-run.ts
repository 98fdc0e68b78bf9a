import type { AlertCondition, AlertType } from '#contracts/alert.ts';
import type { AlertMemory } from '#contracts/alert-memory.ts';
import type { Ending } from '#contracts/run.ts';
import { isFailed } from '../failed-outcomes.ts';

interface RunEnd {
  readonly outcome: Ending['outcome'];
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** The result of a rule: its new state, and its alerts. */
interface RunJudgement {
  readonly memory: AlertMemory | null;
  readonly told: { readonly type: AlertType; readonly failures: number | null } | null;
}

type MemoryOf<Kind extends AlertMemory['kind']> = Extract<AlertMemory, { kind: Kind }>;

/** Judges the end of a run by one rule; `memory` is what that remembers of the automation, null for nothing. */
export function judgeRun(condition: AlertCondition, memory: AlertMemory | null, ended: RunEnd): RunJudgement {
  switch (condition.kind) {
    case 'first_failure':
      return judgeFirst(memory?.kind === 'first_failure' ? memory : null, ended);
    case 'failures':
      return judgeCount(condition, memory?.kind === 'failures' ? memory : null, ended);
    case 'silence':
    case 'shape_change':
    case 'case_broken':
    case 'connection_broken':
    case 'refused':
    case 'held':
      return { memory, told: null };
  }
}

/** Between a failure and the next success, nothing is told; what was skipped says nothing. */
function judgeFirst(memory: MemoryOf<'first_failure'> | null, { outcome }: RunEnd): RunJudgement {
  const wasFailing = memory?.isFailing ?? false;
  const isFailing = outcome === 'skipped' ? wasFailing : isFailed(outcome);
  if (isFailing === wasFailing) return { memory, told: null };
  const type = isFailing ? 'automation.failed' : 'automation.recovered';
  return { memory: { kind: 'first_failure', isFailing }, told: { type, failures: null } };
}

/** Failures go on being counted while it rests: where they do not stop, it tells again after each rest. */
function judgeCount(
  { count, minutes }: Extract<AlertCondition, { kind: 'failures' }>,
  memory: MemoryOf<'failures'> | null,
  { outcome, atMs }: RunEnd,
): RunJudgement {
  if (!isFailed(outcome)) return { memory, told: null };
  const windowMs = minutes * 60_000;
  const all = [...(memory?.at ?? []), atMs].toSorted((one, other) => one - other);
  const newest = all.at(-1) ?? atMs;
  const at = all.filter((time) => time > newest - windowMs).slice(-count);
  const restUntil = memory?.restUntil ?? 0;
  if (at.length < count || newest < restUntil)
    return { memory: { kind: 'failures', at, restUntil }, told: null };
  return {
    memory: { kind: 'failures', at, restUntil: newest + windowMs },
    told: { type: 'automation.failures', failures: at.length },
  };
}
