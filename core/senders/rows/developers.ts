import type { SenderRow } from '../data/sender-of.ts';

export const developers: readonly SenderRow[] = [
  {
    id: 'azure-devops',
    title: 'Azure DevOps',
    docsUrl: 'https://learn.microsoft.com/en-us/azure/devops/service-hooks/services/webhooks',
    recognise: [['/publisherId', '/eventType', '/subscriptionId', '/notificationId']],
    secretName: 'user:password of the basic authentication',
    signature: { kind: 'basic' },
    eventId: '/id',
    eventName: '/eventType',
    reference: [
      '/resource/pullRequestId',
      '/resource/workItemId',
      '/resource/buildNumber',
      '/resource/id',
      '/resource/name',
    ],
    referenceUrl: ['/resource/_links/web/href', '/resource/_links/html/href'],
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open Project settings > Service hooks in Azure DevOps, choose Create subscription and Web Hooks.',
        'Choose the event and its filters.',
        'Paste {url} as URL, enter a user name and a password for basic authentication, and choose Finish.',
        'Enter both here as signing secret, with a colon between them.',
      ],
      events: ['workitem.created', 'git.pullrequest.created', 'build.complete'],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'VSServices/20.274.36413.1 (NetStandard; Microsoft Windows 10.0.20348)',
        authorization: 'Basic YXp1cmU6bG9uZy1wYXNzd29yZC0xMg==',
      },
      body: '{"subscriptionId":"0d8f4f0e-8f3f-4c5f-9a4d-3b6c5a4b1c11","notificationId":3,"id":"d2d46fb1-dba5-403c-9373-427583f19e8c","eventType":"workitem.created","publisherId":"tfs","message":{"text":"Bug #5 created"},"resource":{"id":5,"rev":1,"fields":{"System.Title":"Checkout fails"},"_links":{"html":{"href":"https://dev.azure.com/acme/shop/_workitems/edit/5"}},"url":"https://dev.azure.com/acme/_apis/wit/workItems/5"},"resourceVersion":"1.0","createdDate":"2026-11-22T11:59:59.123Z"}',
      secret: 'azure:long-password-12',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'vercel',
    title: 'Vercel',
    docsUrl: 'https://vercel.com/docs/webhooks',
    recognise: [['x-vercel-signature']],
    secretName: 'Secret of the webhook',
    signature: { kind: 'hmac', header: 'x-vercel-signature', algorithm: 'sha1' },
    eventId: '/id',
    eventName: '/type',
    reference: ['/payload/deployment/name', '/payload/project/name', '/payload/project/id'],
    referenceUrl: ['/payload/links/deployment', '/payload/links/project'],
    retries: { answerWithinMs: null, tries: null, overMs: 24 * 3_600_000, note: null },
    connect: {
      steps: [
        'Open Settings > Webhooks of the team in Vercel.',
        'Tick the events, choose the projects, paste {url} as Endpoint URL and choose Create Webhook.',
        'Copy the secret that is shown once and enter it here as signing secret.',
      ],
      events: ['deployment.succeeded', 'deployment.error', 'deployment.promoted'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Vercel-Webhooks/1.0',
        'x-vercel-signature': '59746d7cc73975cdc30b7973bc914176eb76bd99',
      },
      body: '{"id":"uev_kP3sPYrZ2bqZ","type":"deployment.succeeded","createdAt":1795348799000,"region":"fra1","payload":{"team":{"id":"team_1"},"user":{"id":"user_1"},"project":{"id":"prj_1"},"deployment":{"id":"dpl_1","name":"shop","url":"shop-git-main.vercel.app","meta":{}},"links":{"deployment":"https://vercel.com/acme/shop/1","project":"https://vercel.com/acme/shop"},"target":"production"}}',
      secret: 'vercel-secret-1234567890',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'webflow',
    title: 'Webflow',
    docsUrl: 'https://developers.webflow.com/data/docs/working-with-webhooks',
    recognise: [['x-webflow-signature'], ['/triggerType', '/payload/siteId']],
    secretName: 'Secret key of the webhook, or client secret of the app',
    signature: {
      kind: 'hmac',
      header: 'x-webflow-signature',
      template: '{timestamp}:{body}',
      timestamp: 'x-webflow-timestamp',
      timeUnit: 'milliseconds',
    },
    // Not all events have an id. A retry has the body of the first try.
    eventId: '{/triggerType}:{sha256}',
    eventName: '/triggerType',
    reference: ['/payload/name', '/payload/orderId', '/payload/id'],
    retries: { answerWithinMs: null, tries: 4, overMs: 30 * 60_000, note: 'Takes 200 alone for success.' },
    connect: {
      steps: [
        'Open Site settings > Apps & integrations > Webhooks in Webflow and choose Add webhook.',
        'Choose the trigger type, paste {url} and choose Add webhook.',
        'Copy the secret key that is shown and enter it here as signing secret.',
      ],
      events: ['form_submission', 'ecomm_new_order', 'collection_item_published'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'x-webflow-timestamp': '1795348800000',
        'x-webflow-signature': 'f94bf9d02887426ebfff074ab9805ca2626eb3e971a0b7d588251148563e9e47',
      },
      body: '{"triggerType":"form_submission","payload":{"name":"Contact us","siteId":"65427cf400e02b306eaa049c","data":{"Name":"Ana","Email":"ana@example.com"},"submittedAt":"2026-11-22T11:59:59.000Z","id":"65a5d3c8f7e2b40012345678"}}',
      secret: 'webflow-secret-1234567890',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'workos',
    title: 'WorkOS',
    docsUrl: 'https://workos.com/docs/events/data-syncing/webhooks',
    recognise: [['workos-signature']],
    secretName: 'Signing secret of the webhook endpoint',
    signature: {
      kind: 'hmac',
      header: 'workos-signature[v1]',
      template: '{timestamp}.{body}',
      timestamp: 'workos-signature[t]',
      timeUnit: 'milliseconds',
      toleranceSeconds: 180,
    },
    eventId: '/id',
    eventName: '/event',
    reference: ['/data/email', '/data/name', '/data/id'],
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open Webhooks in the WorkOS dashboard and choose Create webhook.',
        'Paste {url} as Endpoint URL, tick the events and choose Create webhook.',
        'Copy the signing secret and enter it here.',
      ],
      events: ['user.created', 'dsync.user.created', 'connection.activated'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'workos-signature':
          't=1795348800000, v1=2e164c0a38886e8be74b8fba8a72d71c6653943d8a0aae98cd328cada9af62cf',
      },
      body: '{"id":"event_01FKJ843CVE8F7BXQSPFH0M53V","event":"dsync.user.created","data":{"id":"directory_user_01E1X1B89NH8Z3SDFJR4H7RGX7","directory_id":"directory_01ECAZ4NV9QMV47GW873HDCX74","email":"ana@example.com","state":"active"},"created_at":"2026-11-22T11:59:59.000Z"}',
      secret: 'workos-secret-1234567890',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
