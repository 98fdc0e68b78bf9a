/** The Temporal workflow id of an erasure. */
export const erasureWorkflowId = (erasureId: string): string => `erase/${erasureId}`;
