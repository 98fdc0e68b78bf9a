import { headerOf, textAt } from './read.ts';
import { inHeader } from './schemes/signature-parts.ts';
import { standardWebhooks } from './schemes/standard-webhooks.ts';
import { token } from './schemes/token.ts';
import type { Sender, SenderRequest, SignatureCheck } from './sender.ts';

const signed = standardWebhooks('webhook-');
const secretToken = token(inHeader('x-gitlab-token'));

/** A signing token begins with `whsec_` and signs; a secret token comes along as it is. */
const check: SignatureCheck = (request, secret, publishedKeys) =>
  (secret.startsWith('whsec_') ? signed : secretToken).check(request, secret, publishedKeys);

function reference({ json }: SenderRequest): string | null {
  const project = textAt(json, 'project', 'path_with_namespace');
  const number = textAt(json, 'object_attributes', 'iid') ?? textAt(json, 'issue', 'iid');
  if (project === null || number === null) return project;
  return `${project}${textAt(json, 'object_kind') === 'merge_request' ? '!' : '#'}${number}`;
}

function eventName(request: SenderRequest): string | null {
  const kind = textAt(request.json, 'object_kind') ?? textAt(request.json, 'event_name');
  const action = textAt(request.json, 'object_attributes', 'action');
  if (kind === null) return headerOf(request, 'x-gitlab-event');
  return action === null ? kind : `${kind}.${action}`;
}

export const gitlab: Sender = {
  id: 'gitlab',
  title: 'GitLab',
  docsUrl: 'https://docs.gitlab.com/user/project/integrations/webhooks/',
  recognise: (request) => headerOf(request, 'x-gitlab-event') !== null,
  // Both are the same, and the first is signed. X-Gitlab-Event-UUID is shared by events that a webhook caused.
  eventId: (request) => headerOf(request, 'webhook-id') ?? headerOf(request, 'idempotency-key'),
  eventIdIsSigned: (request) => headerOf(request, 'webhook-signature') !== null,
  reference,
  referenceUrl: ({ json }) => textAt(json, 'object_attributes', 'url') ?? textAt(json, 'project', 'web_url'),
  eventName,
  verify: {
    secretName: 'Signing token (whsec_…), or the secret token of an older GitLab',
    check,
    signsContent: false,
    toleranceMs: null,
  },
  handshake: null,
  retries: {
    answerWithinMs: 10_000,
    tries: null,
    overMs: null,
    note: 'A webhook that fails several times in a row is switched off for a while, then for good.',
  },
  connect: {
    steps: [
      'Open Settings > Webhooks of the project or group and choose Add new webhook.',
      'Paste {url} as URL, and {secret} as Secret token.',
      'Tick the triggers and choose Add webhook.',
    ],
    events: ['push', 'tag_push', 'issue', 'note', 'merge_request', 'pipeline', 'release'],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitLab/18.6.0',
      'x-gitlab-event': 'Issue Hook',
      'x-gitlab-event-uuid': '13792a34-cac6-4fda-95a8-c58e00a3954e',
      'x-gitlab-webhook-uuid': '02affd2d-2cba-4033-917d-ec22d5dc4b38',
      'x-gitlab-instance': 'https://gitlab.example.com',
      'idempotency-key': 'f5e57ffa-8b2d-4b0c-9c6e-1b9f4ad2f1d1',
      'x-gitlab-token': 'glsecret-5f2b1c',
    },
    body: '{"object_kind":"issue","event_type":"issue","project":{"id":1,"path_with_namespace":"acme/shop","web_url":"https://gitlab.example.com/acme/shop"},"object_attributes":{"id":301,"iid":23,"title":"Checkout fails","action":"open","state":"opened","url":"https://gitlab.example.com/acme/shop/-/issues/23"}}',
    secret: 'glsecret-5f2b1c',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
