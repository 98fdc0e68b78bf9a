import type { FilterInput, FilterVerdict } from '#contracts/turn.ts';
import { noUsage } from '#domain/no-usage.ts';
import { isBadAnswer } from '#domain/model-failure.ts';
import { type ConditionOutcome, judgeCondition, plainCondition } from '#rules/judge-condition.ts';
import { askQuestions } from './ask-questions.ts';
import type { LoadedModel } from './loaded-model.ts';
import { noTurnCost } from '#domain/turn-cost.ts';

type Condition = NonNullable<FilterInput['condition']>;

/**
 * Judges a delivery by a condition that is not certain about it, in one call: the questions that it still asks, and the
 * English beside it, which decides where the condition stays unknown.
 */
export async function judgeConditionWithModel(
  loaded: LoadedModel,
  input: FilterInput,
  condition: Condition,
): Promise<FilterVerdict> {
  const { asks, ...open } = judgeCondition(condition, input.delivery);
  const shared = { plain: plainCondition(condition), model: loaded.id };
  const whole = condition.english === null ? [] : [wholeQuestion(condition.english)];
  const questions = [...asks, ...whole];
  if (open.verdict !== 'needs_model' || questions.length === 0)
    return { ...shared, ...open, modelCalls: 0, usage: noUsage, cost: noTurnCost };
  const { answers, usage } = await askQuestions(loaded, questions, input).catch(unreadable);
  const paid = { modelCalls: 1, usage, cost: loaded.costOf(usage) };
  const { asks: _, ...judged } = judgeCondition(condition, input.delivery, answers);
  const [question] = whole;
  const english = question === undefined ? null : (answers[question] ?? null);
  if (judged.verdict !== 'needs_model' || english === null) return { ...shared, ...judged, ...paid };
  return { ...shared, ...byEnglish(english, open), ...paid };
}

const wholeQuestion = (english: string) =>
  `Does the delivery meet this condition? If the condition says which deliveries to ignore or to skip, the others meet it. Condition: ${english}`;

function byEnglish(matches: boolean, { evidence }: Pick<ConditionOutcome, 'evidence'>) {
  const found = `${evidence}; the model finds that it ${matches ? 'meets' : 'does not meet'} the filter`;
  return matches
    ? ({ verdict: 'run', reason: `The filter matched: ${found}.`, evidence: found } as const)
    : ({ verdict: 'skip', reason: `The filter did not match: ${found}.`, evidence: found } as const);
}

/** An answer that cannot be read answers nothing. */
function unreadable(error: unknown) {
  if (!isBadAnswer(error)) throw error;
  return { answers: {} as Record<string, boolean | null>, usage: error.usage };
}
