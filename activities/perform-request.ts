import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';

import { capabilityOf, type CapabilityPorts } from '../capabilities/calls.ts';
import type { CapabilityStepDetails } from '../capabilities/step.ts';
import type { TurnOutput } from '../capabilities/agent-turn.ts';
import type { RunRef } from '../contracts/run.ts';
import type { CallRecord } from '../store/run-records.ts';
import type { Runs } from '../store/runs.ts';
import { assertWritten, withEffectMark } from './effect-mark.ts';
import { courseOf, notSent, triesIn } from './request-course.ts';
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
  readonly runs: Pick<Runs, 'openCall' | 'turns' | 'context'>;
}

/**
 * Requests of a run. Each stores a mark right before it can take effect, so that a crash in between is detected and a
 * request that is not repeatable is not sent again.
 */
export function performRequestActivities({ ports, runs }: PerformRequestDeps) {
  async function performRequest(run: RunRef, position: RequestPosition): Promise<RequestReport> {
    const { callId, turn, request } = position;
    const [opened, turns, { agentId }] = await Promise.all([
      runs.openCall(run, callId),
      runs.turns(run),
      runs.context(run),
    ]);
    const { found } = opened;
    if (found?.state === 'done') return { isEffectUnknown: false };
    const { call, capability } = requestIn(turns, position);
    const startedAt = new Date();
    const settle = async (record: CallRecord | null, details: CapabilityStepDetails | null = null) => {
      const placed = details && { position: [turn, request], step: timedStep(details, startedAt) };
      assertWritten(await retryUntilPersisted(() => opened.settle(record, placed ?? undefined)));
    };
    if (found?.state === 'sending' && !capability.isRepeatable(call)) {
      await settle(null, capability.stepAfterCrash(call));
      return { isEffectUnknown: true };
    }
    const tries = triesIn(found);
    const outcome = await withEffectMark(opened, notSent(tries), (onSending) =>
      withHeartbeat((signal) =>
        capability.perform(call, ports, { run, agentId, turn, request, signal, onSending }),
      ),
    );
    const { result, step } = outcome;
    const course = courseOf(outcome, tries);
    switch (course.kind) {
      case 'done':
        await settle({ state: 'done', result }, step);
        return { isEffectUnknown: false };
      case 'unknown':
        await settle(null, step);
        return { isEffectUnknown: true };
      case 'elsewhere':
        await settle(notSent(tries));
        throw cancellationSignal().reason;
      case 'again':
        await settle(notSent(tries + 1));
        throw ApplicationFailure.create({ type: 'PublicNotDelivered', message: course.reason });
    }
  }

  // Saved histories use this activity name.
  return { sendRequest: performRequest };
}

function requestIn(turns: readonly TurnOutput[], { turn, callId }: RequestPosition) {
  const call = turns[turn - 1]?.calls.find((planned) => planned.callId === callId);
  const capability = call === undefined ? null : capabilityOf(call);
  if (call !== undefined && capability?.kind === 'request') return { call, capability };
  throw ApplicationFailure.nonRetryable('The request is not in the record of its turn.', 'RecordMissing');
}
