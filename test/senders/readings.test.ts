import { expect, test } from 'vitest';

import { senders } from '../../senders/index.ts';
import type { Sender } from '../../senders/sender.ts';
import { sampleRequest } from './sample-request.ts';

type Reading = readonly [
  eventId: string | null,
  eventName: string | null,
  reference: string | null,
  url: string | null,
];

/** What the sample of a sender says. */
const readings: Readonly<Record<string, Reading>> = {
  asana: [
    'sha256:d158bbc8be716110664f86af832f1af2b98e4aeb91ed70fd53358e4750ddff50',
    'task.changed',
    '1331',
    'https://app.asana.com/0/0/1331',
  ],
  bitbucket: [
    '05fd4ab2-5a64-4a3b-8f73-7e3cbdf5c4a9',
    'pullrequest:created',
    'acme/shop#7',
    'https://bitbucket.org/acme/shop/pull-requests/7',
  ],
  gitlab: [
    'f5e57ffa-8b2d-4b0c-9c6e-1b9f4ad2f1d1',
    'issue.open',
    'acme/shop#23',
    'https://gitlab.example.com/acme/shop/-/issues/23',
  ],
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
  notion: [
    '367cba44-b6f3-4c92-81e7-6a2e9659efd4',
    'page.created',
    '153104cd-477e-809d-8dc4-ff2d96ae3090',
    'https://www.notion.so/153104cd477e809d8dc4ff2d96ae3090',
  ],
  trello: ['51f9424bcd6e040f3c002412', 'createCard', 'Checkout fails', 'https://trello.com/c/H0TZyzbK'],
  woocommerce: [
    '08bb4d33fad9d3ad95d1e6a6a2a8c6b1:ee93b7a79c499e1dd3749159ccc348d5',
    'order.created',
    '727',
    'https://shop.example.com/wp-admin/post.php?post=727&action=edit',
  ],
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

test.each(withReading.map((sender) => [sender.id, sender] as const))(
  'a retry of %s has the same id, whatever its own headers say',
  (_, sender) => {
    const { sample } = sender;
    const retried = { ...sample.headers, 'x-attempt-number': '2', 'x-atlassian-webhook-retry': '1' };
    const request = sampleRequest(sample, { headers: retried, now: Date.parse(sample.sentAt) + 3_600_000 });
    expect(sender.eventId(request)).toBe(sender.eventId(sampleRequest(sample)));
  },
);
