import type { SenderRow } from '../data/sender-of.ts';

export const people: readonly SenderRow[] = [
  {
    id: 'twitch',
    title: 'Twitch',
    docsUrl: 'https://dev.twitch.tv/docs/eventsub/handling-webhook-events/',
    recognise: [['twitch-eventsub-message-signature']],
    secretName: 'Secret of the subscription',
    signature: {
      kind: 'hmac',
      header: 'twitch-eventsub-message-signature',
      prefix: 'sha256=',
      template: '{id}{timestamp}{body}',
      id: 'twitch-eventsub-message-id',
      timestamp: 'twitch-eventsub-message-timestamp',
      timeUnit: 'iso',
      toleranceSeconds: 600,
    },
    eventId: 'twitch-eventsub-message-id',
    eventName: '/subscription/type',
    reference: ['/event/broadcaster_user_login', '/event/user_login'],
    referenceUrl: 'https://www.twitch.tv/{/event/broadcaster_user_login}',
    challenge: {
      method: 'POST',
      when: ['twitch-eventsub-message-type=webhook_callback_verification', '/challenge'],
      text: '/challenge',
      isSigned: true,
    },
    retries: {
      answerWithinMs: null,
      tries: null,
      overMs: null,
      note: 'A subscription whose URL fails too often is revoked.',
    },
    connect: {
      steps: [
        'Call POST https://api.twitch.tv/helix/eventsub/subscriptions with the type, its condition, and a transport with method webhook, callback {url} and secret {secret}.',
      ],
      events: ['stream.online', 'channel.follow', 'channel.subscribe'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'twitch-eventsub-message-id': 'befa7b53-d79d-478f-86b9-120f112b044e',
        'twitch-eventsub-message-retry': '0',
        'twitch-eventsub-message-type': 'notification',
        'twitch-eventsub-message-timestamp': '2026-11-22T12:00:00.123456789Z',
        'twitch-eventsub-message-signature':
          'sha256=303ae9ed832e22d7a9017cdb1307a223b299dcde993b7fbcec9e003eaf47ca6b',
        'twitch-eventsub-subscription-type': 'stream.online',
        'twitch-eventsub-subscription-version': '1',
      },
      body: '{"subscription":{"id":"f1c2a387-161a-49f9-a165-0f21d7a4e1c4","status":"enabled","type":"stream.online","version":"1","condition":{"broadcaster_user_id":"12826"},"transport":{"method":"webhook","callback":"https://hooks.example.com/hooks/token"},"created_at":"2026-11-20T10:11:12Z","cost":0},"event":{"id":"9001","broadcaster_user_id":"12826","broadcaster_user_login":"acme","broadcaster_user_name":"Acme","type":"live","started_at":"2026-11-22T11:59:59Z"}}',
      secret: 'twitch-secret-1234567890',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'strava',
    title: 'Strava',
    docsUrl: 'https://developers.strava.com/docs/webhooks/',
    recognise: [['/aspect_type', '/object_type', '/owner_id', '/subscription_id']],
    // It names no event. A retry has the body of the first try; another change another moment or content.
    eventId: '{sha256}',
    eventName: '{/object_type}.{/aspect_type}',
    reference: '/object_id',
    challenge: {
      method: 'GET',
      when: ['?hub.mode=subscribe', '?hub.challenge'],
      json: { 'hub.challenge': '?hub.challenge' },
    },
    retries: { answerWithinMs: 2_000, tries: 3, overMs: null, note: 'It signs nothing.' },
    connect: {
      steps: [
        'Save the automation first: Strava asks the URL when the subscription is made.',
        'Call POST https://www.strava.com/api/v3/push_subscriptions with client_id, client_secret, callback_url {url} and any verify_token.',
      ],
      events: ['activity.create', 'activity.update', 'activity.delete', 'athlete.update'],
    },
    sample: {
      headers: { 'content-type': 'application/json' },
      body: '{"aspect_type":"update","event_time":1795348799,"object_id":1360128428,"object_type":"activity","owner_id":134815,"subscription_id":120475,"updates":{"title":"Evening run"}}',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
