import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { Ending } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { readJsonAnswer } from './answer-schema.ts';
import {
  type AnsweredRequest,
  expectedByPlan,
  type Expecting,
  unmetExpectation,
} from './unmet-expectation.ts';

interface Done {
  readonly delivery: TurnDelivery;
  readonly answer: string | null;
  readonly answered: () => Promise<readonly AnsweredRequest[]>;
}

/**
 * Facts decide about a success: a run without a request that its automation expects failed, whoever says what, and so did
 * one whose answer is not JSON of its schema.
 */
export async function judgeEnding(
  revision: Expecting & { readonly answerSchema: AnswerSchema | null },
  ending: Ending,
  { delivery, answer, answered }: Done,
): Promise<Ending> {
  if (ending.outcome !== 'succeeded') return ending;
  const { answerSchema } = revision;
  const read = answerSchema === null ? null : readJsonAnswer(answerSchema, answer ?? '');
  if (read !== null && 'problem' in read) return { outcome: 'failed', reason: `answer: ${read.problem}` };
  const succeeded: Ending = read === null ? ending : { ...ending, hasResult: true };
  if (revision.expects.length === 0 && expectedByPlan(revision).length === 0) return succeeded;
  const reason = unmetExpectation(revision, delivery, await answered());
  return reason === null ? succeeded : { ...succeeded, outcome: 'failed', reason };
}
