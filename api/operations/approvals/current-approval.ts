import type { Approvals, ListedApproval } from '#store/approval/approvals.ts';
import { found } from '../found.ts';

/** An approval as it is now: one whose time is over expires by this. Throws NOT_FOUND. */
export async function currentApproval(
  approvals: Pick<Approvals, 'find' | 'look'>,
  workspaceId: string,
  id: string,
): Promise<ListedApproval> {
  await approvals.look(workspaceId, id);
  return { id, ...found(await approvals.find(workspaceId, id), 'approval') };
}
