import { isRecord } from '#domain/json-value.ts';
import { textAt } from './read.ts';
import { tokenForAddress } from './schemes/json-web-token.ts';
import { inHeader } from './schemes/signature-parts.ts';
import { fiveMinutesMs } from './schemes/signed-time.ts';
import type { Sender, SenderRequest } from './sender.ts';

const at = ({ json }: SenderRequest, name: string) => textAt(json, 'event', name);

export const monday: Sender = {
  id: 'monday',
  title: 'monday.com',
  docsUrl: 'https://developer.monday.com/api-reference/reference/webhooks',
  recognise: (request) => at(request, 'subscriptionId') !== null && at(request, 'triggerUuid') !== null,
  // A body says whether it is sent again.
  eventId: (request) => at(request, 'triggerUuid'),
  reference: (request) => at(request, 'pulseName') ?? at(request, 'pulseId') ?? at(request, 'itemId'),
  referenceUrl: () => null,
  eventName: (request) => at(request, 'type'),
  verify: {
    secretName: 'Signing Secret of the app',
    ...tokenForAddress(inHeader('authorization'), fiveMinutesMs),
  },
  handshake: {
    methods: ['POST'],
    answer: ({ json }) => {
      const challenge = textAt(json, 'challenge');
      const isAlone = isRecord(json) && Object.keys(json).length === 1;
      return challenge === null || !isAlone || challenge.length > 1_000
        ? null
        : { status: 200, body: { challenge } };
    },
    isSigned: false,
  },
  retries: {
    answerWithinMs: null,
    tries: null,
    overMs: 30 * 60_000,
    note: 'It tries again once a minute. Webhooks of apps alone are signed.',
  },
  connect: {
    steps: [
      'Open Integrations of the board in monday.com, search for webhooks and choose a recipe.',
      'Paste {url}: monday.com asks it at once.',
      'For a webhook that an app makes, copy the Signing Secret of its Basic information and enter it here.',
    ],
    events: ['create_pulse', 'update_column_value'],
  },
  sample: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      authorization:
        'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhY2NvdW50SWQiOjE4MjU1MjksInVzZXJJZCI6OTYwMzQxNywiYXVkIjoiaHR0cHM6Ly9ob29rcy5leGFtcGxlLmNvbS9ob29rcy90b2tlbiIsImV4cCI6MTc5NTM0OTEwMCwiaWF0IjoxNzk1MzQ4ODAwfQ.1pFC3nbkLSRG3_vj1NgJJnsCcKIG5pAdZgiQ7Mk34IY',
    },
    body: '{"event":{"app":"monday","type":"create_pulse","triggerTime":"2026-11-22T11:59:59.507Z","subscriptionId":541697599,"isRetry":false,"userId":9603417,"originalTriggerUuid":null,"boardId":1771812698,"pulseId":1772099344,"pulseName":"Order 7","groupId":"topics","groupName":"Orders","triggerUuid":"b5ed2e17c530f43668de130142445cba"}}',
    secret: 'monday-signing-secret-1234567890',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
