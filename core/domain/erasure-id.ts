export const erasureWorkflowId = (erasureId: string): string => `erase/${erasureId}`;
