export const approvalsPath = '/console/approvals';
export const approvalPath = (id: string): string => `${approvalsPath}/${encodeURIComponent(id)}`;
