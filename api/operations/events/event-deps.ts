import type { EventTarget } from '#contracts/event-target.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { OwnerPost } from '#egress/post-to-owner.ts';
import type { EventTargets, EventTargetView } from '#store/event/event-targets.ts';
import type { SentEvents } from '#store/event/sent-events.ts';
import { idParam } from '../path-params.ts';

export interface EventDeps {
  readonly eventTargets: EventTargets;
  readonly sentEvents: SentEvents;
  readonly checkEventUrl: OwnerPost['check'];
}

export const targetParam = { targetId: idParam('event target') };

/** A target with its newest event. */
export async function withLastAttempt(
  { sentEvents }: Pick<EventDeps, 'sentEvents'>,
  workspaceId: string,
  target: EventTargetView,
): Promise<EventTarget> {
  const { items } = await sentEvents.list({ workspaceId, targetId: target.id }, { limit: 1 });
  return { ...target, lastAttempt: items[0] ?? null };
}

/** The URL without blanks around it. Throws INVALID_EVENT_URL where nothing could be posted to it. */
export function checkedUrl({ checkEventUrl }: Pick<EventDeps, 'checkEventUrl'>, given: string): string {
  const url = given.trim();
  const checked = checkEventUrl(url);
  if (checked.kind === 'allowed') return url;
  const sentence =
    checked.kind === 'invalid'
      ? checked.message.replace(/\.$/, '')
      : 'url must begin with https:// and name a public address';
  throw new DomainError('INVALID_EVENT_URL', sentence, { field: 'url' });
}
