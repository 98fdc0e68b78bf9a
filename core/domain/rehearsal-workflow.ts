export const rehearsalWorkflowId = (rehearsalId: string): string => `rehearsal/${rehearsalId}`;
