import type { EventTargetRef } from '#contracts/events.ts';
import { withHeartbeat } from './with-heartbeat.ts';

export interface EventDeps {
  readonly eventQueue: {
    readonly sendDue: (target: EventTargetRef, signal: AbortSignal) => Promise<number | null>;
  };
}

/** Sends events to their targets. */
export const eventActivities = ({ eventQueue }: EventDeps) => ({
  /** The activity: some of what is due. Says how long until the next event is due; null where none waits. */
  sendDueEvents: async (target: EventTargetRef): Promise<{ readonly waitMs: number | null }> => ({
    waitMs: await withHeartbeat((signal) => eventQueue.sendDue(target, signal)),
  }),
});
