import { type EventTargetChange, eventTargetsMax, type NewEventTarget } from '#contracts/event-target.ts';
import { newId } from '#domain/ids.ts';
import type { Redis } from '../connection/connect.ts';
import { eventRecords } from '../records/event.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import type { Vault } from '../secret/vault.ts';
import { noteWork } from '../sweep/note-work.ts';
import { newWebhookSecret, replacedSecret } from '../webhook/webhook-secrets.ts';
import { createEventTargetReading, type EventTargetRecord } from './event-target-record.ts';

const { fields } = eventRecords.eventTarget;
const addScript = script('add-with-limit');
const changeScript = script('change-version');
const removeScript = script('remove-with-log');

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
}

/** Makes, changes and removes the targets of events of a workspace. */
export function createEventTargetWriting({ redis, vault, now }: Deps) {
  const change = createChanging({ redis, now });
  const secretFor = (workspaceId: string, id: string) =>
    newWebhookSecret(vault, { kind: 'event-secret', workspaceId, id });

  /** Null where the workspace has as many as it may. */
  async function create(workspaceId: string, given: NewEventTarget) {
    const [id, at] = [newId('event target'), now()];
    const { secret, sealed } = secretFor(workspaceId, id);
    const times = { createdAt: at, updatedAt: at };
    const secrets = { sealedSecret: sealed, sealedFormerSecret: null, formerSecretUntil: 0 };
    const target: EventTargetRecord = { id, ...given, ...secrets, state: 'on', version: 1, ...times };
    await noteWork(redis, workspaceId);
    const added = await addScript(
      redis,
      [keys.eventTargets(workspaceId), keys.eventTarget(workspaceId, id)],
      [id, String(at), String(eventTargetsMax), ...fieldsOf(fields, target)],
    );
    return added === 1 ? { target, secret } : null;
  }

  const revise = (workspaceId: string, id: string, given: EventTargetChange) =>
    change(workspaceId, id, (read) => changed(read, given));

  /** Events are signed with the former secret too for a day. */
  async function replaceSecret(workspaceId: string, id: string) {
    const { secret, sealed } = secretFor(workspaceId, id);
    const target = await change(workspaceId, id, (read) => ({
      ...replacedSecret(sealed, read, now()),
      sealedSecret: sealed,
    }));
    return target === null ? null : { target, secret };
  }

  /** With its log. False where there was none. */
  async function remove(workspaceId: string, id: string): Promise<boolean> {
    const queue = keys.eventQueue(workspaceId, id);
    const removed = await removeScript(
      redis,
      [
        keys.eventTargets(workspaceId),
        keys.eventTarget(workspaceId, id),
        queue,
        keys.eventLog(workspaceId, id),
        queue,
      ],
      [id, keys.sentEvent(workspaceId, id, '')],
    );
    return removed === 1;
  }

  return { create, revise, replaceSecret, remove };
}

/** Absent members stay. */
const changed = (read: EventTargetRecord, { url, events, approvalLinks, state }: EventTargetChange) => ({
  url: url ?? read.url,
  events: events ?? read.events,
  approvalLinks: approvalLinks ?? read.approvalLinks,
  state: state ?? read.state,
});

/** Changes a target as it is read, again where another change came in between. Null where there is none. */
function createChanging({ redis, now }: Pick<Deps, 'redis' | 'now'>) {
  const { find } = createEventTargetReading({ redis });
  return async function change(
    workspaceId: string,
    id: string,
    make: (read: EventTargetRecord) => Partial<EventTargetRecord>,
  ): Promise<EventTargetRecord | null> {
    for (;;) {
      const read = await find(workspaceId, id);
      if (read === null) return null;
      const { version, ...next } = { ...read, ...make(read), updatedAt: now() };
      const status = await changeScript(
        redis,
        [keys.eventTarget(workspaceId, id), keys.eventQueue(workspaceId, id)],
        [String(version), '0', ...fieldsOf(fields, next)],
      );
      if (status === 'missing') return null;
      if (status === 'changed') return { ...next, version: version + 1 };
    }
  };
}
