import { signedBy } from './data/signature.ts';
import { headerOf, textAt } from './read.ts';
import type { Sender, SenderRequest } from './sender.ts';

/** `self` is an address of the API; the page of the issue is on the same host. */
function referenceUrl({ json }: SenderRequest): string | null {
  const [key, self] = [textAt(json, 'issue', 'key'), textAt(json, 'issue', 'self')];
  if (key === null || self === null || !URL.canParse(self)) return null;
  return new URL(`/browse/${encodeURIComponent(key)}`, self).href;
}

export const jira: Sender = {
  id: 'jira',
  title: 'Jira',
  docsUrl: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/',
  recognise: (request) => headerOf(request, 'x-atlassian-webhook-identifier') !== null,
  // Retries keep it; X-Atlassian-Webhook-Retry counts them.
  eventId: (request) => headerOf(request, 'x-atlassian-webhook-identifier'),
  reference: ({ json }) =>
    textAt(json, 'issue', 'key') ?? textAt(json, 'project', 'key') ?? textAt(json, 'sprint', 'name'),
  referenceUrl,
  eventName: ({ json }) => textAt(json, 'issue_event_type_name') ?? textAt(json, 'webhookEvent'),
  ...signedBy(
    { kind: 'hmac', header: 'x-hub-signature', prefix: 'sha256=' },
    'Secret of the webhook (those that an administrator made)',
  ),
  handshake: null,
  retries: {
    answerWithinMs: null,
    tries: 6,
    overMs: null,
    note: 'Tried again after 408, 409, 425, a 5xx answer or none, for about half an hour.',
  },
  connect: {
    steps: [
      'Open Settings > System > WebHooks as an administrator and choose Create a WebHook.',
      'Paste {url} as URL, and {secret} as Secret.',
      'Tick the events of issues, comments and sprints, and choose Create.',
    ],
    events: [
      'issue_created',
      'issue_updated',
      'issue_assigned',
      'issue_generic',
      'comment_created',
      'sprint_started',
      'sprint_closed',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Atlassian Webhook HTTP Client',
      'x-atlassian-webhook-identifier': '5a0c6a4b-8d8c-4a3e-9d43-0a7fd5a2f6e1',
      'x-atlassian-webhook-flow': 'Primary',
      'x-hub-signature': 'sha256=4ef9da049c1e16d9ca5987936203ba01c1f08679dee56b8a5f4786bc742c74cb',
    },
    body: '{"timestamp":1795348799000,"webhookEvent":"jira:issue_created","issue_event_type_name":"issue_created","issue":{"id":"10042","self":"https://acme.atlassian.net/rest/api/2/10042","key":"SHOP-7","fields":{"summary":"Checkout fails"}}}',
    secret: 'jira-hook-secret-31',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
