import { isModelFailure } from '../public-failure.ts';
import { createFilterEvaluator } from '../filter.ts';
import { performReadActivities } from '../perform-read.ts';
import { turnActivities } from '../turn.ts';
import type { TargetSpeed } from '../target-speed.ts';
import type { TurnInputDeps } from '../turn-input.ts';
import type { AgentModels } from '../agent-models.ts';
import { findPlannedCall } from '../planned-call.ts';
import type { CapabilityPorts } from '#capabilities/calls.ts';
import type { PlannedCall } from '#contracts/turn-report.ts';
import type { Revision } from '#contracts/automation.ts';
import type { DeliveryRun, EndedOutcome, Ending } from '#contracts/run.ts';
import { runAgentLoop } from '#domain/agent-loop.ts';
import type { BudgetLimits, BudgetSpend } from '#domain/budget.ts';
import { hasNoFilter } from '#domain/filter-input.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import type { createHearing } from '#rehearsal/hearing.ts';
import type { Played, PlayedRequest } from '#rehearsal/played.ts';
import { cutShort } from '#rehearsal/play-data.ts';
import { certainVerdict } from '../filter.ts';
import type { Runs } from '#store/run/runs.ts';
import type { RehearsedRun } from '#store/run/rehearsed-run.ts';

export interface ModelPlayDeps extends Omit<TurnInputDeps, 'runs'> {
  readonly budget: BudgetLimits;
  readonly targetSpeed: TargetSpeed;
  readonly ports: CapabilityPorts;
}

interface ModelPlay {
  /** The run that is rehearsed. */
  readonly original: DeliveryRun;
  /** The rehearsal of it. */
  readonly run: DeliveryRun;
  readonly rehearsed: RehearsedRun;
  readonly revision: Revision;
  readonly models: AgentModels;
  readonly hear: ReturnType<typeof createHearing>;
}

/** Ends the rehearsal of a delivery whose rest is unknown. */
class Unrecorded extends Error {}

/** Plays a delivery with the steps of a real run: its filter, its turns and its looks into the delivery. Its requests are heard, not sent. */
export async function playByModel(
  { ports: given, ...deps }: ModelPlayDeps,
  { original, run, rehearsed, revision, models, hear }: ModelPlay,
): Promise<Played> {
  const { runs } = rehearsed;
  const ports = withRehearsed(given, rehearsed, original);
  const automations = { ...deps.automations, revision: () => Promise.resolve(revision) };
  const withRun = { ...deps, automations, models, runs, ports };
  const requests: PlayedRequest[] = [];
  const send = createSend(runs, run, { hear, requests });

  try {
    await play(withRun, { run, revision, send });
  } catch (error) {
    if (error instanceof Unrecorded) return { ...cutShort('unrecorded'), ...nothing, requests };
    if (isModelFailure(error) && error.nonRetryable === true)
      return { outcome: null, reason: 'The model could not be asked.', ...nothing, requests };
    throw error;
  }
  const turns = await runs.turns(run);
  const ending = rehearsed.ending();
  return {
    outcome: ending?.outcome as EndedOutcome,
    reason: ending?.reason ?? null,
    answer: turns.at(-1)?.answer ?? null,
    isByPlan: turns.every(({ model }) => model === offlineModelId),
    requests,
  };
}

const nothing = { answer: null, isByPlan: false } as const;

type RunPlayDeps = ModelPlayDeps & { readonly runs: Runs; readonly models: AgentModels };

/** The steps of a run, in the order of its workflow. */
async function play(
  deps: RunPlayDeps,
  {
    run,
    revision,
    send,
  }: Pick<ModelPlay, 'run' | 'revision'> & { readonly send: ReturnType<typeof createSend> },
): Promise<Ending> {
  const { budget, runs } = deps;
  const context = await runs.context(run);
  const certain = certainVerdict(revision, context.delivery);
  const skipped = hasNoFilter(revision)
    ? null
    : await createFilterEvaluator(deps)(run, context, revision, certain);
  if (skipped !== null) return skipped;
  const { takeTurn } = turnActivities(deps);
  const { readPage } = performReadActivities(deps);
  const finish = async (ending: Ending) => (await runs.finish(run, ending)).ending;
  const steps = {
    takeTurn: (turn: number, { requests: sent }: BudgetSpend) => takeTurn(run, turn, sent, budget),
    readPage: ({ callId }: PlannedCall) => readPage(run, callId),
    sendRequest: send,
    finish,
    stop: async (turn: number, { requests: sent }: BudgetSpend, reason: string) =>
      (await takeTurn(run, turn, sent, budget, reason)).ending ??
      (await finish({ outcome: 'failed', reason })),
    show: () => undefined,
    now: Date.now,
  };
  return await runAgentLoop(steps, budget);
}

/** Hears each request in the place of sending it, and notes it in `requests`. */
const createSend =
  (
    runs: Runs,
    run: DeliveryRun,
    { hear, requests }: Pick<ModelPlay, 'hear'> & { readonly requests: PlayedRequest[] },
  ) =>
  async ({ callId }: PlannedCall) => {
    const call = findPlannedCall(await runs.turns(run), callId)?.call;
    if (call === undefined) throw new TypeError('No turn planned it.');
    const heard = await hear(call);
    requests.push({ call, heard });
    if (heard.kind === 'unrecorded') throw new Unrecorded();
    if (heard.kind === 'told') await runs.saveCall(run, callId, { state: 'done', result: heard.result });
    return { isEffectUnknown: heard.kind === 'cut-off' };
  };

/** The agent looks things up in the rehearsed run. */
const withRehearsed = (
  ports: CapabilityPorts,
  { runs }: RehearsedRun,
  original: DeliveryRun,
): CapabilityPorts => ({
  ...ports,
  earlierRuns: () => ports.earlierRuns(original),
  delivery: async (run) => {
    const context = await runs.context(run);
    return context.kind === 'delivery' ? context.delivery : null;
  },
  responseBody: async (run, callId) => {
    const record = (await runs.calls(run)).get(callId);
    return record?.state === 'done' && record.result.kind === 'response' ? record.result.body : null;
  },
});
