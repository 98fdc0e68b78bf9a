import type { z } from 'zod';

import type { EventKind } from '#contracts/events.ts';
import type { Hook } from '../automation/hooks.ts';
import type { Redis } from '../connection/connect.ts';
import { eventRecords } from '../records/event.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { named, script } from '../script.ts';
import { createWorkNotes } from '../sweep/note-work.ts';

const { fields } = eventRecords.sentEvent;
type SentEventFields = z.output<typeof fields>;

const logMax = 200;
const minuteMs = 60_000;
/** A minute is told when it is over by the clocks of all processes. */
const clocksDifferByMs = 5_000;

/** Something that happened, in epoch milliseconds. `subject`: of one kind and subject there is one event. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly subject: string;
  readonly at: number;
  readonly facts: Partial<
    Pick<SentEventFields, 'automationId' | 'deliveryId' | 'change' | 'revision' | 'agentId' | 'policyId'>
  >;
}

/** The argument of `script-parts/note-event.lua`. */
export function noted({ kind, subject, at, facts }: NewEvent, due = at) {
  const stored = { ...facts, type: kind, at, state: 'sending', sendingSince: due, nextTryAt: due } as const;
  return { kind, subject, due, logMax, fields: fieldsOf(fields, stored) };
}

const noteScript = script('note-event', ['note-event']);
const refusedScript = script('note-refused', ['note-event']);

/** Notes what happened for the targets that want it. Each function gives the targets whose sender has to be woken. */
export function createEventNotes({ redis }: { readonly redis: Redis }) {
  const noteWorkOf = createWorkNotes({ redis });

  /** An event costs this one read in a workspace without targets. */
  async function hasTargets(workspaceId: string): Promise<boolean> {
    if ((await redis.exists(keys.eventTargets(workspaceId))) === 0) return false;
    await noteWorkOf(workspaceId);
    return true;
  }

  async function note(workspaceId: string, event: NewEvent): Promise<readonly string[]> {
    if (!(await hasTargets(workspaceId))) return [];
    return (await noteScript(redis, [keys.eventTargets(workspaceId)], [named(noted(event))])) as string[];
  }

  /** Requests to the hook of an automation that were refused by now. */
  async function noteRefused(
    { workspaceId, automationId }: Hook,
    refusals: Readonly<Record<string, number>>,
    now: number,
  ): Promise<readonly string[]> {
    if (!(await hasTargets(workspaceId))) return [];
    const minute = Math.floor(now / minuteMs);
    const event = noted(
      { kind: 'delivery.refused', subject: `${automationId} ${minute}`, at: now, facts: { automationId } },
      (minute + 1) * minuteMs + clocksDifferByMs,
    );
    const args = [named(event), JSON.stringify(refusals)];
    return (await refusedScript(redis, [keys.eventTargets(workspaceId)], args)) as string[];
  }

  return { note, noteRefused };
}

export type EventNotes = ReturnType<typeof createEventNotes>;
