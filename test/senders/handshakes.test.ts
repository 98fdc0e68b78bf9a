import { expect, test } from 'vitest';

import { asana } from '../../senders/asana.ts';
import { notion } from '../../senders/notion.ts';
import type { Sender, SenderSample } from '../../senders/sender.ts';
import { trello } from '../../senders/trello.ts';
import { woocommerce } from '../../senders/woocommerce.ts';
import { sampleRequest } from './sample-request.ts';

const sentAt = '2026-11-22T12:00:00Z';
const json = { 'content-type': 'application/json' };
const answer = (sender: Sender, request: Partial<SenderSample>, secret: string | null = null) =>
  sender.handshake!.answer(sampleRequest({ headers: {}, body: '', sentAt, ...request }), secret);

test.each([asana, notion, trello, woocommerce].map((sender) => [sender.id, sender] as const))(
  'a delivery of %s is no handshake',
  (_, sender) => {
    expect(sender.handshake!.answer(sampleRequest(sender.sample), sender.sample.secret!)).toBeNull();
  },
);

test('Asana gets its secret back, and the owner may take it', () => {
  const secret = 'b537207f20cbfa02357cf448134da559';
  expect(answer(asana, { headers: { 'x-hook-secret': secret } })).toEqual({
    status: 200,
    headers: { 'x-hook-secret': secret },
    body: null,
    secret,
  });
});

test('a secret that no header may carry is not sent back to Asana', () => {
  for (const secret of ['x'.repeat(513), 'a b', 'ü']) {
    expect(answer(asana, { headers: { 'x-hook-secret': secret } })).toBeNull();
  }
});

test('a heartbeat of Asana is answered and is no delivery', () => {
  expect(answer(asana, { headers: { ...json, 'x-hook-signature': '0' }, body: '{"events":[]}' })).toEqual({
    status: 200,
    body: null,
  });
});

test('the token that Notion sends once is shown to the owner', () => {
  const body = '{"verification_token":"secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl"}';
  expect(answer(notion, { headers: json, body })).toEqual({
    status: 200,
    body: null,
    secret: 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl',
  });
});

test('Trello gets an answer to HEAD', () => {
  expect(answer(trello, { method: 'HEAD' })).toEqual({ status: 200, body: null });
});

test('the ping of a new webhook of WooCommerce is answered and is no delivery', () => {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'WooCommerce/10.3.5 Hookshot (WordPress/6.8.3)',
  };
  expect(answer(woocommerce, { headers, body: 'webhook_id=5' })).toEqual({ status: 200, body: null });
});
