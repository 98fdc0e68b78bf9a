import type { ApprovalRecord, Approvals } from '#store/approval/approvals.ts';
import type { ApprovedRequests } from '#temporal/approved-requests.ts';

/** Ends the approvals that wait for what is deleted, and what waits for them. */
export type VoidApprovals = (
  workspaceId: string,
  isMeant: (approval: ApprovalRecord) => boolean,
) => Promise<void>;

export const createVoidApprovals = (
  approvals: Pick<Approvals, 'voidOpen'>,
  approvedRequests: Pick<ApprovedRequests, 'wake'>,
): VoidApprovals =>
  async function voidApprovals(workspaceId, isMeant) {
    await Promise.all((await approvals.voidOpen(workspaceId, isMeant)).map(approvedRequests.wake));
  };
