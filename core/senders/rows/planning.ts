import type { SenderRow } from '../data/sender-of.ts';

export const planning: readonly SenderRow[] = [
  {
    id: 'clickup',
    title: 'ClickUp',
    docsUrl: 'https://developer.clickup.com/docs/webhooks',
    recognise: [['x-signature', '/webhook_id', '/event']],
    secretName: 'Secret of the webhook',
    signature: { kind: 'hmac', header: 'x-signature' },
    eventId: '{/webhook_id}:{/history_items/*/id}',
    eventName: '/event',
    reference: ['/task_id', '/list_id', '/folder_id', '/space_id', '/goal_id'],
    referenceUrl: 'https://app.clickup.com/t/{/task_id}',
    retries: {
      answerWithinMs: null,
      tries: null,
      overMs: null,
      note: 'Updates of spaces, folders and goals have no history: their bodies are equal, and `payloadDedupe` should be false.',
    },
    connect: {
      steps: [
        'Call POST https://api.clickup.com/api/v2/team/<workspace>/webhook with endpoint {url} and the events.',
        'Copy `webhook.secret` of the answer and enter it here as signing secret.',
      ],
      events: ['taskCreated', 'taskStatusUpdated', 'taskCommentPosted'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'x-signature': '37e78c96aa550d1a8fca60967cd94eea16cecde234ab60bcdeb0ce15d23f7d85',
      },
      body: '{"event":"taskStatusUpdated","history_items":[{"id":"2800787326392370170","type":1,"date":"1795348799000","field":"status","parent_id":"162641062","user":{"id":183,"username":"Ana"},"before":{"status":"to do"},"after":{"status":"done"}}],"task_id":"1vj38vv","webhook_id":"7fa3ec74-69a8-4530-a251-8a13730bd204"}',
      secret: 'O94IM25S7PXBPYTMNXLLET230SRP0S89COR7B1YOJ2ZIE8WQNK5UUKEF26W0Z5GA',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'airtable',
    title: 'Airtable',
    docsUrl: 'https://airtable.com/developers/web/api/webhooks-overview',
    recognise: [['x-airtable-content-mac']],
    secretName: 'macSecretBase64 of the webhook',
    signature: {
      kind: 'hmac',
      header: 'x-airtable-content-mac',
      prefix: 'hmac-sha256=',
      secretEncoding: 'base64',
    },
    eventId: '{/base/id}:{/webhook/id}:{/timestamp}',
    reference: '/base/id',
    referenceUrl: 'https://airtable.com/{/base/id}',
    retries: {
      answerWithinMs: null,
      tries: null,
      overMs: null,
      note: 'It says that a base changed: the automation lists the payloads by API. A webhook ends after seven days unless it is refreshed.',
    },
    connect: {
      steps: [
        'Call POST https://api.airtable.com/v0/bases/<base>/webhooks with notificationUrl {url} and a specification.',
        'Copy `macSecretBase64` of the answer and enter it here as signing secret.',
      ],
      events: [],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'x-airtable-content-mac':
          'hmac-sha256=9587a13fc2126645356be2e544efbb934c2d8210c457c5ec77b2121c33ecb5bd',
      },
      body: '{"base":{"id":"app00000000000000"},"webhook":{"id":"ach00000000000000"},"timestamp":"2026-11-22T11:59:59.050Z"}',
      secret: 'YWlydGFibGUtbWFjLXNlY3JldC1vZi10aGVzZS1zYW1wbGVz',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'pipedrive',
    title: 'Pipedrive',
    docsUrl: 'https://pipedrive.readme.io/docs/guide-for-webhooks-v2',
    recognise: [['/meta/webhook_id', '/meta/entity', '/meta/action', '/meta/company_id']],
    secretName: 'user:password of HTTP Auth',
    signature: { kind: 'basic' },
    // The id of an event of a user is the id of the user.
    eventId: '{/meta/id}:{/meta/correlation_id}',
    eventName: '{/meta/action}.{/meta/entity}',
    reference: ['/data/title', '/data/name', '/meta/entity_id'],
    retries: {
      answerWithinMs: 10_000,
      tries: 4,
      overMs: 183_000,
      note: 'Each retry counts `meta.attempt` up. A webhook that fails for three days is deleted.',
    },
    connect: {
      steps: [
        'Open Settings > Tools and apps > Webhooks in Pipedrive and choose Create new webhook.',
        'Choose the event action and object, paste {url} as Endpoint URL, and enter a user and a password for HTTP Auth.',
        'Enter both here as signing secret, with a colon between them, and choose Save.',
      ],
      events: ['create.deal', 'change.deal', 'create.person'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Pipedrive Webhooks',
        authorization: 'Basic cGlwZWRyaXZlOmxvbmctcGFzc3dvcmQtMTE=',
      },
      body: '{"meta":{"action":"create","entity":"deal","company_id":"10514","correlation_id":"f8bf3e70-cf2e-4e4f-9a52-8f3fa6d8d5d3","entity_id":"27","id":"2e0a2e7a-4c4f-4f2f-8b9d-6f2d1f8f1a11","is_bulk_edit":false,"timestamp":"2026-11-22T11:59:59.000Z","type":"general","user_id":"1102","version":"2.0","webhook_id":"341","webhook_owner_id":"1102","change_source":"app","attempt":1,"host":"acme.pipedrive.com","permitted_user_ids":["1102"]},"data":{"id":27,"title":"Order 7","value":100,"currency":"EUR"},"previous":null}',
      secret: 'pipedrive:long-password-11',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'cal-com',
    title: 'Cal.com',
    docsUrl: 'https://cal.com/docs/developing/guides/automation/webhooks',
    recognise: [['x-cal-signature-256']],
    secretName: 'Secret of the webhook',
    signature: { kind: 'hmac', header: 'x-cal-signature-256' },
    // A booking that is moved twice is two events.
    eventId: '{/triggerEvent}:{/createdAt}:{/payload/uid|/payload/bookingId|/payload/id}',
    eventName: '/triggerEvent',
    reference: ['/payload/title', '/payload/uid'],
    referenceUrl: 'https://app.cal.com/booking/{/payload/uid}',
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open Settings > Developer > Webhooks in Cal.com and choose New.',
        'Paste {url} as Subscriber URL, and {secret} as Secret.',
        'Tick the events and choose Create Webhook.',
      ],
      events: ['BOOKING_CREATED', 'BOOKING_RESCHEDULED', 'BOOKING_CANCELLED'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'x-cal-signature-256': '668b8b8709b233e90378b108dade43b18d13f159062dc4c716cec74cfa5cbc03',
      },
      body: '{"triggerEvent":"BOOKING_CREATED","createdAt":"2026-11-22T11:59:59.000Z","payload":{"bookingId":91,"type":"30min","title":"Intro call between Bo and Ana","startTime":"2026-11-23T09:00:00Z","endTime":"2026-11-23T09:30:00Z","uid":"bFJeNb2uX8ANpT3JL5EfXw","status":"ACCEPTED","attendees":[{"email":"ana@example.com","name":"Ana"}]}}',
      secret: 'cal-com-secret-11',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
