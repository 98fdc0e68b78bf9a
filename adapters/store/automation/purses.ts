import { randomUUID } from 'node:crypto';

import type { BudgetAmount, MaxUsage, Purse } from '#contracts/turn.ts';
import { type BudgetSpan, beyondSpan, heldIn, unpricedIn } from '#domain/budget.ts';
import { localDay } from '#domain/local-day.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { defaultTimeZone } from '#domain/time-zone.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { named, script } from '../script.ts';
import { createAskByZone } from './ask-by-zone.ts';

const reserveScript = script('reserve', ['stored-limits', 'budget']);
const settleScript = script('settle-reservation', ['budget']);

/** Longer than any step that asks a model may take. */
const leaseMs = 16 * 60_000;

/** The place of a call: a later attempt at the same place takes the place of the reservations of the former. */
interface Place {
  readonly workspaceId: string;
  /** The automation, or the conversation, for which no budget of its own holds. */
  readonly ownerId: string;
  /** Null where no run asks. */
  readonly runId: string | null;
  readonly place: string;
}

/** The budgets of automations and workspaces, from which calls of models are paid: the most that one may cost is taken before it. */
export function createPurses({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  const askByZone = createAskByZone();

  return function purseOf({ workspaceId, ownerId, runId, place }: Place): Purse {
    const call = `${runId ?? ownerId}/${place}`;
    const attempt = randomUUID();
    const [automation, reservations] = [
      keys.automation(workspaceId, ownerId),
      keys.reservations(workspaceId),
    ];
    let calls = 0;

    async function take({ inputTokens, outputTokens, amountMicros }: MaxUsage, model: string) {
      calls += 1;
      const number = calls;
      const tokens = inputTokens + outputTokens;
      const amount = { tokens, micros: amountMicros ?? undefined };
      const answer = await askByZone(workspaceId, async (known) => {
        const zone = known ?? defaultTimeZone;
        const day = localDay(new Date(now()), zone);
        return (await reserveScript(
          redis,
          [automation, keys.workspace(workspaceId), reservations, keys.budgetUse(workspaceId, ownerId, day)],
          [named({ call, attempt, number, zone, leaseMs, ...amount })],
        )) as string[];
      });
      if (answer[0] === 'none') return () => Promise.resolve();
      if (answer[0] !== 'taken') throw refusalOf(answer, model);
      return async (used: BudgetAmount): Promise<void> => {
        await settleScript(
          redis,
          [reservations, automation, ...(runId === null ? [] : [keys.run(workspaceId, runId)])],
          [`${call}/${attempt}/${number}`, String(used.tokens), String(used.amountMicros)],
        );
      };
    }

    return { take };
  };
}

export type PurseOf = ReturnType<typeof createPurses>;

function refusalOf([status, span, part, max, tokens = '', micros = '']: readonly string[], model: string) {
  const of = span as BudgetSpan;
  if (status === 'wait') return new ModelFailure({ kind: 'budget', reason: heldIn(of), left: null });
  if (status === 'unpriced')
    return new ModelFailure({ kind: 'budget', reason: unpricedIn(of, model), left: {} });
  const left = {
    ...(tokens !== '' && { tokens: Number(tokens) }),
    ...(micros !== '' && { amountMicros: Number(micros) }),
  };
  const reason = beyondSpan(of, part as 'tokens' | 'amountMicros', Number(max));
  return new ModelFailure({ kind: 'budget', reason, left });
}
