import { accountOf, type RequestAccount } from '#capabilities/request-account.ts';
import type { TurnInput } from '#capabilities/agent-turn.ts';

type History = Pick<TurnInput, 'turns' | 'results'>;

/** The requests of a run in their order, each with the call that it is, whatever the id of that. */
const identified = ({ turns, results }: History) =>
  turns
    .flatMap(({ calls }) => calls)
    .flatMap((call, index) => {
      const account = accountOf(call, results[index] ?? 'not-sent');
      return account === null ? [] : [{ account, sameCall: JSON.stringify({ ...call, callId: '' }) }];
    });

/** The requests of a run in their order. */
export const requestsOf = (history: History): readonly RequestAccount[] =>
  identified(history).map(({ account }) => account);

/** The requests of a run; repeated ones only once, as they were last. */
export function lastRequestsOf(history: History): readonly RequestAccount[] {
  const all = identified(history);
  return all
    .filter(({ sameCall }, index) => all.findLastIndex((other) => other.sameCall === sameCall) === index)
    .map(({ account }) => account);
}
