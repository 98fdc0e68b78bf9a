import { isList, type JsonValue } from '#domain/json-value.ts';
import { signedBy } from './data/signature.ts';
import { idOfContent, idOfParts } from './composed-id.ts';
import { headerOf, textAt, valueAt } from './read.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

const listAt = (json: JsonValue | undefined, ...path: readonly (string | number)[]) => {
  const value = valueAt(json, ...path) ?? null;
  return isList(value) ? value : [];
};

const objects: ReadonlySet<string> = new Set([
  'whatsapp_business_account',
  'page',
  'instagram',
  'user',
  'permissions',
]);

/** Messages of WhatsApp, what became of them, and messages of Messenger and Instagram. */
function messageIds({ json }: SenderRequest): readonly (string | null)[] {
  return listAt(json, 'entry').flatMap((entry) => [
    ...listAt(entry, 'changes').flatMap((change) => [
      ...listAt(change, 'value', 'messages').map((message) => textAt(message, 'id')),
      ...listAt(change, 'value', 'statuses').map((status) =>
        idOfParts([textAt(status, 'id'), textAt(status, 'status')]),
      ),
    ]),
    ...listAt(entry, 'messaging').map((event) => textAt(event, 'message', 'mid')),
  ]);
}

/** Changes without messages are named by no one, but say when they happened. */
function eventId(request: SenderRequest): string | null {
  if (listAt(request.json, 'entry').length === 0) return null;
  return idOfParts(messageIds(request)) ?? idOfContent(request);
}

/** The verify token is not compared: who knows the address knows as much as the token says. */
function answerVerification({ method, query }: SenderRequest): HandshakeAnswer | null {
  const challenge = query.get('hub.challenge') ?? '';
  const isAsked = method === 'GET' && query.get('hub.mode') === 'subscribe';
  return isAsked && /^[\w.-]{1,256}$/.test(challenge) ? { status: 200, body: challenge } : null;
}

export const meta: Sender = {
  id: 'meta',
  title: 'Meta (WhatsApp, Messenger, Instagram)',
  docsUrl: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started',
  recognise: (request) =>
    headerOf(request, 'x-hub-signature-256') !== null &&
    objects.has(textAt(request.json, 'object') ?? '') &&
    listAt(request.json, 'entry').length > 0,
  eventId,
  eventIdIsSigned: true,
  reference: ({ json }) =>
    textAt(json, 'entry', 0, 'changes', 0, 'value', 'messages', 0, 'from') ??
    textAt(json, 'entry', 0, 'changes', 0, 'value', 'statuses', 0, 'recipient_id') ??
    textAt(json, 'entry', 0, 'messaging', 0, 'sender', 'id') ??
    textAt(json, 'entry', 0, 'id'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'entry', 0, 'changes', 0, 'field') ?? textAt(json, 'object'),
  ...signedBy({ kind: 'hmac', header: 'x-hub-signature-256', prefix: 'sha256=' }, 'App secret'),
  handshake: { methods: ['GET'], answer: answerVerification, isSigned: false },
  retries: {
    answerWithinMs: null,
    tries: null,
    overMs: null,
    note: 'Takes 200 alone for success; tries again less and less often, for days.',
  },
  connect: {
    steps: [
      'Open your app in the App Dashboard, copy the App secret under App settings > Basic and enter it here.',
      'Open the configuration of webhooks and paste {url} as Callback URL, with any text as Verify token.',
      'Choose Verify and save, and subscribe to the fields.',
    ],
    events: ['messages'],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': 'sha256=8a2412a3b03a3db0286d594093cad96b001c6362396f58f972b02530717c7417',
    },
    body: '{"object":"whatsapp_business_account","entry":[{"id":"102290129340398","changes":[{"field":"messages","value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550783881","phone_number_id":"106540352242922"},"contacts":[{"profile":{"name":"Ana"},"wa_id":"16505551234"}],"messages":[{"from":"16505551234","id":"wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTRBNjU5OUFFRTAzODEwMTQ0RgA=","timestamp":"1795348799","type":"text","text":{"body":"Where is my order?"}}]}}]}]}',
    secret: 'meta-app-secret-9f',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
