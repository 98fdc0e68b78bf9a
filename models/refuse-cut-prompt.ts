import type { TurnUsage } from '../contracts/turn.ts';
import { ModelFailure } from '../domain/model-failure.ts';

/** Below this the difference proves nothing. */
const promptCharsMin = 24_000;
/** Even text that repeats itself has more tokens than one in this many characters. */
const charsPerTokenMax = 16;

/**
 * Some local servers cut a prompt to their context without a word, our rules first. An answer to a prompt that was
 * counted as far shorter than it is must not be acted on. Throws ModelFailure.
 */
export function refuseCutPrompt(prompt: object, { inputTokens, isReported }: TurnUsage): void {
  if (!isReported) return;
  const chars = JSON.stringify(prompt).length;
  if (chars > promptCharsMin && inputTokens * charsPerTokenMax < chars)
    throw new ModelFailure({ kind: 'bad-request' });
}
