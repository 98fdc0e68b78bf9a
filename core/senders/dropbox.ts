import { signedBy } from './data/signature.ts';
import { headerOf, textAt } from './read.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

function answerChallenge({ method, query }: SenderRequest): HandshakeAnswer | null {
  const challenge = query.get('challenge') ?? '';
  if (method !== 'GET' || !/^[\w.-]{1,256}$/.test(challenge)) return null;
  return { status: 200, headers: { 'x-content-type-options': 'nosniff' }, body: challenge };
}

export const dropbox: Sender = {
  id: 'dropbox',
  title: 'Dropbox',
  docsUrl: 'https://www.dropbox.com/developers/reference/webhooks',
  recognise: (request) => headerOf(request, 'x-dropbox-signature') !== null,
  // A body says only whose files changed, and is the same for each change: one by one they are different events.
  eventId: ({ json, now }) => {
    const account = textAt(json, 'list_folder', 'accounts', 0) ?? textAt(json, 'delta', 'users', 0);
    return account === null ? null : `${account}:${now}`;
  },
  namesNoEvent: true,
  reference: ({ json }) => textAt(json, 'list_folder', 'accounts', 0),
  referenceUrl: () => null,
  eventName: ({ json }) => (textAt(json, 'list_folder', 'accounts', 0) === null ? null : 'list_folder'),
  ...signedBy({ kind: 'hmac', header: 'x-dropbox-signature' }, 'App secret'),
  handshake: { methods: ['GET'], answer: answerChallenge, isSigned: false },
  retries: {
    answerWithinMs: 10_000,
    tries: null,
    overMs: null,
    note: 'An app that fails too often is switched off. A retry looks like another change and runs once more.',
  },
  connect: {
    steps: [
      'Open your app in the Dropbox App Console, copy the App secret and enter it here.',
      'Add {url} under Webhook URIs.',
    ],
    events: [],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'DropboxWebhooks/1.0',
      'x-dropbox-signature': '450ef9f57aef4016f16da031b9d4597c8f4672296e2d3b8d98fd21af6db3fd6a',
    },
    body: '{"list_folder":{"accounts":["dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc"]},"delta":{"users":[12345678]}}',
    secret: 'dropbox-app-secret',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
