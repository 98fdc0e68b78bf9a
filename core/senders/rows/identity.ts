import type { SenderRow } from '../data/sender-of.ts';

export const identity: readonly SenderRow[] = [
  {
    id: 'okta',
    title: 'Okta event hooks',
    docsUrl: 'https://developer.okta.com/docs/concepts/event-hooks/',
    recognise: [['/eventType=com.okta.event_hook']],
    secretName: 'Authentication secret (with Authorization as authentication field)',
    signature: { kind: 'token', header: 'authorization' },
    eventId: '/eventId',
    eventName: '/data/events/0/eventType',
    reference: ['/data/events/0/target/0/alternateId', '/data/events/0/target/0/displayName'],
    challenge: {
      method: 'GET',
      when: ['x-okta-verification-challenge'],
      json: { verification: 'x-okta-verification-challenge' },
    },
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open Workflow > Event Hooks in the Admin Console and choose Create Event Hook.',
        'Paste {url} as URL, Authorization as Authentication field, and {secret} as Authentication secret.',
        'Choose the events, save, and choose Verify.',
      ],
      events: [
        'user.lifecycle.create',
        'user.lifecycle.activate',
        'user.lifecycle.deactivate',
        'user.account.lock',
        'user.session.start',
        'group.user_membership.add',
      ],
    },
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
  },
];
