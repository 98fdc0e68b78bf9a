import type { ApprovalRecord, Approvals } from '#store/approval/approvals.ts';
import { found } from '../found.ts';

/** An approval as it is now: one whose time is over expires by this. Throws NOT_FOUND. */
export async function currentApproval(
  approvals: Pick<Approvals, 'find' | 'look'>,
  workspaceId: string,
  id: string,
): Promise<ApprovalRecord & { readonly id: string }> {
  await approvals.look(workspaceId, id);
  return { id, ...found(await approvals.find(workspaceId, id), 'approval') };
}
