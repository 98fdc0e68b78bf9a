import { expect, test } from 'vitest';

import { senders } from '#senders/index.ts';
import type { Sender } from '#senders/sender.ts';
import { rowReadings } from './row-readings.ts';
import { sampleRequest } from './sample-request.ts';

type Reading = readonly [
  eventId: string | null,
  eventName: string | null,
  reference: string | null,
  url: string | null,
];

/** The content of a sender's sample. */
const readings: Readonly<Record<string, Reading>> = {
  ...rowReadings,
  alertmanager: [
    '{}:{alertname="InstanceDown"}:firing:firing 1f2b7c3d4e5f6a7b 2026-11-22T11:59:00Z',
    'firing',
    'InstanceDown',
    'https://prometheus.example.com/graph?g0.expr=up',
  ],
  asana: [
    'sha256:d158bbc8be716110664f86af832f1af2b98e4aeb91ed70fd53358e4750ddff50',
    'task.changed',
    '1331',
    'https://app.asana.com/0/0/1331',
  ],
  'aws-sns': ['22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324', 'Notification', 'Order 7', null],
  bitbucket: [
    '05fd4ab2-5a64-4a3b-8f73-7e3cbdf5c4a9',
    'pullrequest:created',
    'acme/shop#7',
    'https://bitbucket.org/acme/shop/pull-requests/7',
  ],
  calendly: [
    'invitee.created:https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/BBBBBBBBBBBBBBBB',
    'invitee.created',
    'Intro call',
    null,
  ],
  discord: ['846462639134605312', 'deploy', '645027906669510667', null],
  dropbox: [
    'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc:1795348800000',
    'list_folder',
    'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
    null,
  ],
  gitlab: [
    'f5e57ffa-8b2d-4b0c-9c6e-1b9f4ad2f1d1',
    'issue.open',
    'acme/shop#23',
    'https://gitlab.example.com/acme/shop/-/issues/23',
  ],
  'google-pubsub': ['2070443601311540', 'OBJECT_FINALIZE', 'projects/acme/subscriptions/orders', null],
  grafana: [
    '{}:{}:firing:firing c6eadffa33fcdf37 2026-11-22T11:59:00Z',
    'firing',
    'High memory usage',
    'https://grafana.example.com/alerting/1afz29v7z/edit',
  ],
  hubspot: [
    '100:12345:1795348799000',
    'contact.creation',
    '123',
    'https://app.hubspot.com/contacts/62515/record/0-1/123',
  ],
  intercom: ['notif_17c60a14-23f4-4b46-9ac2-6c2a7d2e1b0f', 'conversation.user.created', '1001', null],
  jira: [
    '5a0c6a4b-8d8c-4a3e-9d43-0a7fd5a2f6e1',
    'issue_created',
    'SHOP-7',
    'https://acme.atlassian.net/browse/SHOP-7',
  ],
  linear: [
    '234d1a4e-b617-4388-90fe-adc3633d6b72',
    'Issue.update',
    'ENG-12',
    'https://linear.app/acme/issue/ENG-12',
  ],
  mailgun: ['G9Bn5sl1TC6nu79C8C0bwg', 'failed', '20261122115958.1.A5D9@example.com', null],
  meta: ['wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTRBNjU5OUFFRTAzODEwMTQ0RgA=', 'messages', '16505551234', null],
  'microsoft-graph': ['lsgTZMr9KwAAA', 'created', 'users/ana@example.com/messages/AAMkADRm', null],
  notion: [
    '367cba44-b6f3-4c92-81e7-6a2e9659efd4',
    'page.created',
    '153104cd-477e-809d-8dc4-ff2d96ae3090',
    'https://www.notion.so/153104cd477e809d8dc4ff2d96ae3090',
  ],
  okta: ['b5a188b9-5ece-4636-b041-482ffda96311', 'user.lifecycle.create', 'ana@example.com', null],
  pagerduty: [
    '01BSOPPSRR6JFS1B4OALLDBO5D',
    'incident.triggered',
    '2',
    'https://acme.pagerduty.com/incidents/PGR0VU2',
  ],
  paypal: ['WH-2WR32451HC0233532-67976317FL4543714', 'PAYMENT.CAPTURE.COMPLETED', 'INV-7', null],
  postmark: [
    '883953f4-6105-42a2-a16a-77a8eac79483:Bounce:ana@example.com:2026-11-22T11:59:58Z',
    'Bounce',
    'Your order',
    null,
  ],
  salesforce: [
    '04l5g00000A1bcDAAR',
    'Opportunity',
    '0065g00000PqRsTAAV',
    'https://acme.my.salesforce.com/0065g00000PqRsTAAV',
  ],
  sendgrid: ['ZGVsaXZlcmVkLTAtMTIzNDU2', 'bounce', 'ana@example.com', null],
  sentry: [
    'event_alert.triggered:e4874d664c3540c1a32eab185f12c5ab:Checkout errors',
    'event_alert.triggered',
    '1117540176',
    'https://sentry.io/organizations/acme/issues/1117540176/events/e4874d664c3540c1a32eab185f12c5ab/',
  ],
  square: ['6a8f5f28-54a1-4eb0-a98a-3111513fd4fc', 'payment.updated', 'KkAkhdMsgzn59SM8A89WgKwekxLZY', null],
  tally: ['a4cb511e-d513-4fa5-baee-b815d718dfd1', 'FORM_RESPONSE', 'Contact us', null],
  trello: ['51f9424bcd6e040f3c002412', 'createCard', 'Checkout fails', 'https://trello.com/c/H0TZyzbK'],
  twilio: ['8c6fc6b5-8fa3-4b8f-ae27-9b1f1f0a2c11', 'received', '+16505551234', null],
  typeform: ['LtWXD3crgy', 'form_response', 'Contact us', 'https://admin.typeform.com/form/lT4Z3j/results'],
  woocommerce: [
    '08bb4d33fad9d3ad95d1e6a6a2a8c6b1:ee93b7a79c499e1dd3749159ccc348d5',
    'order.created',
    '727',
    'https://shop.example.com/wp-admin/post.php?post=727&action=edit',
  ],
  zendesk: ['8350205582', 'ticket.created', '5158', null],
  zoom: ['meeting.started:1795348799123:4444AAAiAAAAAiAiAiiAii==', 'meeting.started', 'Planning', null],
};

const withReading = senders.filter(({ id }) => id in readings);

test('each reading is of a sender', () => {
  expect(withReading.map(({ id }) => id).toSorted()).toEqual(Object.keys(readings).toSorted());
});

test.each(withReading.map((sender) => [sender.id, sender] as const))(
  'reads a delivery of %s',
  (id, sender) => {
    expect(readingOf(sender)).toEqual(readings[id]);
  },
);

function readingOf(sender: Sender): Reading {
  const request = sampleRequest(sender.sample);
  return [
    sender.eventId(request),
    sender.eventName(request),
    sender.reference(request),
    sender.referenceUrl(request),
  ];
}

/** Dropbox names no event, so that each notification counts. */
const withIds = withReading.filter(({ id }) => id !== 'dropbox');

test.each(withIds.map((sender) => [sender.id, sender] as const))(
  'a retry of %s an hour later has the same id, whatever its own headers say',
  (_, sender) => {
    const { sample } = sender;
    const headers = {
      ...sample.headers,
      'x-attempt-number': '2',
      'x-atlassian-webhook-retry': '1',
      'square-retry-number': '1',
      'sentry-hook-timestamp': '1795352400',
    };
    const request = sampleRequest(sample, { headers, now: Date.parse(sample.sentAt) + 3_600_000 });
    expect(sender.eventId(request)).toBe(sender.eventId(sampleRequest(sample)));
  },
);
