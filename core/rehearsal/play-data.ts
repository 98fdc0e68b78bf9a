import { answeredRequests } from '#capabilities/request-account.ts';
import type { CapabilityResult } from '#capabilities/calls.ts';
import type { HttpRequestCall } from '#capabilities/http-call.ts';
import { isRequestResult, plannedCalls } from '#capabilities/planned-requests.ts';
import type { Revision } from '#contracts/automation.ts';
import type { EndedOutcome } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { hasNoFilter } from '#domain/filter-input.ts';
import { decide, type OfflineDecision, runsByPlan } from '#rules/decide.ts';
import { judgeCondition } from '#rules/judge-condition.ts';
import { judgeEnding } from '#rules/judge-ending.ts';
import type { Heard, Played, PlayedRequest } from './played.ts';

interface Task {
  readonly revision: Revision;
  readonly delivery: TurnDelivery;
  /** Requests that a run may send. */
  readonly maxRequests: number;
  /** The agent has no model; the same of its filter. */
  readonly isOffline: boolean;
  readonly isFilterOffline: boolean;
  readonly hear: (call: HttpRequestCall) => Promise<Heard>;
}

/** Plays a delivery whose filter and instructions are data on it; null where a model decides or acts. */
export async function playByData(task: Task): Promise<Played | null> {
  const { revision, delivery, isOffline } = task;
  const skipped = hasNoFilter(revision) ? 'run' : verdictOf(task);
  if (skipped === null) return null;
  if (skipped !== 'run') return { ...nothing, ...skipped };
  if (!isOffline && !runsByPlan(revision, delivery)) return null;
  return await playPlan(task);
}

const nothing = { answer: null, isByPlan: true, requests: [] } as const;

/** The ending by the filter; null where a model judges. */
function verdictOf({ revision: { condition }, delivery, isFilterOffline }: Task) {
  const judged =
    condition === null
      ? ({ verdict: 'needs_model', reason: 'The filter has no condition.' } as const)
      : judgeCondition(condition, delivery);
  if (judged.verdict === 'run') return 'run';
  const outcome: EndedOutcome = judged.verdict === 'skip' ? 'skipped' : 'needs_model';
  return outcome === 'needs_model' && !isFilterOffline ? null : { outcome, reason: judged.reason };
}

async function playPlan({ revision, delivery, maxRequests, hear }: Task): Promise<Played> {
  const requests: PlayedRequest[] = [];
  const results: CapabilityResult[] = [];
  for (;;) {
    const task = { ...revision, delivery, maxRequests: maxRequests - requests.length };
    const decision = decide(task, results.filter(isRequestResult));
    if (decision.kind !== 'requests')
      return {
        isByPlan: true,
        requests,
        ...(await endingOf(revision, delivery, { decision, requests, results })),
      };
    for (const planned of plannedCalls(decision)) {
      const heard = await hear(planned);
      requests.push({ call: planned, heard });
      if (heard.kind === 'told') results.push(heard.result);
      else return { ...cutShort(heard.kind), isByPlan: true, answer: null, requests };
    }
  }
}

/** How a run goes on whose request has no result. */
export const cutShort = (
  kind: 'cut-off' | 'unrecorded',
): { readonly outcome: EndedOutcome | null; readonly reason: string } =>
  kind === 'cut-off'
    ? { outcome: 'unknown_effect', reason: 'The run ended in a request that may have arrived.' }
    : { outcome: null, reason: 'The answer of a request is not recorded.' };

async function endingOf(
  revision: Revision,
  delivery: TurnDelivery,
  {
    decision,
    requests,
    results,
  }: {
    readonly decision: Exclude<OfflineDecision, { kind: 'requests' }>;
    readonly requests: readonly PlayedRequest[];
    readonly results: readonly CapabilityResult[];
  },
) {
  if (decision.kind === 'refusal')
    return { outcome: 'needs_model' as const, reason: decision.needsModel, answer: decision.text };
  const { failure, text: answer } = decision;
  const said = { outcome: failure === null ? 'succeeded' : 'failed', reason: failure } as const;
  const calls = requests.map(({ call }) => call);
  const answered = () => Promise.resolve(answeredRequests(calls, results));
  const { outcome, reason } = await judgeEnding(revision, said, { delivery, answer, answered });
  return { outcome, reason, answer };
}
