import type { SenderRow } from '../data/sender-of.ts';

/** They sign nothing, and send the headers that their settings name. */
const bearer = { kind: 'token', header: 'authorization', prefix: 'Bearer ' } as const;

export const monitoring: readonly SenderRow[] = [
  {
    id: 'datadog',
    title: 'Datadog',
    docsUrl: 'https://docs.datadoghq.com/integrations/webhooks/',
    recognise: [['/event_type', '/last_updated', '/org/id', '/title']],
    secretName: 'Bearer token of the custom headers',
    signature: bearer,
    eventId: '{/org/id}:{/id}',
    eventName: '/event_type',
    reference: '/title',
    retries: {
      answerWithinMs: 15_000,
      tries: 6,
      overMs: null,
      note: 'It tries again after 5xx and lost connections alone.',
    },
    connect: {
      steps: [
        'Open Integrations > Webhooks in Datadog and choose New.',
        'Paste {url} as URL, leave the payload as it is, and enter {"Authorization": "Bearer {secret}"} as Custom Headers.',
        'Write @webhook-<name> into the messages of the monitors.',
      ],
      events: [],
    },
    sample: {
      headers: { 'content-type': 'application/json', authorization: 'Bearer datadog-secret-1234' },
      body: '{"body":"CPU is high on web-1","last_updated":"1795348799000","event_type":"metric_alert_monitor","title":"[Triggered] CPU is high on web-1","date":"1795348799000","org":{"id":"314159","name":"Acme"},"id":"7865432109876543210"}',
      secret: 'datadog-secret-1234',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'new-relic',
    title: 'New Relic',
    docsUrl: 'https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/',
    recognise: [['/issueUrl', '/workflowName', '/state', '/id']],
    secretName: 'Bearer token of the destination',
    signature: bearer,
    // An issue is updated with another moment.
    eventId: '{/id}:{/state}:{/trigger?}:{/updatedAt}',
    eventName: ['/trigger', '/state'],
    reference: ['/title', '/title/0', '/id'],
    referenceUrl: '/issueUrl',
    retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
    connect: {
      steps: [
        'Open Alerts > Destinations in New Relic and choose Webhook.',
        'Paste {url} as Endpoint URL, choose the authorization Bearer token, enter {secret} and save.',
        'Add the destination to a workflow and leave its template as it is.',
      ],
      events: ['STATE_CHANGE'],
    },
    sample: {
      headers: { 'content-type': 'application/json', authorization: 'Bearer new-relic-secret-1234' },
      body: '{"id":"d1b1f3fd-995a-4066-88ab-8ce4f6960654","issueUrl":"https://radar-api.service.newrelic.com/accounts/1/issues/d1b1f3fd-995a-4066-88ab-8ce4f6960654?notifier=WEBHOOK","title":"CPU is high on web-1","priority":"CRITICAL","impactedEntities":["web-1"],"totalIncidents":1,"state":"ACTIVATED","trigger":"STATE_CHANGE","isCorrelated":false,"createdAt":1795348799000,"updatedAt":1795348799000,"sources":["newrelic"],"alertPolicyNames":["Web"],"alertConditionNames":["CPU"],"workflowName":"On call"}',
      secret: 'new-relic-secret-1234',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'power-automate',
    title: 'Power Automate and Logic Apps',
    docsUrl: 'https://learn.microsoft.com/en-us/azure/connectors/connectors-native-http',
    recognise: [['user-agent^=azure-logic-apps/', 'x-ms-workflow-run-id']],
    secretName: 'Bearer token of the HTTP action',
    signature: bearer,
    // One id for each run of the action, whatever it is tried.
    eventId: '{x-ms-workflow-run-id}:{x-ms-action-tracking-id}',
    eventName: 'x-ms-workflow-operation-name',
    reference: 'x-ms-workflow-name',
    retries: {
      answerWithinMs: null,
      tries: null,
      overMs: null,
      note: 'The retry policy is a setting of the action.',
    },
    connect: {
      steps: [
        'Add the action HTTP to the flow, choose the method POST and paste {url} as URI.',
        'Add the header Authorization with Bearer {secret}, and the content as body.',
      ],
      events: [],
    },
    sample: {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent':
          'azure-logic-apps/1.0 (workflow fb6f6ffe7cf84df7beee4b7a9f9036ac; version 08586595368134558043) microsoft-flow/1.0',
        'x-ms-workflow-id': 'fb6f6ffe7cf84df7beee4b7a9f9036ac',
        'x-ms-workflow-name': 'a3113776-3e4c-4662-9953-4299d7f2492f',
        'x-ms-workflow-operation-name': 'HTTP',
        'x-ms-workflow-run-id': '08586595201664692962773773294CU82',
        'x-ms-action-tracking-id': '728fd589-98bc-4c27-80f5-ef33f930eb85',
        'x-ms-client-request-id': '14ac8e8d-9f7c-4db0-9a3c-f2fe0d671a86',
        authorization: 'Bearer power-automate-secret-1',
      },
      body: '{"order":7,"status":"shipped"}',
      secret: 'power-automate-secret-1',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
