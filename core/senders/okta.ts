import { headerOf, textAt } from './read.ts';
import { inHeader } from './schemes/signature-parts.ts';
import { token } from './schemes/token.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

function answerChallenge(request: SenderRequest): HandshakeAnswer | null {
  const verification = headerOf(request, 'x-okta-verification-challenge');
  if (request.method !== 'GET' || verification === null || verification.length > 1_024) return null;
  return { status: 200, body: { verification } };
}

export const okta: Sender = {
  id: 'okta',
  title: 'Okta event hooks',
  docsUrl: 'https://developer.okta.com/docs/concepts/event-hooks/',
  recognise: ({ json }) => textAt(json, 'eventType') === 'com.okta.event_hook',
  eventId: ({ json }) => textAt(json, 'eventId'),
  reference: ({ json }) =>
    textAt(json, 'data', 'events', 0, 'target', 0, 'alternateId') ??
    textAt(json, 'data', 'events', 0, 'target', 0, 'displayName'),
  referenceUrl: () => null,
  eventName: ({ json }) => textAt(json, 'data', 'events', 0, 'eventType'),
  verify: {
    secretName: 'Authentication secret (with Authorization as authentication field)',
    ...token(inHeader('authorization')),
  },
  handshake: { methods: ['GET'], answer: answerChallenge, isSigned: false },
  retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Okta event hooks',
      authorization: 'okta-hook-secret-61',
    },
    body: '{"eventType":"com.okta.event_hook","eventTypeVersion":"1.0","cloudEventsVersion":"0.1","source":"https://acme.okta.com/api/v1/eventHooks/who8vt36qfNpCGz9H1e6","eventId":"b5a188b9-5ece-4636-b041-482ffda96311","eventTime":"2026-11-22T11:59:58.123Z","contentType":"application/json","data":{"events":[{"uuid":"e790657a-8c7f-11ea-bc55-0242ac130003","published":"2026-11-22T11:59:57.000Z","eventType":"user.lifecycle.create","displayMessage":"Create Okta user","target":[{"id":"00u1","type":"User","alternateId":"ana@example.com","displayName":"Ana"}]}]}}',
    secret: 'okta-hook-secret-61',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
