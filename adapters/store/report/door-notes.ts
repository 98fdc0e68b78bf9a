import type { Redis } from '../connection/connect.ts';
import { createDoorRefusals } from './door-refusals.ts';
import type { Hook } from '../automation/hooks.ts';
import { doorRecords } from '../records/door.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';

const { fields } = doorRecords.door;

interface Deps {
  readonly redis: Redis;
  readonly now?: () => number;
}

/** Requests at the hook of an automation that were not deliveries. */
export function createDoorNotes({ redis, now = Date.now }: Deps) {
  const keyOf = ({ workspaceId, automationId }: Hook) => keys.door(workspaceId, automationId);

  /** An unreadable note counts as never written. */
  async function read(hook: Hook) {
    return readWithPlaceholders(fields, await redis.hGetAll(keyOf(hook)), {}).fields;
  }

  /** Keeps the moment at which the same sender was first recognised. */
  async function suggest(hook: Hook, senderId: string, hasAskedHandshake: boolean): Promise<void> {
    const known = await redis.hGet(keyOf(hook), 'suggestedSender');
    const since = known === senderId ? {} : { suggestedSender: senderId, suggestedAt: now() };
    const asked = hasAskedHandshake ? { hasAskedHandshake: '1' } : {};
    const written = hashOf(fields, { ...since, ...asked });
    if (Object.keys(written).length > 0) await redis.hSet(keyOf(hook), written);
  }

  /** Once a sender is chosen, nothing is suggested any more. */
  async function forgetSuggestion(hook: Hook): Promise<void> {
    await redis.hDel(keyOf(hook), ['suggestedSender', 'suggestedAt', 'hasAskedHandshake']);
  }

  /** Counts a duplicate of which nothing but the body said so. */
  async function notePayloadDuplicate(hook: Hook, proposedEventIds: readonly string[]): Promise<void> {
    await redis
      .multi()
      .hIncrBy(keyOf(hook), 'payloadDuplicates', 1)
      .hSet(keyOf(hook), hashOf(fields, { proposedEventIds: [...proposedEventIds] }))
      .exec();
  }

  /** Once it is said by what events are told apart. */
  async function forgetPayloadDuplicates(hook: Hook): Promise<void> {
    await redis.hDel(keyOf(hook), ['payloadDuplicates', 'proposedEventIds']);
  }

  return {
    ...createDoorRefusals({ redis, now }),
    read,
    suggest,
    forgetSuggestion,
    notePayloadDuplicate,
    forgetPayloadDuplicates,
  };
}

export type DoorNotes = ReturnType<typeof createDoorNotes>;
