import { ApplicationFailure } from '@temporalio/activity';

import type { RequestContext } from '#capabilities/acting.ts';
import { capabilityOf, type CapabilityPorts } from '#capabilities/calls.ts';
import type { CapabilityStepDetails } from '#capabilities/step.ts';
import type { ApprovalRef } from '#contracts/approval.ts';
import type { MessageRun } from '#contracts/run.ts';
import type { ApprovalRecord, Approvals } from '#store/approval/approvals.ts';
import type { Runs } from '#store/run/runs.ts';
import { type KnownApproval, nextLookMs, noteOf, readApproval, refusalOf } from './read-approval.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';
import { timedStep } from './timed-step.ts';
import { cutOffSignal } from './until-stopping.ts';
import { withHeartbeat } from './with-heartbeat.ts';

interface Deps {
  readonly approvals: Pick<Approvals, 'find' | 'keepStep' | 'look' | 'mark'>;
  readonly ports: CapabilityPorts;
  readonly runs: Pick<Runs, 'saveStep'>;
  readonly stopping: AbortSignal;
}

const cutOff = { outcome: 'unknown', error: 'The worker stopped while it was being sent.' } as const;

/** Sends the request of a chat or of the owner, once, when it is approved. Outside of a run: its approval has the mark and the result. */
export function sendApprovedActivities({ approvals, ports, runs, stopping }: Deps) {
  /** `retryAfterMs`: it is still open, and to be looked at again then; null where it is done. */
  async function sendApproved({
    workspaceId,
    approvalId,
  }: ApprovalRef): Promise<{ readonly retryAfterMs: number | null }> {
    const approval = await readApproval(approvals, workspaceId, approvalId);
    const { record } = approval;
    if (approval.state === 'open') return { retryAfterMs: nextLookMs(approval) };
    if (record === null || record.step !== null) return { retryAfterMs: null };
    const startedAt = new Date();
    const details = await carryOut(workspaceId, approval, record);
    const step = { ...timedStep(details, startedAt), approval: noteOf(approval) };
    await retryUntilPersisted(() => approvals.keepStep(workspaceId, approvalId, step));
    if (record.messageId !== null)
      await retryUntilPersisted(() =>
        runs.saveStep(runOf(workspaceId, approvalId, record), [record.turn, record.request], step),
      );
    return { retryAfterMs: null };
  }

  async function carryOut(
    workspaceId: string,
    approval: KnownApproval,
    record: ApprovalRecord,
  ): Promise<NonNullable<CapabilityStepDetails>> {
    const call = record.edited ?? record.call;
    const capability = capabilityOf(call);
    if (capability.kind !== 'request') throw ApplicationFailure.nonRetryable('It is no request.', 'Defect');
    const withoutResult = (why: Parameters<typeof capability.stepWithoutResult>[1]) =>
      capability.stepWithoutResult(call, why) as NonNullable<CapabilityStepDetails>;
    const refusal = refusalOf(approval);
    if (refusal !== null) return withoutResult({ outcome: 'refused', error: refusal });
    if (record.mark === 'sending') return withoutResult(cutOff);
    const outcome = await withHeartbeat(() =>
      capability.perform(
        call,
        ports,
        contextOf(approvals, workspaceId, { id: approval.id, record, signal: cutOffSignal(stopping) }),
      ),
    );
    if ('needed' in outcome) throw ApplicationFailure.nonRetryable('It was approved.', 'Defect');
    return outcome.step as NonNullable<CapabilityStepDetails>;
  }

  return { sendApproved };
}

const contextOf = (
  approvals: Pick<Approvals, 'mark'>,
  workspaceId: string,
  {
    id,
    record,
    signal,
  }: { readonly id: string; readonly record: ApprovalRecord; readonly signal: AbortSignal },
): RequestContext => ({
  run: runOf(workspaceId, id, record),
  agentId: record.agentId,
  turn: record.turn,
  request: record.request,
  round: 0,
  isApproved: true,
  // The places of secrets in a request of the owner were judged when it was asked for.
  isByRules: record.messageId === null,
  signal,
  onSending: async () => {
    if (!(await approvals.mark(workspaceId, id))) throw new Error('Another attempt sends it.');
  },
});

/** The message that asked; a request of the owner has none, and is known by its approval. */
const runOf = (workspaceId: string, approvalId: string, record: ApprovalRecord): MessageRun => ({
  kind: 'message',
  workspaceId,
  conversationId: record.conversationId ?? approvalId,
  messageId: record.messageId ?? approvalId,
});
