import { expect, test } from 'vitest';

import { linear } from '../../senders/linear.ts';
import { notion } from '../../senders/notion.ts';
import type { Sender } from '../../senders/sender.ts';
import { woocommerce } from '../../senders/woocommerce.ts';
import { sampleRequest } from './sample-request.ts';

const idOf = (sender: Sender, body = sender.sample.body) =>
  sender.eventId(sampleRequest(sender.sample, { body }));

test('a retry keeps its id though its body counts tries or says when it was sent', () => {
  const retries: readonly (readonly [Sender, string, string])[] = [
    [linear, '"webhookTimestamp":1795348800000', '"webhookTimestamp":1795348860000'],
    [notion, '"attempt_number":1', '"attempt_number":2'],
  ];
  for (const [sender, first, second] of retries) {
    expect(sender.sample.body).toContain(first);
    expect(idOf(sender, sender.sample.body.replace(first, second))).toBe(idOf(sender));
  }
});

test('two orders of one second are two events, though WooCommerce gives both one delivery id', () => {
  const other = woocommerce.sample.body.replace('"id":727', '"id":728');
  expect(idOf(woocommerce, other)).not.toBe(idOf(woocommerce));
});
