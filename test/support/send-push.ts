import { createHmac } from 'node:crypto';

/** A push as GitHub signs it. */
export function sendPush(hook: string, secret: string, eventId: string) {
  const body = JSON.stringify({ ref: 'refs/heads/main', repository: { full_name: 'acme/shop' } });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return fetch(hook, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': 'push',
      'x-github-delivery': eventId,
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  });
}
