import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import type { Sender, SenderRequest } from './sender.ts';

function referenceUrl({ json }: SenderRequest): string | null {
  const card = textAt(json, 'action', 'data', 'card', 'shortLink');
  const board = textAt(json, 'action', 'data', 'board', 'shortLink');
  if (card !== null) return `https://trello.com/c/${encodeURIComponent(card)}`;
  return board === null ? null : `https://trello.com/b/${encodeURIComponent(board)}`;
}

export const trello: Sender = {
  id: 'trello',
  title: 'Trello',
  docsUrl: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/',
  recognise: (request) => headerOf(request, 'x-trello-webhook') !== null,
  eventId: ({ json }) => textAt(json, 'action', 'id'),
  eventIdIsSigned: true,
  reference: ({ json }) =>
    textAt(json, 'action', 'data', 'card', 'name') ?? textAt(json, 'action', 'data', 'board', 'name'),
  referenceUrl,
  eventName: ({ json }) => textAt(json, 'action', 'type'),
  verify: {
    secretName: 'OAuth 1.0 secret of the Power-Up',
    ...hmac({
      algorithm: 'sha1',
      encoding: 'base64',
      signatures: inHeader('x-trello-webhook'),
      content: ({ rawBody, url }) => [rawBody, url],
    }),
  },
  // A webhook is made only where its address answers HEAD.
  handshake: {
    methods: ['HEAD'],
    answer: ({ method }) => (method === 'HEAD' ? { status: 200, body: null } : null),
    isSigned: false,
  },
  retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-trello-webhook': '37tkEKBYtgM523U2O0DDykpI0e0=',
    },
    body: '{"model":{"id":"4d5ea62fd76aa1136000000c","name":"Shop"},"action":{"id":"51f9424bcd6e040f3c002412","type":"createCard","date":"2026-11-22T11:59:58.000Z","data":{"board":{"shortLink":"nC8QJJoZ","name":"Shop"},"card":{"shortLink":"H0TZyzbK","name":"Checkout fails"}}}}',
    secret: '0f9c5d9e7b1a4c33',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
