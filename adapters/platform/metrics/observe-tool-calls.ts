import type { OnToolCall } from '#compute/threads/observed-tool-call.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Metrics } from './create-metrics.ts';

interface Observers {
  readonly metrics: Pick<Metrics, 'toolCallSeconds'>;
  readonly tracing: Pick<Tracing, 'note'>;
}

export const observeToolCalls =
  ({ metrics, tracing }: Observers): OnToolCall =>
  ({ tool: id, outcome, durationMs }) => {
    const tool = id ?? 'unknown';
    metrics.toolCallSeconds.observe({ tool, outcome }, durationMs / 1_000);
    const attributes = { 'tool.name': tool, ...(outcome !== 'done' && { 'error.type': outcome }) };
    tracing.note({ name: `tool ${tool}`, durationMs, attributes, isFailed: outcome === 'failed' });
  };
