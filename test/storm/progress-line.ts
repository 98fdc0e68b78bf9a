import type { Recovery } from './faults/strike-all.ts';
import type { Plan } from './plan/plan.ts';
import type { AttemptLog } from './send/attempts.ts';
import type { StormTarget } from './service/target.ts';

interface Progress {
  readonly plan: Plan;
  readonly log: AttemptLog;
  readonly recoveries: readonly Recovery[];
  readonly target: Pick<StormTarget, 'effects'>;
}

/** How far a storm is, in a line. */
export function progressLine({ plan, log, recoveries, target }: Progress): string {
  const next = plan.faults[recoveries.length];
  return [
    `${log.settled()} of ${plan.deliveries.length} deliveries`,
    `${log.open()} under way`,
    `${log.attempts.length} attempts`,
    `${target.effects.length} requests at the target`,
    `fault ${recoveries.length} of ${plan.faults.length}${next === undefined ? '' : ` (then ${next.name})`}`,
  ].join(', ');
}
