import type { AgentModel, TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import type { RunRef } from '#contracts/run.ts';
import { accessShownMax } from '#domain/access-shown.ts';
import { defaultTimeZone } from '#domain/time-zone.ts';
import type { BudgetLimits } from '#domain/budget.ts';
import { readBytesIn } from '#domain/prompt-share.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Access, RunContext } from '#store/run/context.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import type { Told } from '#store/run/turns.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import { createPromptContextBuilder, type PromptContextDeps } from './prompt-context.ts';
import { resultsOf, transcriptOf } from './transcript.ts';

export interface TurnInputDeps extends PromptContextDeps {
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  readonly apis: Pick<Apis, 'offered'>;
  /** Names of the capabilities that are off. Default: none. */
  readonly withheld?: readonly string[];
  readonly workspaces: Pick<Workspaces, 'timeZoneOf'>;
}

/** The stored state that a turn is built from. */
interface TurnState {
  readonly context: RunContext;
  readonly turns: readonly TurnOutput[];
  readonly model: AgentModel;
  readonly maxRequests: number;
  readonly budget: BudgetLimits;
}

export function createTurnInputBuilder(deps: TurnInputDeps) {
  const { apis, policyRecords, runs, withheld = [], workspaces } = deps;
  const buildPromptContext = createPromptContextBuilder(deps);

  async function buildTurnInput(
    run: RunRef,
    { context, turns, model, maxRequests, budget }: TurnState,
  ): Promise<TurnInput & { readonly told: Told | null }> {
    const { nonce } = context;
    const scope = { workspaceId: run.workspaceId, agentId: context.agentId };
    const isByRules = model.isOffline && context.kind === 'delivery';
    const [access, operations, timeZone, calls] = await Promise.all([
      isByRules ? [] : (context.access ?? accessOf(run, context)),
      model.isOffline ? [] : apis.offered(scope),
      isByRules ? defaultTimeZone : (context.timeZone ?? workspaces.timeZoneOf(run.workspaceId)),
      runs.calls(run),
    ]);
    const clock = { now: context.startedAt ?? context.receivedAt, timeZone };
    const readBytesMax = readBytesIn(budget.tokens);
    const { earlier, ...opening } = await buildPromptContext(run, { context, clock, model });
    return {
      ...opening,
      clock,
      automationName: context.kind === 'delivery' ? context.automationName : context.agentName,
      cacheKey: run.kind === 'delivery' ? run.automationId : run.conversationId,
      access,
      told: isByRules ? null : { access, timeZone },
      operations,
      withheld,
      nonce,
      messages: [...earlier, ...transcriptOf(turns, calls, { model, nonce, readBytesMax })],
      turns,
      results: resultsOf(turns, calls),
      limits: { maxOutputTokens: model.outputTokensMax, maxRequests, run: budget },
    };
  }

  /** The access listed in the first turn is kept for the whole run. */
  async function accessOf({ workspaceId }: RunRef, context: RunContext): Promise<Access> {
    const { items } = await policyRecords.list(...accessQueryOf(workspaceId, context));
    return items.flatMap(({ domain, headerName, isDamaged }) => (isDamaged ? [] : [{ domain, headerName }]));
  }

  return buildTurnInput;
}

/** The query to the policies for the access that an agent is told. */
export const accessQueryOf = (workspaceId: string, { agentId }: Pick<RunContext, 'agentId'>) =>
  [
    { workspaceId, agentId },
    { limit: accessShownMax, cursor: undefined },
  ] as const;
