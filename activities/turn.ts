import type { Ending, RunRef, Step } from '../contracts/run.ts';
import type { TurnOutput } from '../contracts/turn.ts';
import { defaultBudget, outputTokensPerTurnMax } from '../domain/budget.ts';
import type { PolicyRecords } from '../contracts/policy.ts';
import type { Automations } from '../store/automations.ts';
import type { Messages } from '../store/messages.ts';
import type { Access, RunContext } from '../store/run-context.ts';
import type { Runs } from '../store/runs.ts';
import type { AgentModels } from './agent-models.ts';
import { describeCall } from './describe-call.ts';
import { endRun } from './end-run.ts';
import { whileAlive } from './heartbeat.ts';
import { createOpenings } from './opening.ts';
import { withPublicFailures } from './public-failure.ts';
import { transcriptOf } from './transcript.ts';

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

/** More allowed domains than this are not named to the model; they are allowed all the same. */
const accessShownMax = 200;

/** What a turn is made from. */
interface Thought {
  readonly context: RunContext;
  readonly access: Access;
  readonly turns: readonly TurnOutput[];
  readonly maxRequests: number;
}

/** One turn of the agent's mind. */
export function turnActivities({
  automations,
  messages,
  models,
  policies,
  runs,
}: {
  automations: Automations;
  messages: Pick<Messages, 'earlier'>;
  models: AgentModels;
  policies: PolicyRecords;
  runs: Runs;
}) {
  const openings = createOpenings({ automations, messages, runs });

  /**
   * Takes turn number `turn`, counted from 1, and ends the run when the agent is done. A turn whose answer is saved is
   * not paid a second time.
   */
  async function takeTurn(run: RunRef, turn: number, requestsSent: number): Promise<TurnReport> {
    const [turns, context] = await Promise.all([runs.turns(run), runs.context(run)]);
    const output =
      turns[turn - 1] ?? (await thinkAndSave(run, context, turns, defaultBudget.requests - requestsSent));
    const ending = endingOf(output);
    return reportOf(output, ending && (await endRun(runs, run, ending)));
  }

  async function thinkAndSave(
    run: RunRef,
    context: RunContext,
    turns: readonly TurnOutput[],
    maxRequests: number,
  ): Promise<TurnOutput> {
    const startedAt = new Date();
    const access = context.access ?? (await accessOf(run, context));
    const output = await think(run, { context, access, turns, maxRequests });
    await runs.saveTurn(run, turns.length + 1, { output, step: stepOf(output, startedAt), access });
    return output;
  }

  async function accessOf({ workspaceId }: RunRef, { agentId }: RunContext): Promise<Access> {
    const query = { limit: accessShownMax, cursor: undefined };
    const { items } = await policies.list({ workspaceId, agentId }, query);
    return items.map(({ domain, headerName }) => ({ domain, headerName }));
  }

  async function think(run: RunRef, { context, access, turns, maxRequests }: Thought): Promise<TurnOutput> {
    const { agentId, automationName, nonce } = context;
    const model = await models.of(run.workspaceId, agentId);
    const [calls, { earlier, ...opening }] = await Promise.all([
      runs.calls(run),
      openings.of(run, context, model),
    ]);
    return await whileAlive((signal) =>
      withPublicFailures(() =>
        model.turn({
          ...opening,
          automationName,
          access,
          nonce,
          messages: [...earlier, ...transcriptOf(turns, calls, model, nonce)],
          limits: { maxOutputTokens: outputTokensPerTurnMax, maxRequests },
          signal,
        }),
      ),
    );
  }

  return { takeTurn };
}

function endingOf({ isDone, needsModel, failure }: TurnOutput): Ending | null {
  if (!isDone) return null;
  if (needsModel !== null) return { outcome: 'needs_model', reason: needsModel };
  return { outcome: failure === null ? 'succeeded' : 'failed', reason: failure };
}

function reportOf({ calls, usage, cost, summary }: TurnOutput, ending: Ending | null): TurnReport {
  return {
    calls: calls.map((call) => ({
      callId: call.callId,
      kind: call.name === 'http_request' ? 'request' : 'read',
      summary: describeCall(call),
    })),
    ending,
    tokens: usage.inputTokens + usage.outputTokens,
    amountMicros: cost.amountMicros ?? 0,
    summary,
  };
}

function stepOf({ model, usage, summary }: TurnOutput, startedAt: Date): Step {
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
