/** The Temporal workflow that sends to a target of events. */
export const eventWorkflowId = (targetId: string): string => `events/${targetId}`;

/** There is an event to send sooner than those before. */
export const eventQueuedSignal = 'eventQueued';
