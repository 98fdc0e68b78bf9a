import type { SenderRow } from '../data/sender-of.ts';

export const work: readonly SenderRow[] = [
  {
    id: 'linear',
    title: 'Linear',
    docsUrl: 'https://linear.app/developers/webhooks',
    recognise: [['linear-signature'], ['linear-delivery']],
    secretName: 'Signing secret',
    signature: {
      kind: 'hmac',
      header: 'linear-signature',
      timestamp: '/webhookTimestamp',
      timeUnit: 'milliseconds',
      toleranceSeconds: 60,
    },
    // Retries keep it, while `webhookTimestamp` in the body is the moment of each try.
    eventId: 'linear-delivery',
    eventName: ['{/type}.{/action}', '/type'],
    reference: ['/data/identifier', '/data/id'],
    referenceUrl: ['/url', '/data/url'],
    retries: {
      answerWithinMs: 5_000,
      tries: 4,
      overMs: 421 * 60_000,
      note: 'Takes 200 alone for success; tries again after a minute, an hour and six hours, then may switch the webhook off.',
    },
    connect: {
      steps: [
        'Open Settings > Administration > API and choose New webhook.',
        'Paste {url} as URL, tick the data change events and choose Create webhook.',
        'Copy the Signing secret from the page of the webhook and enter it here.',
      ],
      events: ['Issue', 'Comment', 'IssueLabel', 'Project', 'ProjectUpdate', 'Cycle'],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Linear-Webhook',
        'linear-delivery': '234d1a4e-b617-4388-90fe-adc3633d6b72',
        'linear-event': 'Issue',
        'linear-signature': 'fa62fa426be391b08e82783e2e8462989a12edf2150be6b1d8aab180985183e6',
      },
      body: '{"action":"update","type":"Issue","createdAt":"2026-11-22T11:59:59.000Z","data":{"id":"2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9","identifier":"ENG-12","title":"Checkout fails"},"url":"https://linear.app/acme/issue/ENG-12","webhookTimestamp":1795348800000,"webhookId":"000042e3-d123-4980-b49f-8e140eef9329"}',
      secret: 'lin_wh_5f2b1cQ8',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'trello',
    title: 'Trello',
    docsUrl: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/',
    recognise: [['x-trello-webhook']],
    secretName: 'OAuth 1.0 secret of the Power-Up',
    signature: {
      kind: 'hmac',
      header: 'x-trello-webhook',
      algorithm: 'sha1',
      encoding: 'base64',
      template: '{body}{url}',
    },
    eventId: '/action/id',
    eventName: '/action/type',
    reference: ['/action/data/card/name', '/action/data/board/name'],
    referenceUrl: [
      'https://trello.com/c/{/action/data/card/shortLink}',
      'https://trello.com/b/{/action/data/board/shortLink}',
    ],
    // A webhook is made only where its address answers HEAD.
    challenge: { method: 'HEAD', when: [] },
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open https://trello.com/power-ups/admin, choose your Power-Up > API key, copy the secret and enter it here.',
        'Send POST https://api.trello.com/1/webhooks with {url} as callbackURL, the id of a board or card as idModel, your key and your token.',
      ],
      events: [],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-trello-webhook': '37tkEKBYtgM523U2O0DDykpI0e0=',
      },
      body: '{"model":{"id":"4d5ea62fd76aa1136000000c","name":"Shop"},"action":{"id":"51f9424bcd6e040f3c002412","type":"createCard","date":"2026-11-22T11:59:58.000Z","data":{"board":{"shortLink":"nC8QJJoZ","name":"Shop"},"card":{"shortLink":"H0TZyzbK","name":"Checkout fails"}}}}',
      secret: '0f9c5d9e7b1a4c33',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
