import type { SenderRow } from '../data/sender-of.ts';

/** Notifications of channels: everything is in headers, and the content is read by API. */
const channel = {
  secretName: 'token of the channel',
  signature: { kind: 'token', header: 'x-goog-channel-token' },
  eventId: '{x-goog-channel-id}:{x-goog-message-number}',
  eventName: 'x-goog-resource-state',
  reference: 'x-goog-resource-id',
  // The first message says that the channel is there.
  challenge: { method: 'POST', when: ['x-goog-resource-state=sync'], isSigned: true },
  retries: {
    answerWithinMs: null,
    tries: null,
    overMs: null,
    note: 'It tries again after 500, 502, 503 and 504 alone. A channel ends at its expiration and has to be made anew.',
  },
} satisfies Partial<SenderRow>;

const headers = {
  'content-type': 'application/json; charset=UTF-8',
  'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
  'x-goog-channel-id': '4ba78bf0-6a47-11e2-bcfd-0800200c9a66',
  'x-goog-channel-expiration': 'Tue, 29 Nov 2026 12:00:00 GMT',
  'x-goog-message-number': '10',
};

export const google: readonly SenderRow[] = [
  {
    ...channel,
    id: 'google-calendar',
    title: 'Google Calendar',
    docsUrl: 'https://developers.google.com/workspace/calendar/api/guides/push',
    recognise: [['x-goog-channel-id', 'x-goog-resource-uri^=https://www.googleapis.com/calendar/']],
    connect: {
      steps: [
        'Call POST https://www.googleapis.com/calendar/v3/calendars/<calendar>/events/watch with type web_hook, address {url}, token {secret} and an id of your own.',
      ],
      events: [],
    },
    sample: {
      headers: {
        ...headers,
        'x-goog-channel-token': 'calendar-token-11',
        'x-goog-resource-id': 'ret08u3rv24htgh289g',
        'x-goog-resource-state': 'exists',
        'x-goog-resource-uri':
          'https://www.googleapis.com/calendar/v3/calendars/ana%40example.com/events?alt=json',
      },
      body: '',
      secret: 'calendar-token-11',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    ...channel,
    id: 'google-drive',
    title: 'Google Drive',
    docsUrl: 'https://developers.google.com/workspace/drive/api/guides/push',
    recognise: [['x-goog-channel-id', 'x-goog-resource-uri^=https://www.googleapis.com/drive/']],
    connect: {
      steps: [
        'Call POST https://www.googleapis.com/drive/v3/changes/watch (or files/<file>/watch) with type web_hook, address {url}, token {secret} and an id of your own.',
      ],
      events: [],
    },
    sample: {
      headers: {
        ...headers,
        'x-goog-channel-token': 'drive-token-1234',
        'x-goog-changed': 'content,properties',
        'x-goog-resource-id': 'B4ibMJiIhTjAQd7Ff2K2bexk8G4',
        'x-goog-resource-state': 'update',
        'x-goog-resource-uri':
          'https://www.googleapis.com/drive/v3/files/1Xq2bexk8G4?acknowledgeAbuse=false&alt=json',
      },
      body: '',
      secret: 'drive-token-1234',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
