/** The workflow that sends an approved request outside of a run. */
export const approvedWorkflowId = (approvalId: string): string => `approved:${approvalId}`;

/** Wakes the workflow that waits for a decision. */
export const approvalDecidedSignal = 'approval-decided';
