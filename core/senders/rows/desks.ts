import type { SenderRow } from '../data/sender-of.ts';

export const desks: readonly SenderRow[] = [
  {
    id: 'calendly',
    title: 'Calendly',
    docsUrl: 'https://developer.calendly.com/api-docs/overview/webhooks',
    recognise: [['calendly-webhook-signature']],
    secretName: 'Signing key of the webhook subscription',
    signature: {
      kind: 'hmac',
      header: 'calendly-webhook-signature[v1]',
      timestamp: 'calendly-webhook-signature[t]',
      toleranceSeconds: 180,
      template: '{timestamp}.{body}',
    },
    // Nothing names the event; an invitee is created and cancelled once, and is marked absent under another address.
    eventId: '{/event}:{/payload/uri}:{/payload/no_show/uri?}',
    eventName: '/event',
    reference: ['/payload/scheduled_event/name', '/payload/email'],
    retries: {
      answerWithinMs: 15_000,
      tries: null,
      overMs: 24 * 3_600_000,
      note: 'A subscription without a success in 24 hours is switched off.',
    },
    connect: {
      steps: [
        'Webhooks are made by the API of Calendly alone: make a personal access token under Integrations & apps > API & webhooks.',
        'Send POST https://api.calendly.com/webhook_subscriptions with {url} as url, {secret} as signing_key, the events, and your organization, user and scope.',
      ],
      events: [
        'invitee.created',
        'invitee.canceled',
        'invitee_no_show.created',
        'routing_form_submission.created',
      ],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'calendly-webhook-signature':
          't=1795348800,v1=60d47d20659a72a9a5484bcc621f29f6b65497b504632f9f9b638b0cd2fe3df6',
      },
      body: '{"created_at":"2026-11-22T11:59:58.000000Z","created_by":"https://api.calendly.com/users/AAAAAAAAAAAAAAAA","event":"invitee.created","payload":{"uri":"https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/BBBBBBBBBBBBBBBB","email":"ana@example.com","name":"Ana","status":"active","no_show":null,"reschedule_url":"https://calendly.com/reschedulings/BBBBBBBBBBBBBBBB","scheduled_event":{"name":"Intro call","start_time":"2026-11-25T10:00:00.000000Z"}}}',
      secret: 'ulr8zJr3bRQoa4VxjGpB0mWdzF1d0xVQ',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'typeform',
    title: 'Typeform',
    docsUrl: 'https://www.typeform.com/developers/webhooks/',
    recognise: [['typeform-signature'], ['/event_type=form_response', '/form_response/form_id']],
    secretName: 'Secret of the webhook',
    signature: { kind: 'hmac', header: 'typeform-signature', prefix: 'sha256=', encoding: 'base64' },
    eventId: '/event_id',
    eventName: '/event_type',
    reference: ['/form_response/definition/title', '/form_response/form_id'],
    referenceUrl: 'https://admin.typeform.com/form/{/form_response/form_id}/results',
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open the form, choose Connect > Webhooks and add a webhook.',
        'Paste {url} as Endpoint URL, and {secret} as Secret when you edit the webhook.',
        'Turn the webhook on.',
      ],
      events: ['form_response', 'form_response_partial'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Typeform Webhooks',
        'typeform-signature': 'sha256=gM+E+hBGf8moTSdrQxhZQAOjIKOItTiGegsPutJUc7I=',
      },
      body: '{"event_id":"LtWXD3crgy","event_type":"form_response","form_response":{"form_id":"lT4Z3j","token":"a3a12ec67a1365927098a606107fac15","submitted_at":"2026-11-22T11:59:58Z","definition":{"id":"lT4Z3j","title":"Contact us","fields":[{"id":"SMEUb7VJz92Q","type":"email","title":"Your e-mail"}]},"answers":[{"type":"email","email":"ana@example.com","field":{"id":"SMEUb7VJz92Q","type":"email"}}]}}',
      secret: 'typeform-secret-12',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'tally',
    title: 'Tally',
    docsUrl: 'https://tally.so/help/webhooks',
    recognise: [['tally-signature'], ['/eventType=FORM_RESPONSE', '/data/formId']],
    secretName: 'Signing secret',
    signature: { kind: 'hmac', header: 'tally-signature', encoding: 'base64' },
    eventId: '/eventId',
    eventName: '/eventType',
    reference: ['/data/formName', '/data/formId'],
    retries: {
      answerWithinMs: 10_000,
      tries: 6,
      overMs: null,
      note: 'Tried again after 5 and 30 minutes, an hour, six hours and a day.',
    },
    connect: {
      steps: [
        'Open the form, choose Integrations, and connect Webhooks.',
        'Paste {url} as Endpoint URL, add {secret} as Signing secret, and choose Connect.',
      ],
      events: [],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'tally-signature': 'UfC//wjEE/VLDqq515WgsuDJ9sBaKmmv9Q5WhbdMvjA=',
      },
      body: '{"eventId":"a4cb511e-d513-4fa5-baee-b815d718dfd1","eventType":"FORM_RESPONSE","createdAt":"2026-11-22T11:59:58.123Z","data":{"responseId":"2wgx4n","submissionId":"2wgx4n","respondentId":"dwQKYm","formId":"VwbNEw","formName":"Contact us","createdAt":"2026-11-22T11:59:58.000Z","fields":[{"key":"question_mOGGkJ","label":"Your e-mail","type":"INPUT_EMAIL","value":"ana@example.com"}]}}',
      secret: '75ca41a9-6b5e-4ad5-a6a7-2b3b0a6c1f0e',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'zoom',
    title: 'Zoom',
    docsUrl: 'https://developers.zoom.us/docs/api/webhooks/',
    recognise: [['x-zm-signature']],
    secretName: 'Secret Token',
    signature: {
      kind: 'hmac',
      header: 'x-zm-signature',
      prefix: 'v0=',
      timestamp: 'x-zm-request-timestamp',
      // Its pages set no window; this one covers its last try, 85 minutes after the first.
      toleranceSeconds: 2 * 3_600,
      template: 'v0:{timestamp}:{body}',
    },
    // Nothing names the event: it is what happened to what, and the millisecond that it happened in.
    eventId:
      '{/event}:{/event_ts}:{/payload/object/uuid|/payload/object/id?}:{/payload/object/participant/user_id?}',
    eventName: '/event',
    reference: ['/payload/object/topic', '/payload/object/id'],
    // Sent when the address is saved, and every 72 hours.
    challenge: {
      method: 'POST',
      when: ['/event=endpoint.url_validation'],
      json: { plainToken: '/payload/plainToken', encryptedToken: { sign: '/payload/plainToken' } },
      isSigned: true,
    },
    retries: {
      answerWithinMs: 3_000,
      tries: 4,
      overMs: 85 * 60_000,
      note: 'Takes 200 and 204 for success; tries again after 5, 20 and 60 minutes.',
    },
    connect: {
      steps: [
        'Open your app in the Zoom App Marketplace, choose Features > Access, copy the Secret Token and enter it here.',
        'Add an event subscription with {url} as Event notification endpoint URL.',
        'Add the events, choose Validate, then Save.',
      ],
      events: [
        'meeting.started',
        'meeting.ended',
        'meeting.participant_joined',
        'recording.completed',
        'webinar.started',
      ],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Zoom Marketplace/1.0a',
        'x-zm-request-timestamp': '1795348800',
        'x-zm-signature': 'v0=b7a97851e4d57952e6eba29d097f686e6ad3211aba2006aad52261cbd386c9f0',
      },
      body: '{"event":"meeting.started","event_ts":1795348799123,"payload":{"account_id":"AAAAAABBBB","object":{"id":"1234567890","uuid":"4444AAAiAAAAAiAiAiiAii==","host_id":"x1yCzABCDEfg23HiJKl4mN","topic":"Planning","start_time":"2026-11-22T11:59:59Z"}}}',
      secret: 'zoom-secret-token-3',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
