import { idOfContent } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import { ed25519KeyOfHex } from './schemes/keys.ts';
import { publicKeySignature } from './schemes/public-key.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { AcceptedAnswer, HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

/** Interactions have an `id`; events of an application have none, but say when they happened. */
const isInteraction = ({ json }: SenderRequest): boolean => textAt(json, 'id') !== null;

const isFromDiscord = (request: SenderRequest): boolean =>
  headerOf(request, 'x-signature-ed25519') !== null && headerOf(request, 'x-signature-timestamp') !== null;

/** Sent when the address is saved, also with a wrong signature, which has to be refused. */
function answerPing(request: SenderRequest): HandshakeAnswer | null {
  const type = isFromDiscord(request) ? textAt(request.json, 'type') : null;
  if (isInteraction(request)) return type === '1' ? { status: 200, body: { type: 1 } } : null;
  return type === '0' ? { status: 204, body: null } : null;
}

/**
 * A command and a dialog are answered later, a component changes its message later, and while someone types there is
 * nothing to offer.
 */
const interactionAnswers: Readonly<Record<string, object>> = {
  '2': { type: 5 },
  '3': { type: 6 },
  '4': { type: 8, data: { choices: [] } },
  '5': { type: 5 },
};

/** An event takes an empty answer alone. */
function acceptedAnswer(request: SenderRequest): AcceptedAnswer | null {
  if (!isInteraction(request)) return { status: 204, contentType: null, body: '' };
  const type = textAt(request.json, 'type') ?? '';
  const answer = Object.hasOwn(interactionAnswers, type) ? interactionAnswers[type] : undefined;
  return answer === undefined
    ? null
    : { status: 200, contentType: 'application/json', body: JSON.stringify(answer) };
}

export const discord: Sender = {
  id: 'discord',
  title: 'Discord',
  docsUrl: 'https://docs.discord.com/developers/events/webhook-events',
  recognise: isFromDiscord,
  eventId: (request) =>
    textAt(request.json, 'id') ??
    (textAt(request.json, 'event', 'timestamp') === null ? null : idOfContent(request)),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'channel_id') ?? textAt(json, 'event', 'data', 'user', 'id'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'data', 'name') ?? textAt(json, 'event', 'type'),
  verify: {
    secretName: 'Public key of the application',
    ...publicKeySignature({
      algorithm: 'ed25519',
      encoding: 'hex',
      signature: inHeader('x-signature-ed25519'),
      // Its pages set no window; this one covers the ten minutes in which events are tried again.
      time: { part: inHeader('x-signature-timestamp'), unit: 'seconds', toleranceMs: 15 * 60_000 },
      content: ({ rawBody }, time) => [time, rawBody],
      key: { from: 'secret', read: ed25519KeyOfHex },
    }),
  },
  handshake: { methods: ['POST'], answer: answerPing, isSigned: true },
  accepted: acceptedAnswer,
  retries: {
    answerWithinMs: 3_000,
    tries: null,
    overMs: 600_000,
    note: 'Events are tried again for ten minutes; interactions never are.',
  },
  connect: {
    steps: [
      'Open your application in the Discord Developer Portal, copy its Public Key and enter it here.',
      'For events, paste {url} as Endpoint URL under Webhooks and tick them.',
      'For commands, paste {url} as Interactions Endpoint URL under General Information.',
    ],
    events: ['APPLICATION_AUTHORIZED', 'ENTITLEMENT_CREATE'],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
      'x-signature-timestamp': '1795348800',
      'x-signature-ed25519':
        '941b70c965637c7a93ea9429f9862bf205e9761afdf975c90120c4a8731ac27b1fe843935ac97a98ba75815d2113a353cd598a17ce1cc3d19dd8af00ff783e0b',
    },
    body: '{"id":"846462639134605312","application_id":"775799577604522054","type":2,"token":"unused","channel_id":"645027906669510667","guild_id":"290926798626357999","data":{"id":"771825006014889984","name":"deploy","type":1},"member":{"user":{"id":"53908232506183680","username":"Ana"}},"version":1}',
    secret: 'e302130b966b21d98bbb83e0b5026067ad90775a0ee7a18472e0b6f92737667c',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
