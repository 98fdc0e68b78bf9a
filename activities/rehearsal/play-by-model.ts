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
import type { BudgetLimits } from '#domain/budget.ts';
import { hasNoFilter } from '#domain/filter-input.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import type { createHearing } from '#rehearsal/hearing.ts';
import type { Played, PlayedRequest } from '#rehearsal/played.ts';
import { cutShort } from '#rehearsal/play-data.ts';
import { certainVerdict } from '../filter.ts';
import type { RehearsedRun } from '#store/run/rehearsed-run.ts';

export interface ModelPlayDeps extends Omit<TurnInputDeps, 'runs'> {
  readonly budget: BudgetLimits;
  readonly targetSpeed: TargetSpeed;
  readonly ports: CapabilityPorts;
}

interface ModelPlay {
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
  { budget, ports: given, ...deps }: ModelPlayDeps,
  { run, rehearsed, revision, models, hear }: ModelPlay,
): Promise<Played> {
  const { runs } = rehearsed;
  const ports = withRehearsed(given, rehearsed);
  const automations = { ...deps.automations, revision: () => Promise.resolve(revision) };
  const withRun = { ...deps, automations, models, runs, ports };
  const { takeTurn } = turnActivities(withRun);
  const { readPage } = performReadActivities(withRun);
  const requests: PlayedRequest[] = [];

  async function send({ callId }: PlannedCall) {
    const call = findPlannedCall(await runs.turns(run), callId)?.call;
    if (call === undefined) throw new TypeError('No turn planned it.');
    const heard = await hear(call);
    requests.push({ call, heard });
    if (heard.kind === 'unrecorded') throw new Unrecorded();
    if (heard.kind === 'told') await runs.saveCall(run, callId, { state: 'done', result: heard.result });
    return { isEffectUnknown: heard.kind === 'cut-off' };
  }

  async function play(): Promise<Ending> {
    const context = await runs.context(run);
    const certain = certainVerdict(revision, context.delivery);
    const skipped = hasNoFilter(revision)
      ? null
      : await createFilterEvaluator(withRun)(run, context, revision, certain);
    if (skipped !== null) return skipped;
    const finish = async (ending: Ending) => (await runs.finish(run, ending)).ending;
    return await runAgentLoop(
      {
        takeTurn: (turn, { requests: sent }) => takeTurn(run, turn, sent, budget),
        readPage: ({ callId }) => readPage(run, callId),
        sendRequest: send,
        finish,
        stop: async (turn, { requests: sent }, reason) => {
          const { ending } = await takeTurn(run, turn, sent, budget, reason);
          return ending ?? (await finish({ outcome: 'failed', reason }));
        },
        show: () => undefined,
        now: Date.now,
      },
      budget,
    );
  }

  try {
    await play();
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

/** What an agent looks up is looked up in the rehearsed run. */
const withRehearsed = (ports: CapabilityPorts, { runs }: RehearsedRun): CapabilityPorts => ({
  ...ports,
  delivery: async (run) => {
    const context = await runs.context(run);
    return context.kind === 'delivery' ? context.delivery : null;
  },
  responseBody: async (run, callId) => {
    const record = (await runs.calls(run)).get(callId);
    return record?.state === 'done' && record.result.kind === 'response' ? record.result.body : null;
  },
});
