import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender, SenderRequest } from './sender.ts';

/** Bitbucket Cloud names a subject `pullrequest`, Data Center `pullRequest`. */
function numberOf({ json }: SenderRequest): string | null {
  return (
    textAt(json, 'pullrequest', 'id') ?? textAt(json, 'pullRequest', 'id') ?? textAt(json, 'issue', 'id')
  );
}

function reference(request: SenderRequest): string | null {
  const repository =
    textAt(request.json, 'repository', 'full_name') ??
    textAt(request.json, 'repository', 'slug') ??
    textAt(request.json, 'pullRequest', 'toRef', 'repository', 'slug');
  const number = numberOf(request);
  return repository === null || number === null ? repository : `${repository}#${number}`;
}

function referenceUrl({ json }: SenderRequest): string | null {
  const pages = ['pullrequest', 'issue', 'repository'].map((name) =>
    textAt(json, name, 'links', 'html', 'href'),
  );
  return pages.find((page) => page !== null) ?? textAt(json, 'pullRequest', 'links', 'self', 0, 'href');
}

export const bitbucket: Sender = {
  id: 'bitbucket',
  title: 'Bitbucket',
  docsUrl: 'https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/',
  recognise: (request) =>
    headerOf(request, 'x-event-key') !== null &&
    (headerOf(request, 'x-hook-uuid') !== null || headerOf(request, 'x-request-id') !== null),
  // Names the request, of which X-Attempt-Number counts the tries; Data Center has the second name.
  eventId: (request) => headerOf(request, 'x-request-uuid') ?? headerOf(request, 'x-request-id'),
  reference,
  referenceUrl,
  eventName: (request) => headerOf(request, 'x-event-key'),
  verify: {
    secretName: 'Secret',
    ...hmac({
      algorithm: 'sha256',
      encoding: 'hex',
      signatures: inHeader('x-hub-signature', 'sha256='),
    }),
  },
  handshake: null,
  retries: {
    answerWithinMs: 10_000,
    tries: null,
    overMs: null,
    note: 'X-Attempt-Number counts the tries.',
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Bitbucket-Webhooks/2.0',
      'x-event-key': 'pullrequest:created',
      'x-hook-uuid': '4b0cf0b7-4d40-4b56-b6e3-5a6a9e1f7a3d',
      'x-request-uuid': '05fd4ab2-5a64-4a3b-8f73-7e3cbdf5c4a9',
      'x-attempt-number': '1',
      'x-hub-signature': 'sha256=baa60d1040cbbdb81065db7f5e86534a58d2a9a225c5bcbff17fdb22f48ad4b8',
    },
    body: '{"repository":{"full_name":"acme/shop","links":{"html":{"href":"https://bitbucket.org/acme/shop"}}},"actor":{"display_name":"Ana"},"pullrequest":{"id":7,"title":"Fix checkout","state":"OPEN","links":{"html":{"href":"https://bitbucket.org/acme/shop/pull-requests/7"}}}}',
    secret: "It's a Secret to Everybody",
    sentAt: '2026-11-22T12:00:00Z',
  },
};
