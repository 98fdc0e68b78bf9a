import { capabilityOf } from '#capabilities/calls.ts';
import type { TurnOutput } from '#capabilities/agent-turn.ts';
import { summaryOf } from './remarks.ts';

const bytesMax = 200;

/** Summary of a turn for operators. Without content, because it enters the workflow history. */
export function summaryLine({
  calls,
  isDone,
  needsModel,
  failure,
  remark,
}: Pick<TurnOutput, 'calls' | 'isDone' | 'needsModel' | 'failure' | 'remark'>): string {
  if (needsModel !== null) return 'The rules did not understand every sentence; nothing was sent';
  if (remark !== undefined) return isDone ? summaryOf(remark) : `${summaryOf(remark)}, and was told so`;
  if (isDone) return failure === null ? 'Answered' : 'Reported a failure';
  if (calls.length === 0) return 'Asked for too much at once, and was told so';
  const names = calls.map((call) => capabilityOf(call).describeBriefly?.(call) ?? call.name);
  const text = `Asked for ${names.join(', ')}`;
  return text.length <= bytesMax ? text : `Asked for ${calls.length} calls`;
}
