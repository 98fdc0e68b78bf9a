import type { OnToolCall } from '../../compute/threads/observed-tool-call.ts';
import type { Metrics } from './create-metrics.ts';

/** Counts calls of tools. */
export const observeToolCalls =
  ({ toolCallSeconds }: Pick<Metrics, 'toolCallSeconds'>): OnToolCall =>
  ({ tool, outcome, durationMs }) =>
    toolCallSeconds.observe({ tool: tool ?? 'unknown', outcome }, durationMs / 1_000);
