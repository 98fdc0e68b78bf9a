import type { Purse } from '#contracts/turn.ts';
import type { RehearsalRef } from '#contracts/rehearsal.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import type { Rehearsals } from '#store/rehearsal/rehearsals.ts';

const reason = 'The budget of the rehearsal is used up.';

/** Pays calls of models out of the budget of a rehearsal, and out of `also`. `isEmpty`: a call was refused for want of budget. */
export function createRehearsalPurse(
  rehearsals: Pick<Rehearsals, 'take' | 'give'>,
  ref: RehearsalRef,
  also: Purse,
) {
  let isEmpty = false;
  const purse: Purse = {
    take: async (most, model) => {
      const taken = { tokens: most.inputTokens + most.outputTokens, amountMicros: most.amountMicros ?? 0 };
      if (!(await rehearsals.take(ref, taken))) {
        isEmpty = true;
        throw new ModelFailure({ kind: 'budget', reason, left: {} });
      }
      const pay = await also.take(most, model).catch(async (refusal: unknown) => {
        await rehearsals.give(ref, taken);
        isEmpty = true;
        throw refusal;
      });
      return async (used) => {
        await Promise.all([
          pay(used),
          rehearsals.give(ref, {
            tokens: taken.tokens - used.tokens,
            amountMicros: taken.amountMicros - used.amountMicros,
          }),
        ]);
      };
    },
  };
  return { purse, isEmpty: () => isEmpty };
}
