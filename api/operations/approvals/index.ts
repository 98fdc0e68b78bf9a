import { decideApproval } from './decide-approval.ts';
import { listApprovals } from './list-approvals.ts';
import { readApproval } from './read-approval.ts';

/** In the order of the reference. */
export const approvalOperations = [listApprovals, readApproval, decideApproval] as const;
