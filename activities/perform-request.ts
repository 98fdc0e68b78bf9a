import { ApplicationFailure, cancellationDetails, cancellationSignal } from '@temporalio/activity';

import { capabilityOf, type CapabilityPorts } from '../capabilities/calls.ts';
import type { CapabilityStepDetails } from '../capabilities/step.ts';
import type { TurnOutput } from '../capabilities/agent-turn.ts';
import type { RunRef } from '../contracts/run.ts';
import type { Runs } from '../store/runs.ts';
import { withEffectMark } from './effect-mark.ts';
import { withHeartbeat } from './with-heartbeat.ts';
import { timedStep } from './timed-step.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';

/** Position of a request: the turn that planned it, and its number within the whole run. */
export interface RequestPosition {
  readonly turn: number;
  readonly request: number;
  readonly callId: string;
}

export interface RequestReport {
  /** The request may have arrived, and is not safe to repeat. */
  readonly isEffectUnknown: boolean;
}

interface PerformRequestDeps {
  readonly ports: CapabilityPorts;
  readonly runs: Pick<Runs, 'calls' | 'turns' | 'context' | 'saveCall' | 'saveStep'>;
}

/** Tries of a request that had no effect; then the agent is told. Attempts that an outage of ours ended do not count. */
const triesMax = 3;

/**
 * Requests of a run. Each stores a mark right before it can take effect, so that a crash in between is detected and a
 * request that is not repeatable is not sent again.
 */
export function performRequestActivities({ ports, runs }: PerformRequestDeps) {
  async function performRequest(run: RunRef, position: RequestPosition): Promise<RequestReport> {
    const { callId, turn, request } = position;
    const [calls, turns, { agentId }] = await Promise.all([
      runs.calls(run),
      runs.turns(run),
      runs.context(run),
    ]);
    const record = calls.get(callId);
    if (record?.state === 'done') return { isEffectUnknown: false };
    const { call, capability } = requestIn(turns, position);
    const startedAt = new Date();
    const tries = record?.state === 'not-sent' ? (record.tries ?? 0) : 0;
    if (record?.state === 'sending' && !capability.isRepeatable(call)) {
      await saveStep(runs, run, position, capability.stepAfterCrash(call), startedAt);
      return { isEffectUnknown: true };
    }
    const outcome = await withEffectMark(runs, run, callId, (onSending) =>
      withHeartbeat((signal) =>
        capability.perform(call, ports, { run, agentId, turn, request, signal, onSending }),
      ),
    );
    if (isCutOff(outcome)) {
      await retryUntilPersisted(() => runs.saveCall(run, callId, { state: 'not-sent', tries }));
      throw cancellationSignal().reason;
    }
    const { result, step, retryReason, isEffectUnknown } = outcome;
    const isRetried = retryReason !== null && tries + 1 < triesMax;
    await retryUntilPersisted(async () => {
      if (isRetried) return await runs.saveCall(run, callId, { state: 'not-sent', tries: tries + 1 });
      // Sent together, both are persisted with a single wait.
      await Promise.all([
        saveStep(runs, run, position, step, startedAt),
        isEffectUnknown ? null : runs.saveCall(run, callId, { state: 'done', result }),
      ]);
    });
    if (isRetried) throw ApplicationFailure.create({ type: 'PublicNotDelivered', message: retryReason });
    return { isEffectUnknown };
  }

  // Saved histories use this activity name.
  return { sendRequest: performRequest };
}

/**
 * The worker stops, or Temporal gave the activity to another one: a call that had no effect, or may be repeated, goes on
 * there. Where an operator cancelled the run nobody goes on: then what came of the call is recorded.
 */
const isCutOff = ({ result, isEffectUnknown }: { result: { kind: string }; isEffectUnknown: boolean }) =>
  cancellationSignal().aborted &&
  cancellationDetails()?.cancelRequested !== true &&
  result.kind === 'failed' &&
  !isEffectUnknown;

async function saveStep(
  runs: Pick<Runs, 'saveStep'>,
  run: RunRef,
  { turn, request }: RequestPosition,
  details: CapabilityStepDetails | null,
  startedAt: Date,
): Promise<void> {
  if (details !== null) await runs.saveStep(run, [turn, request], timedStep(details, startedAt));
}

function requestIn(turns: readonly TurnOutput[], { turn, callId }: RequestPosition) {
  const call = turns[turn - 1]?.calls.find((planned) => planned.callId === callId);
  const capability = call === undefined ? null : capabilityOf(call);
  if (call !== undefined && capability?.kind === 'request') return { call, capability };
  throw ApplicationFailure.nonRetryable('The request is not in the record of its turn.', 'RecordMissing');
}
