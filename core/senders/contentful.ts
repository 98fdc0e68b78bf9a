import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import { fiveMinutesMs } from './schemes/signed-time.ts';
import type { Sender, SenderRequest, SignatureCheck } from './sender.ts';

const [listName, timeName] = ['x-contentful-signed-headers', 'x-contentful-timestamp'];

const signedHeaders = (request: SenderRequest): readonly string[] =>
  (headerOf(request, listName) ?? '').split(',').toSorted();

/** The query is escaped once as a whole, and then the address. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + encodeURI(search === '' ? '' : `?${encodeURIComponent(search.slice(1))}`);
}

const scheme = hmac({
  algorithm: 'sha256',
  encoding: 'hex',
  signatures: inHeader('x-contentful-signature'),
  time: { part: inHeader(timeName), unit: 'milliseconds', toleranceMs: fiveMinutesMs },
  content: (request) => [
    `${request.method}\n${pathOf(request.url)}\n`,
    signedHeaders(request)
      .map((name) => `${name}:${headerOf(request, name) ?? ''}`)
      .join(';'),
    '\n',
    request.rawBody,
  ],
});

/** A moment that is not signed proves nothing. */
const check: SignatureCheck = (request, secret, publishedKeys) => {
  const names = signedHeaders(request);
  return names.includes(timeName) && names.includes(listName)
    ? scheme.check(request, secret, publishedKeys)
    : { status: 'missing', missing: listName };
};

const sys = ({ json }: SenderRequest, ...path: readonly string[]) => textAt(json, 'sys', ...path);
const kinds: Readonly<Record<string, string>> = { Entry: 'entries', Asset: 'assets' };

function referenceUrl(request: SenderRequest): string | null {
  const ids = [
    sys(request, 'space', 'sys', 'id'),
    sys(request, 'environment', 'sys', 'id'),
    sys(request, 'id'),
  ];
  const kind = /^ContentManagement\.(Entry|Asset)\./.exec(headerOf(request, 'x-contentful-topic') ?? '')?.[1];
  if (kind === undefined || !/^[\w.-]+ [\w.-]+ [\w.-]+$/.test(ids.join(' '))) return null;
  return `https://app.contentful.com/spaces/${ids[0]}/environments/${ids[1]}/${kinds[kind]}/${ids[2]}`;
}

export const contentful: Sender = {
  id: 'contentful',
  title: 'Contentful',
  docsUrl: 'https://www.contentful.com/developers/docs/extensibility/webhooks/',
  recognise: (request) => headerOf(request, 'x-contentful-topic') !== null,
  eventId: (request) => headerOf(request, 'x-contentful-idempotency-key'),
  eventIdIsSigned: (request) => signedHeaders(request).includes('x-contentful-idempotency-key'),
  reference: (request) => sys(request, 'id'),
  referenceUrl,
  eventName: (request) =>
    headerOf(request, 'x-contentful-topic')?.replace(/^ContentManagement\./, '') ?? null,
  verify: { secretName: 'Signing secret of the space', ...scheme, check },
  handshake: null,
  retries: {
    answerWithinMs: 30_000,
    tries: 3,
    overMs: 60_000,
    note: 'It tries again after 429 and 5xx alone.',
  },
  connect: {
    steps: [
      'Open Settings > Webhooks of the space in Contentful and choose Add Webhook.',
      'Paste {url} as URL with POST, tick the events and choose Save.',
      'Choose Enable request verification on the tab Settings, copy the secret and enter it here as signing secret.',
    ],
    events: ['Entry.publish', 'Entry.unpublish', 'Entry.delete'],
  },
  sample: {
    headers: {
      'content-type': 'application/vnd.contentful.management.v1+json',
      'x-contentful-crn':
        'crn:contentful:::content:spaces/bkz6hygz9igz/environments/master/entries/4o19ghFQzzNX9',
      'x-contentful-event-datetime': '2026-11-22T11:59:59.587Z',
      'x-contentful-idempotency-key': '94516f9a3fe42e3065ad9ef4f2a9f865c9bf0a962db8b7cfcb470b42052ea22c',
      'x-contentful-topic': 'ContentManagement.Entry.publish',
      'x-contentful-webhook-name': 'Reveille',
      'x-contentful-signed-headers':
        'content-type,x-contentful-crn,x-contentful-event-datetime,x-contentful-idempotency-key,x-contentful-signed-headers,x-contentful-timestamp,x-contentful-topic,x-contentful-webhook-name',
      'x-contentful-timestamp': '1795348800000',
      'x-contentful-signature': '5e265ea669bc0a8c6d6b541ac853ea2d4b649c99d2109cc3a073779d8af52e04',
    },
    body: '{"fields":{"title":{"en-US":"Hello"}},"sys":{"type":"Entry","id":"4o19ghFQzzNX9","space":{"sys":{"type":"Link","linkType":"Space","id":"bkz6hygz9igz"}},"environment":{"sys":{"type":"Link","linkType":"Environment","id":"master"}},"contentType":{"sys":{"id":"page"}},"revision":3,"updatedAt":"2026-11-22T11:59:58.000Z"}}',
    secret: 'RDGlbOV1Cfqm2XB8hP5kZ0TnLsYwJ4uAEe7Ioxr9Mi3Ft6NcQgaKjHvWzUdSpyb1',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
