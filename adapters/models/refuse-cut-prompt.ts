import type { TurnUsage } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';

/** Shorter prompts are not checked: the ratio proves nothing. */
const promptCharsMin = 24_000;
/** Even repetitive text has fewer characters per token than this. */
const charsPerTokenMax = 16;

/**
 * Some local servers silently truncate a prompt to their context, dropping our rules first. If the reported token count
 * is far too low for the prompt, the answer must not be acted on. Throws ModelFailure.
 */
export function refuseCutPrompt(prompt: object, { inputTokens, isReported }: TurnUsage): void {
  if (!isReported) return;
  const chars = JSON.stringify(prompt).length;
  if (chars > promptCharsMin && inputTokens * charsPerTokenMax < chars)
    throw new ModelFailure({ kind: 'cut-prompt' });
}
