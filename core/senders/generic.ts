import type { Sender } from './sender.ts';

/** Any system: the ids of `X-Service-*` headers and of the body alone. */
export const generic: Sender = {
  id: 'generic',
  title: 'Any system',
  docsUrl: '/docs#deliver',
  recognise: () => false,
  eventId: () => null,
  reference: () => null,
  referenceUrl: () => null,
  eventName: () => null,
  verify: null,
  handshake: null,
  retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
  sample: {
    headers: { 'content-type': 'application/json', 'x-service-event-id': 'evt_1' },
    body: '{"order":{"id":7,"total":40}}',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
