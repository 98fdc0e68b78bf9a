import { alertGroupId, isAlertGroup } from './alert-group.ts';
import { headerOf, textAt } from './read.ts';
import { hmac } from './schemes/hmac.ts';
import { inHeader } from './schemes/signature-parts.ts';
import { fiveMinutesMs } from './schemes/signed-time.ts';
import type { Sender, SignatureCheck } from './sender.ts';

const timeHeader = 'x-grafana-alerting-timestamp';
const signatures = inHeader('x-grafana-alerting-signature');

const ofBody = hmac({ algorithm: 'sha256', encoding: 'hex', signatures });
const ofTimeAndBody = hmac({
  algorithm: 'sha256',
  encoding: 'hex',
  signatures,
  time: { part: inHeader(timeHeader), unit: 'seconds', toleranceMs: fiveMinutesMs },
  content: ({ rawBody }, time) => [`${time}:`, rawBody],
});

/** The moment is signed where the contact point names a header for it. */
const check: SignatureCheck = (request, secret, publishedKeys) =>
  (headerOf(request, timeHeader) === null ? ofBody : ofTimeAndBody).check(request, secret, publishedKeys);

export const grafana: Sender = {
  id: 'grafana',
  title: 'Grafana alerting',
  docsUrl:
    'https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/',
  recognise: ({ json }) => isAlertGroup(json) && textAt(json, 'orgId') !== null,
  eventId: ({ json }) => alertGroupId(json),
  eventIdIsSigned: true,
  reference: ({ json }) => textAt(json, 'commonLabels', 'alertname') ?? textAt(json, 'title'),
  referenceUrl: ({ json }) => textAt(json, 'alerts', 0, 'generatorURL') ?? textAt(json, 'externalURL'),
  eventName: ({ json }) => textAt(json, 'status'),
  verify: {
    secretName: `HMAC secret of the contact point (with ${timeHeader} as timestamp header)`,
    ...ofTimeAndBody,
    check,
  },
  handshake: null,
  retries: { answerWithinMs: null, tries: null, overMs: null, note: null },
  connect: {
    steps: [
      'Open Alerting > Contact points and add a contact point with the integration Webhook.',
      'Paste {url} as URL.',
      'Set {secret} as Secret under HMAC Signature, with X-Grafana-Alerting-Timestamp as Timestamp Header.',
      'Choose Save contact point.',
    ],
    events: [],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Grafana',
      'x-grafana-alerting-timestamp': '1795348800',
      'x-grafana-alerting-signature': 'd4f31be45dd7464ef96acf343e5fa5c63c673c6871a306ba70971a19c2da08c9',
    },
    body: '{"receiver":"Reveille","status":"firing","orgId":1,"alerts":[{"status":"firing","labels":{"alertname":"High memory usage","team":"blue"},"annotations":{"summary":"Memory above 90 %"},"startsAt":"2026-11-22T11:59:00Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"https://grafana.example.com/alerting/1afz29v7z/edit","fingerprint":"c6eadffa33fcdf37"}],"groupLabels":{},"commonLabels":{"alertname":"High memory usage","team":"blue"},"commonAnnotations":{},"externalURL":"https://grafana.example.com/","version":"1","groupKey":"{}:{}","truncatedAlerts":0,"title":"[FIRING:1] High memory usage (blue)","state":"alerting"}',
    secret: 'grafana-hmac-secret',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
