import { DomainError } from '#domain/domain-error.ts';
import type { ApprovalDecision, Approvals } from '#store/approval/approvals.ts';
import type { ApprovedRequests } from '#temporal/approved-requests.ts';
import { found } from '../found.ts';

export interface DecideDeps {
  readonly approvals: Pick<Approvals, 'decide' | 'find' | 'look'>;
  readonly approvedRequests: Pick<ApprovedRequests, 'wake'>;
}

/** Decides an approval, whoever does, and wakes what waits for it. Throws NOT_FOUND, APPROVAL_DECIDED or APPROVAL_EXPIRED. */
export function createDecide({ approvals, approvedRequests }: DecideDeps) {
  return async function decide(workspaceId: string, id: string, decision: ApprovalDecision): Promise<void> {
    const { state, isDecided } = await approvals.decide(workspaceId, id, decision);
    if (state === 'missing') found(null, 'approval');
    if (state === 'expired')
      throw new DomainError('APPROVAL_EXPIRED', 'The time of this approval is over: the request was refused');
    const approval = found(await approvals.find(workspaceId, id), 'approval');
    // Also where it was decided before: its workflow may have missed that.
    await approvedRequests.wake(approval.workflowId);
    if (isDecided) return;
    const by = approval.decidedBy ? ` by ${approval.decidedBy}` : '';
    throw new DomainError('APPROVAL_DECIDED', `This approval is ${state} already${by}`);
  };
}
