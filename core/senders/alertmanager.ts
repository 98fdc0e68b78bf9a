import { alertGroupId, isAlertGroup } from './alert-group.ts';
import { textAt } from './read.ts';
import { inHeader } from './schemes/signature-parts.ts';
import { basicCredentials, token } from './schemes/token.ts';
import type { Sender } from './sender.ts';

export const alertmanager: Sender = {
  id: 'alertmanager',
  title: 'Prometheus Alertmanager',
  docsUrl: 'https://prometheus.io/docs/alerting/latest/configuration/#webhook_config',
  recognise: ({ json }) =>
    isAlertGroup(json) && textAt(json, 'version') === '4' && textAt(json, 'orgId') === null,
  eventId: ({ json }) => alertGroupId(json),
  reference: ({ json }) => textAt(json, 'commonLabels', 'alertname') ?? textAt(json, 'receiver'),
  referenceUrl: ({ json }) => textAt(json, 'alerts', 0, 'generatorURL') ?? textAt(json, 'externalURL'),
  eventName: ({ json }) => textAt(json, 'status'),
  verify: {
    secretName: 'Credentials of http_config.authorization, or user:password of http_config.basic_auth',
    ...token(inHeader('authorization'), (secret) =>
      secret.includes(':') ? basicCredentials(secret) : `Bearer ${secret}`,
    ),
  },
  handshake: null,
  retries: {
    answerWithinMs: null,
    tries: null,
    overMs: null,
    note: 'Tried again after a 5xx answer, until the group is sent the next time.',
  },
  connect: {
    steps: [
      'Add a receiver with webhook_configs to alertmanager.yml, with {url} as url.',
      'Set credentials of http_config.authorization there to {secret}.',
      'Name the receiver in a route and reload Alertmanager.',
    ],
    events: [],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Alertmanager/0.29.0',
      authorization: 'Bearer am-token-41',
    },
    body: '{"receiver":"reveille","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"InstanceDown","instance":"db-1"},"annotations":{"summary":"db-1 is down"},"startsAt":"2026-11-22T11:59:00Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"https://prometheus.example.com/graph?g0.expr=up","fingerprint":"1f2b7c3d4e5f6a7b"}],"groupLabels":{"alertname":"InstanceDown"},"commonLabels":{"alertname":"InstanceDown","instance":"db-1"},"commonAnnotations":{},"externalURL":"https://alertmanager.example.com","version":"4","groupKey":"{}:{alertname=\\"InstanceDown\\"}","truncatedAlerts":0}',
    secret: 'am-token-41',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
