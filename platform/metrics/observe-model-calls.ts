import type { OnModelCall } from '../../models/observed-call.ts';
import { createBoundedLabel } from './bounded-label.ts';
import type { Metrics } from './create-metrics.ts';

type Counted = Pick<Metrics, 'modelCallSeconds' | 'modelTokens' | 'modelCostUsd' | 'modelCallsUnpriced'>;

const modelsMax = 50;

/**
 * Counts calls of models. Owners choose models by name, which may be any text: a model gets series of its own when it
 * has answered, that of the service at once.
 */
export function observeModelCalls(metrics: Counted, serviceModel: string | undefined): OnModelCall {
  const labels = createBoundedLabel(modelsMax, serviceModel === undefined ? [] : [serviceModel]);

  return ({ model: id, purpose, durationMs, result, spent }) => {
    const model = spent === null ? labels.known(id) : labels.keep(id);
    metrics.modelCallSeconds.observe({ model, purpose, result }, durationMs / 1_000);
    if (spent === null) return;
    const { usage, cost } = spent;
    metrics.modelTokens.inc({ model, kind: 'input' }, usage.inputTokens);
    metrics.modelTokens.inc({ model, kind: 'output' }, usage.outputTokens);
    if (cost.amountMicros === null) metrics.modelCallsUnpriced.inc({ model });
    else metrics.modelCostUsd.inc({ model }, cost.amountMicros / 1_000_000);
  };
}
