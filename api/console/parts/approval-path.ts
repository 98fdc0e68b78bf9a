import type { ApprovalState } from '#contracts/run.ts';

export const approvalsPath = '/console/approvals';
export const approvalPath = (id: string): string => `${approvalsPath}/${encodeURIComponent(id)}`;

export const stateWords: Readonly<Record<ApprovalState, string>> = {
  open: 'open',
  approved: 'approved',
  refused: 'refused',
  expired: 'not in time',
  void: 'void',
};
