import { ToolError } from '@reveille/tools';

/** One call of a tool, for those who watch the service. */
interface ToolCallFacts {
  /** The id in the catalogue, also where the tool was called by another name. Null: there is no such tool. */
  readonly tool: string | null;
  /** `refused`: the input was not right. `limit`: it is too much work. `failed`: the fault is ours. */
  readonly outcome: 'done' | 'refused' | 'limit' | 'failed';
  readonly durationMs: number;
}

export type OnToolCall = (facts: ToolCallFacts) => void;

/** Tells of a call when it is over, however it ends. */
export async function observedToolCall<T>(
  onCall: OnToolCall | undefined,
  tool: string | null,
  call: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const tell = (outcome: ToolCallFacts['outcome']) =>
    onCall?.({ tool, outcome, durationMs: performance.now() - startedAt });
  try {
    const result = await call();
    tell('done');
    return result;
  } catch (error) {
    tell(outcomeOf(error));
    throw error;
  }
}

function outcomeOf(error: unknown): ToolCallFacts['outcome'] {
  if (!(error instanceof ToolError) || error.code === 'MODEL_UNAVAILABLE') return 'failed';
  return error.code === 'TOOL_LIMIT_EXCEEDED' ? 'limit' : 'refused';
}
