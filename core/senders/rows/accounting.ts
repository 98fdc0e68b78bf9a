import type { SenderRow } from '../data/sender-of.ts';

export const accounting: readonly SenderRow[] = [
  {
    id: 'xero',
    title: 'Xero',
    docsUrl: 'https://developer.xero.com/documentation/guides/webhooks/overview/',
    recognise: [['x-xero-signature']],
    secretName: 'Webhooks key',
    signature: { kind: 'hmac', header: 'x-xero-signature', encoding: 'base64' },
    eventId: '{/events/*/resourceId}:{/events/*/eventType}:{/events/*/eventDateUtc}',
    eventName: '{/events/0/eventCategory}.{/events/0/eventType}',
    reference: '/events/0/resourceId',
    /** The "intent to receive": of several, those with a right signature are answered 200, the others 401. */
    challenge: {
      method: 'POST',
      when: ['/firstEventSequence=0', '/lastEventSequence=0', '/entropy'],
      isSigned: true,
    },
    accepted: { status: 200, contentType: null, body: '' },
    retries: {
      answerWithinMs: 5_000,
      tries: null,
      overMs: 24 * 3_600_000,
      note: 'Takes 200 without a body alone for success. A webhook that fails for 24 hours is switched off.',
    },
    connect: {
      steps: [
        'Open your app at developer.xero.com and choose Webhooks.',
        'Tick the events, paste {url} as Send notifications to and choose Save.',
        'Copy the Webhooks key, enter it here as signing secret and save the automation.',
        'Choose Send Intent to receive.',
      ],
      events: ['INVOICE.CREATE', 'INVOICE.UPDATE', 'CONTACT.CREATE', 'CONTACT.UPDATE'],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-xero-signature': 'EmRJVwAHkYyb2yhAjymoy/Pyrim/dU3pd9QN6nV+/64=',
      },
      body: '{"events":[{"resourceUrl":"https://api.xero.com/api.xro/2.0/Invoices/717f2bfc-c6d4-41fd-b238-3f2f0c0cf777","resourceId":"717f2bfc-c6d4-41fd-b238-3f2f0c0cf777","eventDateUtc":"2026-11-22T11:59:59.120","eventType":"UPDATE","eventCategory":"INVOICE","tenantId":"c2cc9b6e-9458-4c7d-93cc-f02b81b0594f","tenantType":"ORGANISATION"}],"lastEventSequence":7,"firstEventSequence":7,"entropy":"S0m3r4Nd0mt3xt"}',
      secret: 'xero-webhooks-key-1234567890',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'quickbooks',
    title: 'QuickBooks Online',
    docsUrl: 'https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks',
    recognise: [['intuit-signature']],
    secretName: 'Verifier Token',
    signature: { kind: 'hmac', header: 'intuit-signature', encoding: 'base64' },
    // A list of CloudEvents; the format before it names no event, but what changed and when.
    eventId: [
      '{/*/source}:{/*/id}',
      '{/eventNotifications/*/realmId}:{/eventNotifications/*/dataChangeEvent/entities/*/name}:{/eventNotifications/*/dataChangeEvent/entities/*/id}:{/eventNotifications/*/dataChangeEvent/entities/*/operation}:{/eventNotifications/*/dataChangeEvent/entities/*/lastUpdated}',
    ],
    eventName: [
      '/0/type',
      '{/eventNotifications/0/dataChangeEvent/entities/0/name}.{/eventNotifications/0/dataChangeEvent/entities/0/operation}',
    ],
    reference: ['/0/intuitentityid', '/eventNotifications/0/dataChangeEvent/entities/0/id'],
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open your app at developer.intuit.com and choose Webhooks.',
        'Paste {url} as Endpoint URL, tick the events and choose Save.',
        'Choose Show verifier token, copy it and enter it here as signing secret.',
      ],
      events: ['qbo.invoice.created.v1', 'qbo.payment.created.v1', 'qbo.customer.created.v1'],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'intuit-signature': '7vXklhUQ5Xqw9HTtjjz2Aw+M8ihBMsAhYH14ksHW7wY=',
      },
      body: '[{"specversion":"1.0","id":"88cd52aa-33b6-4351-9aa4-47572edbd068","source":"intuit.dsnBgbseACLLRZNxo2dfc4evmEJdxde58xeeYcZliOU=","type":"qbo.customer.created.v1","datacontenttype":"application/json","time":"2026-11-22T11:59:59.179Z","intuitentityid":"1234","intuitaccountid":"310687","data":{}}]',
      secret: '7479e3e0-6cc6-4d68-ab75-5ac1b7c1eb8f',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
