import type { EventData } from '#contracts/events.ts';
import type { BrokenConnection } from '#contracts/oauth.ts';
import type { DeliveryRun } from '#contracts/run.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { EventNotes, NewEvent } from '#store/event/note-event.ts';
import type { EventWaker } from './wake.ts';

interface Deps {
  readonly eventNotes: EventNotes;
  readonly eventWaker: Pick<EventWaker, 'wake'>;
  readonly logger: { readonly warn: (fields: object, message: string) => void };
  readonly now?: () => number;
}

interface Changed {
  readonly id: string;
  /** Its newest revision. */
  readonly revision: number;
}

interface BrokenFacts {
  readonly automationId: string;
  readonly deliveryId: string;
  readonly caseId: string;
  readonly revision: number;
}

/** Events that no script notes with what led to them. None keeps from going on what it tells of. */
export function createEventTelling({ eventNotes, eventWaker, logger, now = Date.now }: Deps) {
  async function tell(workspaceId: string, note: () => Promise<readonly string[]>): Promise<void> {
    try {
      await eventWaker.wake(workspaceId, await note());
    } catch (error) {
      logger.warn({ error, workspaceId }, 'event not noted');
    }
  }

  const noting = (workspaceId: string, event: NewEvent) =>
    tell(workspaceId, () => eventNotes.note(workspaceId, event));

  /** A run waits for an approval. `approvalId`: one event for each. */
  const runWaiting = ({ workspaceId, automationId, deliveryId }: DeliveryRun, approvalId: string) =>
    noting(workspaceId, {
      kind: 'run.waiting',
      subject: `${deliveryId} ${approvalId}`,
      at: now(),
      facts: { automationId, deliveryId },
    });

  function automationChanged(
    workspaceId: string,
    { id: automationId, revision }: Changed,
    change: EventData<'automation.changed'>['change'],
  ): Promise<void> {
    const at = now();
    const subject = `${automationId} ${change} ${revision} ${at}`;
    const facts = { automationId, change, revision };
    return noting(workspaceId, { kind: 'automation.changed', subject, at, facts });
  }

  /** A case holds no more since a revision: one event for each. */
  const caseBroken = (workspaceId: string, broken: BrokenFacts): Promise<void> =>
    noting(workspaceId, {
      kind: 'case.broken',
      subject: `${broken.caseId} ${broken.revision}`,
      at: now(),
      facts: { ...broken },
    });

  /** A connection broke: one event for each time. */
  const connectionBroken = ({ workspaceId, agentId, policyId, since }: BrokenConnection): Promise<void> =>
    noting(workspaceId, {
      kind: 'connection.broken',
      subject: `${policyId} ${since}`,
      at: since,
      facts: { agentId, policyId },
    });

  /** Requests to a hook that were refused since the last call, by code. */
  const refused = (hook: Hook, refusals: Readonly<Record<string, number>>): Promise<void> =>
    tell(hook.workspaceId, () => eventNotes.noteRefused(hook, refusals, now()));

  return { runWaiting, automationChanged, caseBroken, connectionBroken, refused };
}

export type EventTelling = ReturnType<typeof createEventTelling>;
