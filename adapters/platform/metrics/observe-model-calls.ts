import type { OnModelCall } from '#models/observed-call.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Metrics } from './create-metrics.ts';

type Counted = Pick<Metrics, 'modelCallSeconds' | 'modelTokens' | 'modelCostUsd' | 'modelCallsUnpriced'>;

interface Observers {
  readonly metrics: Counted;
  readonly tracing: Pick<Tracing, 'note'>;
}

const modelsMax = 50;

/**
 * Tells of calls of models. Owners choose models by name, which may be any text: a model gets series of its own when it
 * has answered, that of the service at once.
 */
export function observeModelCalls(
  { metrics, tracing }: Observers,
  serviceModel: string | undefined,
): OnModelCall {
  const labels = createBoundedLabel(modelsMax, serviceModel === undefined ? [] : [serviceModel]);

  return ({ model: id, purpose, durationMs, result, spent }) => {
    const model = spent === null ? labels.known(id) : labels.keep(id);
    metrics.modelCallSeconds.observe({ model, purpose, result }, durationMs / 1_000);
    tracing.note({
      name: `${purpose} ${model}`,
      durationMs,
      attributes: {
        'gen_ai.operation.name': purpose,
        'gen_ai.request.model': model,
        ...(spent === null
          ? { 'error.type': result }
          : {
              'gen_ai.usage.input_tokens': spent.usage.inputTokens,
              'gen_ai.usage.output_tokens': spent.usage.outputTokens,
            }),
      },
      isFailed: spent === null,
    });
    if (spent !== null) countSpent(metrics, model, spent);
  };
}

function countSpent(
  { modelTokens, modelCostUsd, modelCallsUnpriced }: Counted,
  model: string,
  { usage, cost }: NonNullable<Parameters<OnModelCall>[0]['spent']>,
): void {
  modelTokens.inc({ model, kind: 'input' }, usage.inputTokens);
  modelTokens.inc({ model, kind: 'output' }, usage.outputTokens);
  if (cost.amountMicros === null) modelCallsUnpriced.inc({ model });
  else modelCostUsd.inc({ model }, cost.amountMicros / 1_000_000);
}

const other = 'other';

/** Values of a label of which there are at most `max`, so that no caller makes series at will. */
function createBoundedLabel(max: number, first: readonly string[] = []) {
  const kept = new Set(first);
  /** The value where it is one of those kept, else `other`. */
  const known = (value: string): string => (kept.has(value) ? value : other);
  return {
    known,
    /** The same, after the value took one of the places that are left. */
    keep: (value: string): string => {
      if (kept.size < max) kept.add(value);
      return known(value);
    },
  };
}
