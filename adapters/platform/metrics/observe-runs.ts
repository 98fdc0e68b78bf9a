import type { Outcome, RunRef } from '#contracts/run.ts';
import type { Metrics } from './create-metrics.ts';

interface EndedRun {
  readonly kind: RunRef['kind'];
  readonly outcome: Outcome;
  readonly durationMs: number;
}

export const observeRuns =
  ({ runSeconds }: Pick<Metrics, 'runSeconds'>) =>
  ({ kind, outcome, durationMs }: EndedRun): void =>
    runSeconds.observe({ kind, outcome }, durationMs / 1_000);
