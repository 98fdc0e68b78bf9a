import { offlineModelId } from '#domain/offline-model-id.ts';
import type { OperationCalls } from '../../routing/call-operation.ts';

type Step = Awaited<ReturnType<OperationCalls['readDelivery']>>['steps'][number];
type Turn = Extract<Step, { kind: 'model' }>;

/** Finish reasons of failures, in words. */
const badEnds: ReadonlyMap<string, string> = new Map([
  ['length', 'cut off at the output limit'],
  ['content-filter', 'refused, or stopped by its provider'],
  ['error', 'the provider could not read a call'],
]);

const tokens = new Intl.NumberFormat('en');

/** The usage of a model turn and its finish reason; null for the offline rules, which use nothing. */
export function turnFigures(turn: Turn): string | null {
  const { model, finishReason = null, tries = [], nextTryAt = null } = turn;
  if (model === offlineModelId) return null;
  const parts = [
    ...usedBy(turn),
    ...(finishReason === null ? [] : [finishWords(finishReason)]),
    ...(tries.length === 0 ? [] : [`asked ${tries.length} times`]),
    ...(nextTryAt === null ? [] : [`asked again at ${nextTryAt}`]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

export const isBadEnd = (turn: Turn): boolean =>
  hasNoAnswer(turn) || (turn.finishReason != null && badEnds.has(turn.finishReason));

const hasNoAnswer = ({ tries = [] }: Turn): boolean => (tries.at(-1)?.error ?? null) !== null;

/** Nothing where the provider reported no tokens. */
function usedBy(turn: Turn): readonly string[] {
  const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 } = turn;
  if (inputTokens + outputTokens === 0) return [];
  const cached = cachedInputTokens > 0 ? `, ${tokens.format(cachedInputTokens)} of them cached` : '';
  const reasoned = reasoningTokens > 0 ? `, ${tokens.format(reasoningTokens)} of them reasoning` : '';
  return [
    `${tokens.format(inputTokens)} tokens read${cached}`,
    `${tokens.format(outputTokens)} written${reasoned}`,
  ];
}

function finishWords(finishReason: string): string {
  const words = badEnds.get(finishReason);
  return `finish reason ${finishReason}${words === undefined ? '' : ` (${words})`}`;
}
