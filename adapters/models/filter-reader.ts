import { z } from 'zod';

import type { FilterInput, TurnUsage } from '#contracts/turn.ts';
import { defaultBudget } from '#domain/budget.ts';
import { askForObject } from './ask-for-object.ts';
import { dataRule } from './data-markers.ts';
import type { LoadedModel } from './loaded-model.ts';
import { deliveryText, nowText } from './prompt.ts';
import { shownBytesMax } from './shown-bytes.ts';

const answer = z.object({
  matches: z.boolean(),
  confidence: z.enum(['sure', 'unsure']),
  reason: z.string().max(1_000),
});
const shape =
  '{"matches": true or false, "confidence": "sure" or "unsure", "reason": "one short sentence for the owner"}';
const instructions = `You decide whether a delivery meets a condition of its owner.
The condition is the first line. If it says which deliveries to ignore or to skip, the others meet it. ${dataRule}
Say "unsure" when the delivery does not tell.`;

const reasonCharsMax = 300;

/** Asks the model whether a delivery meets a filter. */
export async function askReader(
  loaded: LoadedModel,
  condition: string,
  { clock, delivery, nonce, signal }: Pick<FilterInput, 'clock' | 'delivery' | 'nonce' | 'signal'>,
): Promise<{
  readonly matches: boolean;
  readonly isUnsure: boolean;
  readonly reason: string;
  readonly usage: TurnUsage;
}> {
  const { object, usage } = await askForObject(loaded, {
    instructions,
    shape,
    schema: answer,
    prompt: `Condition: ${condition}\n\n${nowText(clock)}\n${deliveryText(delivery, nonce, shownBytesMax(loaded.id, defaultBudget.tokens))}`,
    maxOutputTokens: 1_000,
    functionId: 'filter-reader',
    signal,
  });
  const { matches, confidence, reason } = object;
  return { matches, isUnsure: confidence === 'unsure', reason: reason.slice(0, reasonCharsMax), usage };
}
