import { type CapabilityCall, capabilityOf } from '#capabilities/calls.ts';
import type { TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import type { RunRef } from '#contracts/run.ts';
import { beyondRequests, type BudgetLimits, defaultBudget } from '#domain/budget.ts';
import type { Runs } from '#store/run/runs.ts';
import type { AgentModels } from './agent-models.ts';
import { createAskModel } from './ask-model.ts';
import { createBudgetCheck } from './budget-check.ts';
import { assertWritten } from './effect-mark.ts';
import { createEndingCheck, type History } from './check-ending.ts';
import { endRun } from './end-run.ts';
import { inSlot } from './in-slot.ts';
import { takeLastTurn } from './last-turn.ts';
import { overBudget } from './public-failure.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';
import type { TargetSpeed } from './target-speed.ts';
import { createTurnInputBuilder, type TurnInputDeps } from './turn-input.ts';
import { type Choice, inOrder, withFallback } from './with-fallback.ts';
import type { TurnReport } from '#contracts/turn-report.ts';
import { endingOf, reportOf, stoppedReport } from './turn-report.ts';

interface TurnDeps extends TurnInputDeps {
  readonly models: AgentModels;
  readonly runs: Runs;
  readonly targetSpeed: TargetSpeed;
}

interface Done extends History {
  readonly output: TurnOutput;
}

/** One turn of the agent. */
export function turnActivities(deps: TurnDeps) {
  const { models, runs, targetSpeed } = deps;
  const buildTurnInput = createTurnInputBuilder(deps);
  const checkEnding = createEndingCheck(deps);
  const askModel = createAskModel(runs);
  const fit = createBudgetCheck(runs);

  /**
   * Takes turn `turn`, counted from 1, and ends the run when the agent is done or a budget is used up. `over` says that one
   * is: the turn is then the last one. A turn whose answer is stored is not paid for twice.
   */
  async function takeTurn(
    run: RunRef,
    turn: number,
    requestsSent: number,
    budget: BudgetLimits = defaultBudget,
    over: string | null = null,
  ): Promise<TurnReport> {
    const [turns, context] = await Promise.all([runs.turns(run), runs.context(run)]);
    const saved = turns[turn - 1];
    const reportOn = (output: TurnOutput) => report(run, { output, turns, context });
    if (saved !== undefined) return await reportOn(saved);
    const runModels = inOrder(await models.of(run.workspaceId, context), turns);
    const maxRequests = budget.requests - requestsSent;
    async function takeBy(choice: Choice): Promise<TurnReport> {
      const { model } = choice;
      // Held-back writes must not wait for the answer of a model.
      if (!model.isOffline) assertWritten(await retryUntilPersisted(() => runs.persist(run)));
      const input = await buildTurnInput(run, { context, turns, model, maxRequests, budget });
      const ask = (given: TurnInput) =>
        askModel(run, { ...choice, ...isBudgetedIn(context), turn, input: given, told: input.told });
      const usedUp = over ?? (insistsOnRequests(turns, maxRequests) ? beyondRequests(budget) : null);
      const fitted = usedUp === null ? await fit(run, { model, input, budget }) : { beyond: usedUp, input };
      const asked = fitted.beyond ?? (await ask(fitted.input).catch(sentenceIfOverBudget));
      if (typeof asked !== 'string') return await reportOn(asked);
      const last = await takeLastTurn({ run, model, input, budget, reason: asked }, { fit, ask });
      if (last !== null) return await reportOn(last);
      return stoppedReport(await endRun(runs, run, { outcome: 'failed', reason: asked }));
    }
    return await inSlot(runs, { run, context, model: runModels.first }, (queuedMs) =>
      withFallback({ ...runModels, queuedMs }, takeBy),
    );
  }

  async function report(run: RunRef, { output, ...history }: Done): Promise<TurnReport> {
    const ending = await checkEnding(run, endingOf(output), output.answer, history);
    return reportOf(output, ending && (await endRun(runs, run, ending)), isQuick);
  }

  function isQuick(call: CapabilityCall): boolean {
    const capability = capabilityOf(call);
    return capability.kind === 'request' && !targetSpeed.isSlow(capability.targetOf(call));
  }

  return { takeTurn };
}

const isBudgetedIn = ({ isBudgeted }: History['context']) => ({ isBudgeted });

function sentenceIfOverBudget(error: unknown): string {
  const sentence = overBudget(error);
  if (sentence === null) throw error;
  return sentence;
}

/** Whether the model asks for more requests than are left, although it was told so, or none is left. */
function insistsOnRequests(turns: readonly TurnOutput[], maxRequests: number): boolean {
  const [before, last] = turns.slice(-2).map(({ remark }) => remark === 'too-many-requests');
  return maxRequests <= 0 ? (last ?? before) === true : before === true && last === true;
}
