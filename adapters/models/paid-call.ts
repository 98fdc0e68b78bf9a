import type { MaxUsageBy } from '#capabilities/agent-turn.ts';
import type { BudgetAmount, MaxUsage, TurnUsage } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { outputRoom } from '#domain/output-room.ts';
import type { LoadedModel } from './loaded-model.ts';

/** An answer that may have fewer tokens than this share of the usual ones is not worth a call. */
const outputShareMin = 1 / 4;
/** Even repetitive text has no more bytes a token, and the most of a prompt is counted at three. */
const bytesPerTokenMax = 16;
const overestimateMax = bytesPerTokenMax / 3;
const nothing: BudgetAmount = { tokens: 0, amountMicros: 0 };

interface Answered {
  readonly usage: TurnUsage;
  /** Bytes of what came as an answer. */
  readonly bytes: number;
}

/**
 * Takes the most that a call may cost out of its purse before it, with a shorter answer where that fits, and pays
 * afterwards. A provider that tells no usage, or one that cannot be true, is paid the most.
 */
export async function paidCall<T>(
  loaded: Pick<LoadedModel, 'id' | 'purse' | 'costOf'>,
  measure: () => MaxUsageBy,
  call: (outputTokensLeft?: number) => Promise<T>,
  answered: (answer: T) => Answered,
): Promise<T> {
  const { purse } = loaded;
  if (purse === undefined) return await call();
  const take = async (most: MaxUsage) => ({ most, pay: await purse.take(most, loaded.id) });
  const mostBy = measure();
  const largest = mostBy();
  let outputTokensLeft: number | undefined;
  const { most, pay } = await take(largest).catch(async (refusal: unknown) => {
    outputTokensLeft = roomAfter(refusal, mostBy(0), largest);
    if (outputTokensLeft === undefined) throw refusal;
    return await take(mostBy(outputTokensLeft));
  });
  let answer;
  try {
    answer = await call(outputTokensLeft);
  } catch (error) {
    await pay(costOfFailure(loaded, most, error));
    throw error;
  }
  await pay(costOfAnswer(loaded, most, answered(answer)));
  return answer;
}

/** The tokens of a shorter answer that fits what is left; undefined where none does. */
function roomAfter(refusal: unknown, prompt: MaxUsage, largest: MaxUsage): number | undefined {
  if (!(refusal instanceof ModelFailure) || refusal.failure.kind !== 'budget') return undefined;
  const { left } = refusal.failure;
  if (left === null || prompt.outputTokens === largest.outputTokens) return undefined;
  const limits = { tokens: left.tokens ?? Infinity, amountMicros: left.amountMicros ?? null };
  const room = outputRoom(limits, nothing, { prompt, largest });
  const isWorthIt = room >= largest.outputTokens * outputShareMin && room < largest.outputTokens;
  return isWorthIt ? room : undefined;
}

function costOfAnswer(
  { costOf }: Pick<LoadedModel, 'costOf'>,
  most: MaxUsage,
  { usage, bytes }: Answered,
): BudgetAmount {
  const told = {
    tokens: usage.inputTokens + usage.outputTokens,
    amountMicros: costOf(usage).amountMicros ?? 0,
  };
  const isBelievable =
    usage.isReported &&
    usage.inputTokens * overestimateMax >= most.inputTokens &&
    usage.outputTokens * bytesPerTokenMax >= bytes;
  if (isBelievable) return told;
  return {
    tokens: Math.max(told.tokens, most.inputTokens + most.outputTokens),
    amountMicros: Math.max(told.amountMicros, most.amountMicros ?? 0),
  };
}

/** A call that the provider refused or failed costs nothing; one whose answer is lost, or that was cut short, may be billed. */
function costOfFailure(loaded: Pick<LoadedModel, 'costOf'>, most: MaxUsage, error: unknown): BudgetAmount {
  const failed =
    error instanceof ModelFailure ? error : new ModelFailure({ kind: 'unavailable', isAnswerLost: true });
  const { failure, usage } = failed;
  if (failure.kind !== 'bad-answer' && !('isAnswerLost' in failure)) return nothing;
  return costOfAnswer(loaded, most, { usage, bytes: 0 });
}
