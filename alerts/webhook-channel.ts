import { Webhook } from 'standardwebhooks';

import type { OwnerPost } from '../egress/post-to-owner.ts';
import { failedWithout, type Sent } from './channel.ts';

interface Signed {
  readonly url: string;
  /** Each signs; while a secret is replaced these are two. */
  readonly secrets: readonly string[];
}

/** Posts alerts by the rules of Standard Webhooks. */
export function createWebhookChannel({ post }: Pick<OwnerPost, 'post'>) {
  return async function send(
    { url, secrets }: Signed,
    alertId: string,
    payload: object,
    signal?: AbortSignal,
  ): Promise<Sent> {
    const body = JSON.stringify(payload);
    const now = new Date();
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': alertId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(alertId, now, body)).join(' '),
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
