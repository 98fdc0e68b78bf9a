import type { ErrorCode } from '#contracts/errors.ts';
import type { RefusedSignature } from '#contracts/sender.ts';
import { limits } from '#domain/limits.ts';
import type { Redis } from '../connection/connect.ts';
import { countKeys, countMoment } from '../counts/count-keys.ts';
import type { Hook } from '../automation/hooks.ts';
import { doorRecords } from '../records/door.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { named, script } from '../script.ts';

/** `stale`: the settings of the automation changed since the request was judged; nothing was counted. */
type NotedSignature = 'counted' | 'stale';
export type NotedSpam =
  | { readonly status: 'counted' }
  | { readonly status: 'stale' }
  | { readonly status: 'flood'; readonly retryAfterMs: number; readonly most: number };

const refuseScript = script('refuse-signature', ['count']);
const countSpamScript = script('count-spam', ['count', 'stored-limits']);
const { hookRequestsPerMinute, deliveriesPerMinute } = limits;
const code: ErrorCode = 'SIGNATURE_INVALID';

/** Requests that a hook refuses by the settings of its automation. */
export function createDoorRefusals({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  async function refuse(
    hook: Hook,
    senderVersion: number,
    lastRefused: RefusedSignature,
  ): Promise<NotedSignature> {
    const { workspaceId, automationId } = hook;
    const nowMs = now();
    const [, kept = ''] = fieldsOf(doorRecords.door.fields, { lastRefused });
    return (await refuseScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.door(workspaceId, automationId),
        ...countKeys(hook, nowMs),
      ],
      [String(senderVersion), kept, code, countMoment(nowMs)],
    )) as NotedSignature;
  }

  async function countSpam(hook: Hook, senderVersion: number): Promise<NotedSpam> {
    const { workspaceId, automationId } = hook;
    const nowMs = now();
    const answer = (await countSpamScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.hookFlood(workspaceId, automationId),
        ...countKeys(hook, nowMs),
      ],
      [String(senderVersion), named({ hookRequestsPerMinute, deliveriesPerMinute }), countMoment(nowMs)],
    )) as [NotedSpam['status'], string?, string?];
    const [status, waitMs, most] = answer;
    return status === 'flood' ? { status, retryAfterMs: Number(waitMs), most: Number(most) } : { status };
  }

  return { refuse, countSpam };
}
