import type { PlannedDelivery } from './plan/delivery.ts';
import type { AttemptLog } from './send/attempts.ts';
import type { StormTarget } from './service/target.ts';

/** When the first order arrived at the target that was taken after a moment, and begun after it; undefined before that. */
export function createWorkDone(
  deliveries: readonly PlannedDelivery[],
  { attempts }: Pick<AttemptLog, 'attempts'>,
  { effects }: Pick<StormTarget, 'effects'>,
) {
  return (sinceMs: number): number | undefined => {
    const taken = new Set<string>();
    // Both are in the order of time: what is older than the moment is not looked at.
    for (let index = attempts.length - 1; index >= 0 && attempts[index]!.endedAtMs > sinceMs; index -= 1) {
      const { result, startedAtMs, delivery } = attempts[index]!;
      if (result.kind === 'taken' && startedAtMs > sinceMs) taken.add(deliveries[delivery]!.order);
    }
    let first: number | undefined;
    for (let index = effects.length - 1; index >= 0 && effects[index]!.atMs > sinceMs; index -= 1)
      if (taken.has(effects[index]!.order)) first = effects[index]!.atMs;
    return first;
  };
}
