import type { Ending, ModelStep, RunRef } from '../contracts/run.ts';
import { capabilityOf } from '../capabilities/calls.ts';
import type { AgentModel, TurnOutput } from '../capabilities/agent-turn.ts';
import { accessShownMax } from '../domain/access-shown.ts';
import { type BudgetLimits, defaultBudget, outputTokensPerTurnMax } from '../domain/budget.ts';
import { knownPartOf } from '../domain/cost.ts';
import type { Automations } from '../store/automations.ts';
import type { Messages } from '../store/messages.ts';
import type { Access, RunContext } from '../store/run-context.ts';
import type { PolicyStore } from '../store/policies.ts';
import type { Runs } from '../store/runs.ts';
import type { AgentModels } from './agent-models.ts';
import { createBudgetCheck } from './budget-check.ts';
import { describeCall } from './describe-call.ts';
import { endRun } from './end-run.ts';
import { withHeartbeat } from './with-heartbeat.ts';
import { createPromptContextBuilder } from './prompt-context.ts';
import { trackBillableAttempt } from './track-billable-attempt.ts';
import { withPublicFailures } from './public-failure.ts';
import { resultsOf, transcriptOf } from './transcript.ts';

/** A call as the workflow sees it: enough to schedule and to name it, none of its content. */
export interface PlannedCall {
  readonly callId: string;
  readonly kind: 'request' | 'read';
  /** For operators, such as "POST api.example.com/orders". */
  readonly summary: string;
}

export interface TurnReport {
  readonly calls: readonly PlannedCall[];
  /** Null while the agent goes on. */
  readonly ending: Ending | null;
  readonly tokens: number;
  /** The known part of what the turn cost. */
  readonly amountMicros: number;
  readonly summary: string;
}

/** What a turn is made from. */
interface Thought {
  readonly context: RunContext;
  readonly access: Access;
  readonly turns: readonly TurnOutput[];
  readonly model: AgentModel;
  readonly maxRequests: number;
}

/** One turn of the agent's mind. */
export function turnActivities({
  automations,
  messages,
  models,
  policyRecords,
  runs,
}: {
  automations: Automations;
  messages: Pick<Messages, 'earlier'>;
  models: AgentModels;
  policyRecords: Pick<PolicyStore, 'list'>;
  runs: Runs;
}) {
  const buildPromptContext = createPromptContextBuilder({ automations, messages, runs });
  const beyondBudget = createBudgetCheck(runs);

  /**
   * Takes turn number `turn`, counted from 1, and ends the run when the agent is done or the turn might not fit what is
   * left of the budget. A turn whose answer is saved is not paid a second time.
   */
  async function takeTurn(
    run: RunRef,
    turn: number,
    requestsSent: number,
    budget: BudgetLimits = defaultBudget,
  ): Promise<TurnReport> {
    const [turns, context] = await Promise.all([runs.turns(run), runs.context(run)]);
    const saved = turns[turn - 1];
    if (saved !== undefined) return await reportOn(run, saved);
    const startedAt = new Date();
    const access = context.access ?? (await accessOf(run, context));
    const model = await models.of(run.workspaceId, context.agentId);
    const maxRequests = budget.requests - requestsSent;
    const input = await inputOf(run, { context, access, turns, model, maxRequests });
    const beyond = await beyondBudget(run, { model, input, budget });
    if (beyond !== null) return stopped(await endRun(runs, run, { outcome: 'failed', reason: beyond }));
    const paid = { run, model, place: String(turn) };
    const asked = await withHeartbeat((signal) =>
      withPublicFailures(() => trackBillableAttempt(runs, paid, () => model.turn({ ...input, signal }))),
    );
    const { output } = asked;
    await runs.saveTurn(run, turn, { ...asked, step: stepOf(output, startedAt), access });
    return await reportOn(run, output);
  }

  async function reportOn(run: RunRef, output: TurnOutput): Promise<TurnReport> {
    const ending = endingOf(output);
    return reportOf(output, ending && (await endRun(runs, run, ending)));
  }

  async function accessOf({ workspaceId }: RunRef, { agentId }: RunContext): Promise<Access> {
    const query = { limit: accessShownMax, cursor: undefined };
    const { items } = await policyRecords.list({ workspaceId, agentId }, query);
    return items.map(({ domain, headerName }) => ({ domain, headerName }));
  }

  async function inputOf(run: RunRef, { context, access, turns, model, maxRequests }: Thought) {
    const { nonce } = context;
    const [calls, { earlier, ...opening }] = await Promise.all([
      runs.calls(run),
      buildPromptContext(run, context, model),
    ]);
    return {
      ...opening,
      automationName: context.kind === 'delivery' ? context.automationName : context.agentName,
      access,
      nonce,
      messages: [...earlier, ...transcriptOf(turns, calls, model, nonce)],
      results: resultsOf(turns, calls),
      limits: { maxOutputTokens: outputTokensPerTurnMax, maxRequests },
    };
  }

  return { takeTurn };
}

function endingOf({ isDone, needsModel, failure }: TurnOutput): Ending | null {
  if (!isDone) return null;
  if (needsModel !== null) return { outcome: 'needs_model', reason: needsModel };
  return { outcome: failure === null ? 'succeeded' : 'failed', reason: failure };
}

const stopped = (ending: Ending): TurnReport => ({
  calls: [],
  ending,
  tokens: 0,
  amountMicros: 0,
  summary: 'Not taken: it might not fit what is left of the budget',
});

function reportOf({ calls, usage, cost, summary }: TurnOutput, ending: Ending | null): TurnReport {
  return {
    calls: calls.map((call) => ({
      callId: call.callId,
      kind: capabilityOf(call).kind,
      summary: describeCall(call),
    })),
    ending,
    tokens: usage.inputTokens + usage.outputTokens,
    amountMicros: knownPartOf(cost),
    summary,
  };
}

function stepOf({ model, usage, summary }: TurnOutput, startedAt: Date): ModelStep {
  return {
    kind: 'model',
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    model,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    summary,
  };
}
