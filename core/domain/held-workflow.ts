/** The Temporal workflow that runs what an automation holds. */
export const heldWorkflowId = (automationId: string): string => `held/${automationId}`;

/** Something is held, or what kept it held may have changed. */
export const heldChangedSignal = 'heldChanged';
