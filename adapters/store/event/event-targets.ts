import type { EventTarget, EventTargetChange, NewEventTarget } from '#contracts/event-target.ts';
import type { Redis } from '../connection/connect.ts';
import { isoOrNull } from '../run/view.ts';
import type { Vault } from '../secret/vault.ts';
import { createEventTargetReading, type EventTargetRecord } from './event-target-record.ts';
import { createEventTargetWriting } from './write-event-targets.ts';

/** A target as its owner sees it, but for its newest event. */
export type EventTargetView = Omit<EventTarget, 'lastAttempt'>;

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now?: () => number;
}

/** The targets of events of workspaces for their owners, secrets sealed. */
export function createEventTargets({ redis, vault, now = Date.now }: Deps) {
  const { find, ids } = createEventTargetReading({ redis });
  const writing = createEventTargetWriting({ redis, vault, now });

  /** Newest first. */
  async function list(workspaceId: string): Promise<readonly EventTargetView[]> {
    const found = await Promise.all((await ids(workspaceId)).map((id) => find(workspaceId, id)));
    return found.flatMap((target) => (target === null ? [] : [viewOf(target)]));
  }

  const viewOf = ({ formerSecretUntil, createdAt, updatedAt, ...target }: EventTargetRecord) => ({
    id: target.id,
    url: target.url,
    events: target.events,
    approvalLinks: target.approvalLinks,
    state: target.state,
    formerSecretUntil: isoOrNull(formerSecretUntil > now() ? formerSecretUntil : null),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  });

  const shown = (made: { readonly target: EventTargetRecord; readonly secret: string } | null) =>
    made === null ? null : { target: viewOf(made.target), secret: made.secret };

  return {
    list,
    find: async (workspaceId: string, id: string) => {
      const target = await find(workspaceId, id);
      return target === null ? null : viewOf(target);
    },
    /** Null where the workspace has as many as it may. */
    create: async (workspaceId: string, given: NewEventTarget) =>
      shown(await writing.create(workspaceId, given)),
    /** Null where there is no such target. */
    revise: async (workspaceId: string, id: string, change: EventTargetChange) => {
      const target = await writing.revise(workspaceId, id, change);
      return target === null ? null : viewOf(target);
    },
    /** Null where there is no such target. */
    replaceSecret: async (workspaceId: string, id: string) =>
      shown(await writing.replaceSecret(workspaceId, id)),
    /** False where there was none. */
    remove: writing.remove,
  };
}

export type EventTargets = ReturnType<typeof createEventTargets>;
