import { ApplicationFailure } from '@temporalio/activity';

import { type CapabilityCall, capabilityOf } from '#capabilities/calls.ts';
import { digestOfCall, type Exchanged } from '#capabilities/exchange.ts';
import type { CapabilityStepDetails } from '#capabilities/step.ts';
import type { TurnOutput } from '#capabilities/agent-turn.ts';
import type { RetryPolicy } from '#contracts/retry.ts';
import type { ApprovalNote, RunRef, Try } from '#contracts/run.ts';
import type { BudgetLimits } from '#domain/budget.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import type { Approvals } from '#store/approval/approvals.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { CallRecord } from '#store/run/run-records.ts';
import type { OpenCall } from '#store/run/open-call.ts';
import type { Runs } from '#store/run/runs.ts';
import { assertWritten } from './effect-mark.ts';
import { isWaiting } from './in-slot.ts';
import { type KnownApproval, noteOf, readApproval } from './read-approval.ts';
import { retryPolicyOf } from './retry-policy.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';
import type { ReadAhead } from './step-reads.ts';
import type { KnownReport } from './request-report.ts';
import { timedStep } from './timed-step.ts';

/** Position of a request: the turn that planned it, and its number within the whole run. */
export interface RequestPosition {
  readonly turn: number;
  readonly request: number;
  readonly callId: string;
  /** Present where the offline rules are to take the next turn once the request has ended. */
  readonly thenTurn?: { readonly budget: BudgetLimits };
  /** Present where the step that began the run has carried it out already: it is only noted in the history. */
  readonly known?: KnownReport;
}

interface Deps {
  readonly automations: Pick<Automations, 'revision'>;
  readonly readAhead?: ReadAhead;
  readonly approvals: Pick<Approvals, 'find' | 'look'>;
  readonly runs: Pick<Runs, 'openCall' | 'turns' | 'context' | 'giveSlotBack'>;
}

/** A request of a run as one attempt finds it; null where it has ended. */
export type OpenRequest = NonNullable<Awaited<ReturnType<typeof openRequest>>>;

export async function openRequest(
  { approvals, automations, readAhead, runs }: Deps,
  run: RunRef,
  position: RequestPosition,
) {
  const [opened, turns, context] = await Promise.all([
    runs.openCall(run, position.callId),
    runs.turns(run),
    runs.context(run),
  ]);
  const { found } = opened;
  if (found?.state === 'done') return null;
  readAhead?.(run, context);
  const now = new Date().toISOString();
  const { since = now, tries = [], mayHaveArrived = false, asked } = found ?? {};
  const approval = asked === undefined ? null : await readApproval(approvals, run.workspaceId, asked);
  const planned = plannedRequest(turns, position);
  const isMarked = found?.state === 'sending';
  const isInDoubt = mayHaveArrived || (isMarked && !planned.capability.isRepeatable(planned.call));
  return {
    ...planned,
    isByRules: turns[position.turn - 1]?.model === offlineModelId,
    ...position,
    run,
    agentId: context.agentId,
    automation: context.kind === 'delivery' ? context : null,
    /** The approval that it was found to need; null where none is known. */
    approval,
    /** The requests of its turn that come after it. */
    later: laterRequests(turns, position),
    round: context.kind === 'delivery' ? context.round : 0,
    opened,
    isMarked,
    /** It gave its slot back. */
    isWaiting: isWaiting(context),
    giveSlotBack: (waitMs: number): Promise<void> =>
      retryUntilPersisted(() =>
        runs.giveSlotBack(run, waitMs, planned.capability.targetOf(planned.call) ?? planned.call.name),
      ),
    /** Since when it is to be sent, how often it was, and whether it may have arrived by then. */
    progress: { since, tries, ...doubtOf(isInDoubt), ...(asked !== undefined && { asked }) },
    /** Waits for the store: by the time it is asked for, the target may have answered. */
    policy: async (): Promise<RetryPolicy> => {
      const policy = await retryUntilPersisted(() => retryPolicyOf(automations, run, context));
      const { hasIdempotencyKey } = planned.capability;
      return { ...policy, honorsIdempotencyKey: policy.honorsIdempotencyKey && hasIdempotencyKey };
    },
    /** Writes what became of it, and its step; null leaves the record, or the step, as it is. */
    record: createRecorder(opened, {
      call: planned.call,
      position,
      startedAt: new Date(tries[0]?.at ?? now),
      approval,
    }),
  };
}

/** As it is stored: absent where there is none. */
export const doubtOf = (isInDoubt: boolean) => (isInDoubt ? ({ mayHaveArrived: true } as const) : {});

/** A step of a call with all tries of the call. `nextTryAt`: ISO; absent where there is none. */
export interface TriedStep {
  readonly step: CapabilityStepDetails | null;
  readonly tries: readonly Try[];
  /** As in `RequestOutcome`. */
  readonly said?: string | null | undefined;
  readonly exchanged?: Exchanged | undefined;
  readonly nextTryAt?: string;
  /** Present in the moment in which it is asked for. */
  readonly approval?: ApprovalNote;
}

interface Recorded {
  /** As it was planned. */
  readonly call: CapabilityCall;
  readonly position: RequestPosition;
  readonly startedAt: Date;
  readonly approval: KnownApproval | null;
}

function createRecorder(
  opened: OpenCall,
  { call, position: { turn, request }, startedAt, approval }: Recorded,
) {
  return async (record: CallRecord | null, left: TriedStep | null): Promise<void> => {
    const placed = left?.step && {
      position: [turn, request],
      step: {
        ...timedStep(left.step, startedAt),
        tries: [...left.tries],
        nextTryAt: left.nextTryAt ?? null,
        ...approvalIn(left.approval ?? (approval && noteOf(approval))),
        exchange: { ...left.exchanged, digest: digestOfCall(call) },
      },
      said: left.said,
    };
    assertWritten(await retryUntilPersisted(() => opened.settle(record, placed ?? undefined)));
  };
}

const approvalIn = (approval: ApprovalNote | null) => (approval === null ? {} : { approval });

function laterRequests(turns: readonly TurnOutput[], { turn, callId }: RequestPosition) {
  const calls = turns[turn - 1]?.calls ?? [];
  const at = calls.findIndex((call) => call.callId === callId);
  return calls.slice(at + 1).filter((call) => capabilityOf(call).kind === 'request');
}

function plannedRequest(turns: readonly TurnOutput[], { turn, callId }: RequestPosition) {
  const call: CapabilityCall | undefined = turns[turn - 1]?.calls.find(
    (planned) => planned.callId === callId,
  );
  const capability = call === undefined ? null : capabilityOf(call);
  if (call !== undefined && capability?.kind === 'request') return { call, capability };
  throw ApplicationFailure.nonRetryable('The request is not in the record of its turn.', 'RecordMissing');
}
