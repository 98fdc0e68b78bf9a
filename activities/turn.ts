import type { Step, RunRef } from '../contracts/run.ts';
import type { ToolCall, TurnOutput } from '../contracts/turn.ts';
import { runLimits } from '../domain/run-limits.ts';
import type { PolicyRecords } from '../contracts/policy.ts';
import type { Automations } from '../store/automations.ts';
import type { CallRecord } from '../store/run-records.ts';
import type { Runs } from '../store/runs.ts';
import type { AgentModels } from './agent-models.ts';
import { describeCall } from './describe-call.ts';
import { whileAlive } from './heartbeat.ts';
import { withPublicFailures } from './public-failure.ts';

/** A call as the workflow sees it: enough to schedule and to name it, none of its content. */
export interface PlannedCall {
  readonly callId: string;
  readonly kind: 'request' | 'read';
  /** For operators, such as "POST api.example.com/orders". */
  readonly summary: string;
}

export interface TurnReport {
  readonly calls: readonly PlannedCall[];
  /** `undefined` while the agent goes on. */
  readonly ending?: 'succeeded' | 'needs_model';
  readonly tokens: number;
  readonly summary: string;
}

/** More allowed domains than this are not named to the model; they are allowed all the same. */
const accessShownMax = 200;

/** One turn of the agent's mind. */
export function turnActivities({
  automations,
  models,
  policies,
  runs,
}: {
  automations: Automations;
  models: AgentModels;
  policies: PolicyRecords;
  runs: Runs;
}) {
  /** Takes turn number `turn`, counted from 1. A turn whose answer is saved is not paid a second time. */
  async function takeTurn(run: RunRef, turn: number, requestsSent: number): Promise<TurnReport> {
    const turns = await runs.turns(run);
    const saved = turns[turn - 1];
    if (saved !== undefined) return reportOf(saved);
    const startedAt = new Date();
    const output = await think(run, turns, runLimits.requests - requestsSent);
    await runs.saveTurn(run, turn, output);
    await runs.saveAnswer(run, { answer: output.answer, reason: output.needsModel });
    await runs.saveStep(run, String(turn).padStart(3, '0'), stepOf(output, startedAt));
    return reportOf(output);
  }

  async function think(run: RunRef, turns: readonly TurnOutput[], maxRequests: number): Promise<TurnOutput> {
    const { workspaceId, automationId } = run;
    const [context, calls] = await Promise.all([runs.context(run), runs.calls(run)]);
    const { agentId, automationName, delivery, nonce, revision } = context;
    const [model, { instructions }, { items }] = await Promise.all([
      models.of(workspaceId, agentId),
      automations.revision(workspaceId, automationId, revision),
      policies.list({ workspaceId, agentId }, { limit: accessShownMax, cursor: undefined }),
    ]);
    const resultOf = (call: ToolCall) => model.toolResult(call, resultIn(calls, call), nonce);
    return await whileAlive((signal) =>
      withPublicFailures(() =>
        model.turn({
          instructions,
          automationName,
          delivery,
          access: items.map(({ domain, headerName }) => ({ domain, headerName })),
          nonce,
          messages: turns.flatMap((earlier) => [...earlier.messages, ...earlier.calls.map(resultOf)]),
          limits: { maxOutputTokens: runLimits.outputTokensPerTurn, maxRequests },
          signal,
        }),
      ),
    );
  }

  return { takeTurn };
}

function resultIn(calls: ReadonlyMap<string, CallRecord>, { callId }: ToolCall) {
  const record = calls.get(callId);
  if (record?.state === 'done') return record.result;
  return { kind: 'failed', message: 'The call was not carried out.' } as const;
}

function reportOf({ calls, isDone, needsModel, usage, summary }: TurnOutput): TurnReport {
  return {
    calls: calls.map((call) => ({
      callId: call.callId,
      kind: call.name === 'http_request' ? 'request' : 'read',
      summary: describeCall(call),
    })),
    ...(isDone && { ending: needsModel === null ? 'succeeded' : 'needs_model' }),
    tokens: usage.inputTokens + usage.outputTokens,
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
