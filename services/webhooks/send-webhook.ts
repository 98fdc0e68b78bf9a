import { Webhook } from 'standardwebhooks';

import { loopHeader, type LoopLink } from '#domain/loop.ts';
import type { OwnerPost } from '#egress/post-to-owner.ts';
import { failedWithout, type Sent } from './sent.ts';

interface Signed {
  readonly url: string;
  /** Each signs; while a secret is replaced these are two. */
  readonly secrets: readonly string[];
  /** By which a delivery that it causes is known. */
  readonly loopLink: LoopLink;
}

interface Deps extends Pick<OwnerPost, 'post'> {
  readonly loopLinks: { readonly seal: (link: LoopLink) => string };
}

/** Posts what owners are told, by the rules of Standard Webhooks: alerts and events. */
export function createWebhookSender({ post, loopLinks }: Deps) {
  return async function send(
    { url, secrets, loopLink }: Signed,
    messageId: string,
    payload: object,
    signal?: AbortSignal,
  ): Promise<Sent> {
    const body = JSON.stringify(payload);
    const now = new Date();
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, now, body)).join(' '),
      [loopHeader]: loopLinks.seal(loopLink),
    };
    const result = await post(url, headers, body, signal);
    if (result.kind === 'failed') return failedWithout(result.message, false);
    if (result.kind !== 'answered') return failedWithout(result.message, true);
    const { status, retryAfterMs } = result;
    if (status >= 200 && status < 300) return { kind: 'delivered', status };
    const error = `The URL answered ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}.`;
    // Gone: by Standard Webhooks its owner wants no more.
    return { kind: 'failed', status, error, isFinal: status === 410, retryAfterMs };
  };
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;
