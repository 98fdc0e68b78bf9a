import type { DoneBy } from '#contracts/done-by.ts';
import type { Outcome } from '#contracts/run.ts';
import { offlineModelId } from './offline-model-id.ts';

/** By what a run was done, out of its steps; null before its first turn, and where none was taken. */
export function doneBy(
  steps: readonly { readonly kind: string; readonly model?: unknown }[],
  outcome: Outcome,
): DoneBy {
  const models = steps.flatMap(({ kind, model }) =>
    kind === 'model' && typeof model === 'string' ? [model] : [],
  );
  const model = models.find((id) => id !== offlineModelId);
  if (model !== undefined) return { kind: 'model', model };
  if (models.length === 0) return null;
  return { kind: outcome === 'needs_model' ? 'rules' : 'plan' };
}
