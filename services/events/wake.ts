import { attempt, type Pass, sumOf } from '#domain/pass.ts';
import type { SentEvents } from '#store/event/sent-events.ts';
import type { EventStarter } from '#temporal/event-starter.ts';

/** An event that is overdue for longer has no workflow, or one that is kept from working. */
const overdueMs = 60_000;

interface Deps {
  readonly sentEvents: Pick<SentEvents, 'overdue'>;
  readonly eventStarter: Pick<EventStarter, 'wake'>;
  readonly logger: { readonly warn: (fields: object, message: string) => void };
}

/** Wakes what sends events. */
export function createEventWaker({ sentEvents, eventStarter, logger }: Deps) {
  /** Never fails: what is queued is stored, and the sweep wakes it at the latest. */
  async function wake(workspaceId: string, targetIds: readonly string[]): Promise<void> {
    try {
      await Promise.all(targetIds.map((targetId) => eventStarter.wake({ workspaceId, targetId })));
    } catch (error) {
      logger.warn({ error, workspaceId }, 'events wait for the sweep');
    }
  }

  /** The task of the sweep. Says how many targets were woken. */
  async function resume(workspaceId: string): Promise<Pass> {
    const overdue = await sentEvents.overdue(workspaceId, overdueMs);
    const woken = overdue.map((targetId) =>
      attempt(`events of ${targetId}`, async () => {
        await eventStarter.wake({ workspaceId, targetId });
        return 1;
      }),
    );
    return sumOf(await Promise.all(woken));
  }

  return { wake, resume };
}

export type EventWaker = ReturnType<typeof createEventWaker>;
