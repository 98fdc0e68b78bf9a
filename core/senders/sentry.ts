import { signedBy } from './data/signature.ts';
import { idOfParts } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import type { Sender, SenderRequest } from './sender.ts';

function eventName(request: SenderRequest): string | null {
  const [resource, action] = [headerOf(request, 'sentry-hook-resource'), textAt(request.json, 'action')];
  return resource === null || action === null ? resource : `${resource}.${action}`;
}

/** Request-ID is made anew for each try: what happened in an event of Sentry has an id of its own that stays. */
function eventId(request: SenderRequest): string | null {
  const { json } = request;
  const event = textAt(json, 'data', 'event', 'event_id') ?? textAt(json, 'data', 'error', 'event_id');
  if (event === null) return headerOf(request, 'request-id');
  return idOfParts([eventName(request), event, textAt(json, 'data', 'triggered_rule') ?? '']);
}

export const sentry: Sender = {
  id: 'sentry',
  title: 'Sentry',
  docsUrl: 'https://docs.sentry.io/organization/integrations/integration-platform/webhooks/',
  recognise: (request) => headerOf(request, 'sentry-hook-resource') !== null,
  eventId,
  reference: ({ json }) =>
    textAt(json, 'data', 'issue', 'shortId') ??
    textAt(json, 'data', 'issue', 'id') ??
    textAt(json, 'data', 'event', 'issue_id') ??
    textAt(json, 'data', 'error', 'issue_id'),
  referenceUrl: ({ json }) =>
    textAt(json, 'data', 'issue', 'web_url') ??
    textAt(json, 'data', 'event', 'web_url') ??
    textAt(json, 'data', 'error', 'web_url') ??
    textAt(json, 'data', 'web_url'),
  eventName,
  ...signedBy({ kind: 'hmac', header: 'sentry-hook-signature' }, 'Client Secret of the integration'),
  handshake: null,
  retries: {
    answerWithinMs: 1_000,
    tries: null,
    overMs: null,
    note: 'A webhook that fails too often is switched off.',
  },
  connect: {
    steps: [
      'Open Settings > Developer Settings and create an internal integration.',
      'Paste {url} as Webhook URL, give it permission to read issues and events, tick the webhooks and save.',
      'Copy the Client Secret and enter it here.',
    ],
    events: ['issue.created', 'issue.resolved', 'issue.assigned', 'error.created'],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'request-id': 'c1a4f0b8d6e24b0c8f3a5a6f7e8d9c0b',
      'sentry-hook-resource': 'event_alert',
      'sentry-hook-timestamp': '1795348800',
      'sentry-hook-signature': 'c63fefb5088be4c7c2e8d855cbdb172e182ad1c9132172fb965fbf926369e20f',
    },
    body: '{"action":"triggered","installation":{"uuid":"7a485448-a9e2-4c85-8a3c-4f44175783c9"},"data":{"event":{"event_id":"e4874d664c3540c1a32eab185f12c5ab","issue_id":"1117540176","title":"TypeError: total is undefined","web_url":"https://sentry.io/organizations/acme/issues/1117540176/events/e4874d664c3540c1a32eab185f12c5ab/"},"triggered_rule":"Checkout errors"},"actor":{"type":"application","id":"sentry","name":"Sentry"}}',
    secret: 'sentry-client-secret-77',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
