import type { RefusedSignature } from '../contracts/sender.ts';
import type { ErrorCode } from '../contracts/errors.ts';
import { limits } from '../domain/limits.ts';
import type { Redis } from './connect.ts';
import { countKeys, countMoment } from './counts/count-keys.ts';
import type { Hook } from './hooks.ts';
import { automationRecords } from './records/automation.ts';
import { fieldsOf, hashOf } from './records/fields.ts';
import { keys } from './records/index.ts';
import { readWithPlaceholders } from './records/read.ts';
import { script } from './script.ts';

const { fields } = automationRecords.door;

/** `stale`: the sender of the automation or its secrets changed since the request was judged; nothing was counted. */
export type NotedRefusal =
  | { readonly status: 'counted' }
  | { readonly status: 'stale' }
  | { readonly status: 'flood'; readonly retryAfterMs: number };

const refuseScript = script('refuse-signature', ['count']);
const code: ErrorCode = 'SIGNATURE_INVALID';

interface Deps {
  readonly redis: Redis;
  readonly now?: () => number;
}

/** What was seen at the hook of an automation beside its deliveries. */
export function createDoorNotes({ redis, now = Date.now }: Deps) {
  const keyOf = ({ workspaceId, automationId }: Hook) => keys.door(workspaceId, automationId);

  /** What cannot be read counts as never written. */
  async function read(hook: Hook) {
    return readWithPlaceholders(fields, await redis.hGetAll(keyOf(hook)), {}).fields;
  }

  /** Counts a request that is refused for its signature. */
  async function refuse(
    hook: Hook,
    senderVersion: number,
    lastRefused: RefusedSignature,
  ): Promise<NotedRefusal> {
    const { workspaceId, automationId } = hook;
    const nowMs = now();
    const [, kept = ''] = fieldsOf(fields, { lastRefused });
    const [status, waitMs] = (await refuseScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keyOf(hook),
        keys.hookFlood(workspaceId, automationId),
        ...countKeys(hook, nowMs),
      ],
      [String(senderVersion), kept, String(limits.hookRequestsPerMinute), code, countMoment(nowMs)],
    )) as [NotedRefusal['status'], string?];
    return status === 'flood' ? { status, retryAfterMs: Number(waitMs) } : { status };
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

  return { read, refuse, suggest, forgetSuggestion };
}

export type DoorNotes = ReturnType<typeof createDoorNotes>;
