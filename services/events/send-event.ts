import type { EventTargetRef } from '#contracts/events.ts';
import { eventWaitMs } from '#domain/events/event-retry.ts';
import type { AlertTargets } from '#store/alert/alert-targets.ts';
import type { EventSources } from '#store/event/event-sources.ts';
import type { SentEvent, SentEvents } from '#store/event/sent-events.ts';
import { failedWithout, type Sent } from '#webhooks/sent.ts';
import type { WebhookSender } from '#webhooks/send-webhook.ts';
import { composeData, type DataDeps } from './compose-data.ts';

interface SenderDeps extends DataDeps {
  readonly sentEvents: Pick<SentEvents, 'find' | 'noteTry' | 'drop'>;
  readonly eventSources: EventSources;
  readonly rounds: Pick<AlertTargets, 'run' | 'newestRound'>;
  readonly sendWebhook: WebhookSender;
  readonly now?: () => number;
}

/** Sends events, a try at a time. */
export function createEventSender({ now = Date.now, ...deps }: SenderDeps) {
  /** Tries an event once and notes the result. Rejects while the store is unavailable. */
  async function send(target: EventTargetRef, eventId: string, signal?: AbortSignal): Promise<void> {
    const event = await deps.sentEvents.find(target, eventId);
    if (event === null || event.state !== 'sending') return await deps.sentEvents.drop(target, eventId);
    const sent = await post(deps, { target, event }, signal);
    await deps.sentEvents.noteTry(target, event, triedOf(event, sent, now()));
  }

  return { send };
}

export type EventSender = ReturnType<typeof createEventSender>;

type Deps = Omit<SenderDeps, 'now'>;

async function post(
  deps: Deps,
  { target, event }: { readonly target: EventTargetRef; readonly event: SentEvent },
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const { workspaceId, targetId } = target;
  const found = await deps.eventSources.target(workspaceId, targetId);
  if (found === null) return failedWithout('There is no such target any more.', true);
  if (found.state === 'off' && event.type !== 'event.test')
    return failedWithout('The target is turned off.', true);
  if (found.secrets === null)
    return failedWithout('The secret of the target cannot be read: replace it.', false);
  const round = await roundOf(deps, workspaceId, event);
  // A blob store that is away keeps back this event alone.
  const data = await composeData({ deps, workspaceId, targetId, event, hasLinks: found.approvalLinks }).catch(
    () => undefined,
  );
  if (data === undefined) return failedWithout('The record that it tells of cannot be read.', false);
  if (data === null) return failedWithout('The record that it tells of is erased.', true);
  const { id, type, at, sequence } = event;
  const payload = { type, timestamp: new Date(at).toISOString(), sequence, data };
  const loopLink = { workspaceId, cause: targetId, round };
  return await deps.sendWebhook({ url: found.url, secrets: found.secrets, loopLink }, id, payload, signal);
}

/** A delivery that the event causes comes after its run, or after the newest of its automation. */
async function roundOf({ rounds }: Deps, workspaceId: string, event: SentEvent): Promise<number> {
  const { deliveryId, automationId } = event;
  if (deliveryId !== null) return (await rounds.run(workspaceId, deliveryId))?.round ?? 0;
  return automationId === null ? 0 : ((await rounds.newestRound(workspaceId, automationId)) ?? 0);
}

function triedOf({ type, tries, sendingSince }: SentEvent, sent: Sent, nowMs: number) {
  const [at, { status }] = [new Date(nowMs).toISOString(), sent];
  if (sent.kind === 'delivered')
    return { tried: { at, status, error: null }, isDelivered: true, waitMs: null };
  // Somebody waits for the result of a test.
  const isLast = sent.isFinal || type === 'event.test';
  const count = tries.filter((before) => Date.parse(before.at) >= sendingSince).length + 1;
  const waitMs = isLast ? null : eventWaitMs(count, nowMs - sendingSince, sent.retryAfterMs);
  return { tried: { at, status, error: sent.error }, isDelivered: false, waitMs };
}
