import { randomBytes, randomUUID } from 'node:crypto';

import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { StoredCondition } from '#contracts/condition.ts';
import type { Cost } from '#contracts/run.ts';
import type { FilterVerdict, Purse, TurnDelivery } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { modelFailureSentence } from '#domain/model-failure-sentence.ts';
import { filterInput } from '#domain/filter-input.ts';
import { matchedByVerdict } from '#rules/judge-condition.ts';
import { createFilterTrial, type TrialResult } from '#rules/filter-trial.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { FilterTrials } from '#store/automation/filter-trials.ts';
import type { UsageStore } from '#store/usage/usage.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import type { ModelsOf } from './propose-by-model.ts';
import { modelCallsMax } from './filter-test.ts';
import { createTrialAccount, lostCall } from './trial-account.ts';

type FilterModel = Pick<AgentModel, 'id' | 'isOffline' | 'evaluateFilter'>;

export interface FilterJudgeDeps {
  readonly automations: Pick<Automations, 'purseOf'>;
  readonly agentModels: ModelsOf<{ readonly filter: FilterModel }>;
  readonly filterTrials: FilterTrials;
  readonly usage: Pick<UsageStore, 'add'>;
  readonly workspaces: Pick<Workspaces, 'timeZoneOf'>;
}

interface FilterToJudge {
  readonly workspaceId: string;
  readonly automation: Pick<AutomationRecord, 'id' | 'agentId' | 'revision' | 'sender'>;
  readonly filter: string | null;
  readonly condition: StoredCondition | null;
  readonly askModel: boolean;
}

/** Judges deliveries one after the other by a filter. */
export interface FilterJudge {
  readonly judge: (delivery: TurnDelivery) => Promise<TrialResult>;
  /** The state so far. */
  readonly account: () => { readonly plain: string | null; readonly modelCalls: number; readonly cost: Cost };
}

/** The time limit of all calls of one test. */
const timeoutMs = 60_000;

/** The model of the agent is asked what the rules leave open, within the bounds of a test. */
export async function createFilterJudge(deps: FilterJudgeDeps, given: FilterToJudge): Promise<FilterJudge> {
  const { workspaceId, filter, condition } = given;
  const model = await modelFor(deps, given);
  const account = createTrialAccount(deps, { workspaceId, automationId: given.automation.id });
  const timeZone = await deps.workspaces.timeZoneOf(workspaceId);
  const place = { workspaceId, ownerId: given.automation.id, runId: null, place: `trial-${randomUUID()}` };
  const ask = createAsker({ ...given, timeZone, purse: deps.automations.purseOf(place) }, account);
  const trial = createFilterTrial({ filter, condition, sender: given.automation.sender });
  let stop: string | null = null;

  async function reasonToStop(): Promise<string | null> {
    if (account.modelCalls() >= modelCallsMax) return `a test asks the model at most ${modelCallsMax} times`;
    return (await deps.filterTrials.take(workspaceId)) ? null : 'models were asked too often in this minute';
  }

  async function judge(delivery: TurnDelivery): Promise<TrialResult> {
    const free = trial.evaluate(delivery);
    if (free.matched !== null || model === null) return free;
    stop ??= await reasonToStop();
    const asked = stop ?? (await ask(model, delivery));
    if (typeof asked === 'string') {
      stop = asked;
      return { matched: null, evidence: `${free.evidence}; not judged: ${stop}` };
    }
    return { matched: matchedByVerdict[asked.verdict], evidence: asked.evidence };
  }

  return {
    judge,
    account: () => ({
      plain: trial.plain,
      modelCalls: account.modelCalls(),
      cost: account.cost(),
    }),
  };
}

async function modelFor(
  { agentModels }: FilterJudgeDeps,
  { workspaceId, automation, askModel }: FilterToJudge,
) {
  const { id: automationId, agentId, revision } = automation;
  const run = { kind: 'delivery', automationId, agentId, revision } as const;
  const { filter: model } = await agentModels.of(workspaceId, run);
  return model.isOffline || !askModel ? null : model;
}

/** Asks the model and pays for it. A text where there is no answer: why. */
function createAsker(
  {
    filter,
    condition,
    timeZone,
    purse,
  }: FilterToJudge & { readonly timeZone: string; readonly purse: Purse },
  { pay }: ReturnType<typeof createTrialAccount>,
) {
  const signal = AbortSignal.timeout(timeoutMs);
  const nonce = randomBytes(16).toString('hex');
  return async function ask(model: FilterModel, delivery: TurnDelivery): Promise<FilterVerdict | string> {
    try {
      // As a run of it would have had it.
      const clock = { now: new Date(delivery.receivedAt), timeZone };
      const input = { ...filterInput({ filter, condition }), clock, delivery, nonce, signal, purse };
      const verdict = await model.evaluateFilter(input);
      await pay(verdict, verdict.modelCalls, model.id);
      return verdict;
    } catch (error) {
      if (!signal.aborted && !(error instanceof ModelFailure)) throw error;
      const kind = error instanceof ModelFailure ? error.failure.kind : 'timeout';
      const isLost = error instanceof ModelFailure && 'isAnswerLost' in error.failure;
      if (isLost || kind === 'bad-answer' || kind === 'timeout') await pay(lostCall, 1, model.id);
      return kind === 'timeout' ? 'the time of a test was over' : modelFailureSentence[kind];
    }
  };
}
