import { headerOf, jsonInForm, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender, SenderRequest } from './sender.ts';

/** A webhook of content type `application/x-www-form-urlencoded` has the JSON in the field `payload`. */
const payloadOf = (request: SenderRequest) => request.json ?? jsonInForm(request, 'payload');

/** Members that an event is about, the narrowest first. */
const subjects = ['pull_request', 'issue', 'discussion', 'release', 'workflow_run', 'check_run'];

function reference(request: SenderRequest): string | null {
  const payload = payloadOf(request);
  const repository = textAt(payload, 'repository', 'full_name') ?? textAt(payload, 'organization', 'login');
  const numbers = subjects.map((subject) => textAt(payload, subject, 'number'));
  const number = numbers.find((found) => found !== null);
  return number === undefined || repository === null ? repository : `${repository}#${number}`;
}

function referenceUrl(request: SenderRequest): string | null {
  const payload = payloadOf(request);
  const pages = [...subjects, 'repository'].map((subject) => textAt(payload, subject, 'html_url'));
  return pages.find((page) => page !== null) ?? null;
}

function eventName(request: SenderRequest): string | null {
  const event = headerOf(request, 'x-github-event');
  const action = textAt(payloadOf(request), 'action');
  return event === null || action === null ? event : `${event}.${action}`;
}

export const github: Sender = {
  id: 'github',
  title: 'GitHub',
  docsUrl: 'https://docs.github.com/webhooks',
  recognise: (request) =>
    headerOf(request, 'x-github-event') !== null && headerOf(request, 'x-github-delivery') !== null,
  // A redelivery keeps it.
  eventId: (request) => headerOf(request, 'x-github-delivery'),
  reference,
  referenceUrl,
  eventName,
  verify: {
    secretName: 'Secret',
    ...hmac({
      algorithm: 'sha256',
      encoding: 'hex',
      signatures: inHeader('x-hub-signature-256', 'sha256='),
    }),
  },
  handshake: null,
  retries: {
    answerWithinMs: 10_000,
    tries: 1,
    overMs: 0,
    note: 'A failed delivery is sent again only by hand or by its API.',
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': 'issues',
      'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      'x-hub-signature-256': 'sha256=d0ff152dbdacfc9ef88df2cd69c1dfe8f412f753c585802abd10573be5543665',
    },
    body: '{"action":"opened","issue":{"number":1347,"title":"Found a bug","html_url":"https://github.com/octocat/Hello-World/issues/1347"},"repository":{"full_name":"octocat/Hello-World","html_url":"https://github.com/octocat/Hello-World"},"sender":{"login":"octocat"}}',
    secret: "It's a Secret to Everybody",
    sentAt: '2026-11-22T12:00:00Z',
  },
};
