import type { AlertRef } from '#contracts/alert.ts';
import type { AlertRecord, Alerts, AlertTry } from '#store/alert/alerts.ts';
import type { AlertTargets } from '#store/alert/alert-targets.ts';
import { failedWithout, type Sent } from '#webhooks/sent.ts';
import { type AlertSource, composePayload } from './compose-payload.ts';
import type { createEmailChannel } from './email-channel.ts';
import type { WebhookSender } from '#webhooks/send-webhook.ts';

interface SenderDeps {
  readonly alerts: Pick<Alerts, 'find'>;
  readonly alertTargets: AlertTargets;
  readonly sendWebhook: WebhookSender;
  /** Absent where the operator set no SMTP_URL. */
  readonly sendEmail: ReturnType<typeof createEmailChannel> | undefined;
  readonly publicUrl: string;
}

/** A try, and how long to wait for the next one; null where none is needed, or left. */
type Tried = Omit<AlertTry, 'nextTryAt'> & { readonly waitMs: number | null };

export function createAlertSender(deps: SenderDeps) {
  /** Null where there is nothing to send any more. Rejects while the store is unavailable. */
  async function trySending(ref: AlertRef, signal?: AbortSignal): Promise<Tried | null> {
    const alert = await deps.alerts.find(ref.workspaceId, ref.alertId);
    if (alert === null || alert.state !== 'sending') return null;
    const target = await deps.alertTargets.find(ref.workspaceId, alert.ruleId);
    if (target === null) return null;
    return triedOf(alert, await send(deps, { ...(await sourceOf(ref, alert)), alert, target }, signal));
  }

  async function sourceOf({ workspaceId }: AlertRef, { deliveryId, automationId }: AlertRecord) {
    const [workspaceName, run, newestRound] = await Promise.all([
      deps.alertTargets.workspaceName(workspaceId),
      deliveryId === null ? null : deps.alertTargets.run(workspaceId, deliveryId),
      // Silence is about no run: what it causes comes after the last delivery.
      deliveryId !== null || automationId === null
        ? null
        : deps.alertTargets.newestRound(workspaceId, automationId),
    ]);
    return { workspaceId, workspaceName, run, round: run?.round ?? newestRound ?? 0 };
  }

  return { trySending };
}

interface RoundSource extends AlertSource {
  /** How many runs or alerts of ours come before it, each caused by the one before. */
  readonly round: number;
}

async function send(deps: SenderDeps, source: RoundSource, signal: AbortSignal | undefined): Promise<Sent> {
  const { workspaceId, alert, round } = source;
  const { channel } = source.target;
  switch (channel.kind) {
    case 'webhook': {
      const loopLink = { workspaceId, cause: alert.ruleId, round };
      const payload = composePayload(deps.publicUrl, source);
      return await deps.sendWebhook({ ...channel, loopLink }, alert.id, payload, signal);
    }
    case 'email':
      if (deps.sendEmail === undefined)
        return failedWithout('This service sends no e-mail: SMTP_URL is not set.', true);
      return await deps.sendEmail(channel.to, source);
    case 'unreadable':
      return failedWithout('The secret of the rule cannot be read: replace it.', false);
  }
}

function triedOf({ type, tries: before }: AlertRecord, sent: Sent): Tried {
  const tries = before + 1;
  const status = sent.status === null ? null : String(sent.status);
  if (sent.kind === 'delivered') return { isDelivered: true, tries, status, error: null, waitMs: null };
  const { error, isFinal, retryAfterMs } = sent;
  const waitMs = isFinal ? null : alertWaitMs(tries, { retryAfterMs, isTest: type === 'alert.test' });
  return { isDelivered: false, tries, status, error, waitMs };
}

/** How an alert is tried: five times over three quarters of an hour. */
const alertRetry = { triesMax: 5, firstWaitMs: 30_000, factor: 4, waitMsMax: 45 * 60_000 } as const;

/** How long to wait after a try that failed, at least as long as its target asked for; null after the last. */
export function alertWaitMs(
  tries: number,
  { retryAfterMs, isTest }: { retryAfterMs: number; isTest: boolean },
) {
  const { triesMax, firstWaitMs, factor, waitMsMax } = alertRetry;
  // Somebody waits for the result of a test.
  if (isTest || tries >= triesMax) return null;
  return Math.min(waitMsMax, Math.max(firstWaitMs * factor ** (tries - 1), retryAfterMs));
}
