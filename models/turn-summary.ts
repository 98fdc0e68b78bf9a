import { capabilityOf } from '../capabilities/calls.ts';
import type { TurnOutput } from '../capabilities/agent-turn.ts';

const bytesMax = 200;

/** Summary of a turn for operators. Without content, because it enters the workflow history. */
export function summaryLine({
  calls,
  isDone,
  needsModel,
  finishReason,
}: Pick<TurnOutput, 'calls' | 'isDone' | 'needsModel' | 'finishReason'>): string {
  if (needsModel !== null) return 'The rules did not understand every sentence; nothing was sent';
  if (isDone) return finishReason === 'length' ? 'Answered, cut at the token limit' : 'Answered';
  if (calls.length === 0) return 'Asked for something malformed and was told so';
  const names = calls.map((call) => capabilityOf(call).describeBriefly?.(call) ?? call.name);
  const text = `Asked for ${names.join(', ')}`;
  return text.length <= bytesMax ? text : `Asked for ${calls.length} calls`;
}
