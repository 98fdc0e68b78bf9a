import { z } from 'zod';

import type { FilterInput, TurnUsage } from '#contracts/turn.ts';
import { defaultBudget } from '#domain/budget.ts';
import { askForObject } from './ask-for-object.ts';
import { dataRule } from './data-markers.ts';
import type { LoadedModel } from './loaded-model.ts';
import { deliveryText, nowText } from './prompt.ts';
import { shownBytesMax } from './shown-bytes.ts';

const schema = z.object({
  answers: z.array(z.object({ number: z.int(), answer: z.enum(['yes', 'no', 'unsure']) })).max(8),
});
const shape =
  '{"answers": [{"number": of the question, "answer": "yes" or "no" or "unsure"}], one for each question}';
const instructions = `You answer questions of an owner about a delivery. ${dataRule}
Say "unsure" when the delivery does not tell.`;

/** Asks the model all questions in one call. An answer is null where the model is unsure or gives none. */
export async function askQuestions(
  loaded: LoadedModel,
  questions: readonly string[],
  { clock, delivery, nonce, signal }: Pick<FilterInput, 'clock' | 'delivery' | 'nonce' | 'signal'>,
): Promise<{ readonly answers: Readonly<Record<string, boolean | null>>; readonly usage: TurnUsage }> {
  const list = questions.map((question, index) => `Question ${index + 1}: ${question}`).join('\n');
  const { object, usage } = await askForObject(loaded, {
    instructions,
    shape,
    schema,
    prompt: `${list}\n\n${nowText(clock)}\n${deliveryText(delivery, nonce, shownBytesMax(loaded.id, defaultBudget.tokens))}`,
    maxOutputTokens: 1_000,
    functionId: 'condition-ask',
    signal,
  });
  const given = new Map(object.answers.map(({ number, answer }) => [number, answer]));
  const answers = questions.map((question, index) => [question, booleans[given.get(index + 1) ?? 'unsure']]);
  return { answers: Object.fromEntries(answers) as Record<string, boolean | null>, usage };
}

const booleans = { yes: true, no: false, unsure: null } as const;
