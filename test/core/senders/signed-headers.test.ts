import { expect, test } from 'vitest';

import { senders } from '#senders/index.ts';
import { signedHeaders } from '#senders/signed-headers.ts';

const of = (id: string) => signedHeaders(senders.find((sender) => sender.id === id)!);

test.each([
  ['generic', []],
  ['github', ['x-hub-signature-256']],
  ['stripe', ['stripe-signature']],
  ['slack', ['x-slack-request-timestamp', 'x-slack-signature']],
  ['standard-webhooks', ['webhook-id', 'webhook-timestamp', 'webhook-signature']],
  ['gitlab', ['x-gitlab-token']],
  ['microsoft-graph', []],
])('the signature of %s is in %j', (id, names) => {
  expect(of(id).toSorted()).toEqual(names.toSorted());
});
