import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { asana } from '#senders/asana.ts';
import { awsSns } from '#senders/aws-sns.ts';
import { discord } from '#senders/discord.ts';
import { dropbox } from '#senders/dropbox.ts';
import { intercom } from '#senders/intercom.ts';
import { meta } from '#senders/meta.ts';
import { microsoftGraph } from '#senders/microsoft-graph.ts';
import { notion } from '#senders/notion.ts';
import { okta } from '#senders/okta.ts';
import { senders } from '#senders/index.ts';
import type { Sender, SenderSample } from '#senders/sender.ts';
import { trello } from '#senders/trello.ts';
import { woocommerce } from '#senders/woocommerce.ts';
import { zoom } from '#senders/zoom.ts';
import { sampleRequest } from './sample-request.ts';

const sentAt = '2026-11-22T12:00:00Z';
const json = { 'content-type': 'application/json' };
const answer = (sender: Sender, request: Partial<SenderSample>, secret: string | null = null) =>
  sender.handshake!.answer(sampleRequest({ headers: {}, body: '', sentAt, ...request }), secret);

const withHandshake = senders.filter(({ handshake }) => handshake !== null);

test.each(withHandshake.map((sender) => [sender.id, sender] as const))(
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

test('Trello and Intercom get an answer to HEAD', () => {
  for (const sender of [trello, intercom])
    expect(answer(sender, { method: 'HEAD' })).toEqual({ status: 200, body: null });
});

test('the ping of a new webhook of WooCommerce is answered and is no delivery', () => {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'WooCommerce/10.3.5 Hookshot (WordPress/6.8.3)',
  };
  expect(answer(woocommerce, { headers, body: 'webhook_id=5' })).toEqual({ status: 200, body: null });
});

const asked = (query: string): Partial<SenderSample> => ({
  method: 'GET',
  url: `https://hooks.example.com/hooks/token?${query}`,
});

test('Meta gets its challenge as text', () => {
  const query = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=meatyhamhock';
  expect(answer(meta, asked(query))).toEqual({ status: 200, body: '1158201444' });
  expect(answer(meta, { ...asked(query), method: 'POST' })).toBeNull();
});

test('Dropbox gets its challenge as text that no browser takes for a page', () => {
  expect(answer(dropbox, asked('challenge=abc-123'))).toEqual({
    status: 200,
    headers: { 'x-content-type-options': 'nosniff' },
    body: 'abc-123',
  });
});

test('no challenge that could be a page is sent back', () => {
  for (const text of ['%3Cscript%3E', 'a b', '', 'x'.repeat(257)]) {
    expect(answer(dropbox, asked(`challenge=${text}`))).toBeNull();
    expect(answer(meta, asked(`hub.mode=subscribe&hub.challenge=${text}`))).toBeNull();
  }
});

test('Okta gets its challenge as JSON', () => {
  const headers = { 'x-okta-verification-challenge': 'SYNyUXMM' };
  expect(answer(okta, { method: 'GET', headers })).toEqual({
    status: 200,
    body: { verification: 'SYNyUXMM' },
  });
});

test('the ping of Intercom is answered', () => {
  const body = '{"type":"notification_event","topic":"ping","data":{}}';
  expect(answer(intercom, { headers: { ...json, 'x-hub-signature': 'sha1=0' }, body })).toEqual({
    status: 200,
    body: null,
  });
});

test('Zoom gets the hash of its token, and nothing is hashed that could be a delivery', () => {
  const validation = (plainToken: string) => ({
    headers: json,
    body: JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken } }),
  });
  expect(answer(zoom, validation('qgg8vlvZRS6UYooatFL8Aw'), 'secret')).toEqual({
    status: 200,
    body: {
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: createHmac('sha256', 'secret').update('qgg8vlvZRS6UYooatFL8Aw').digest('hex'),
    },
  });
  expect(answer(zoom, validation('qgg8vlvZRS6UYooatFL8Aw'), null)).toBeNull();
  expect(answer(zoom, validation('v0:1795348800:{}'), 'secret')).toBeNull();
});

test('Discord gets a pong to the ping of an interaction, and nothing to that of an event', () => {
  const headers = { ...json, 'x-signature-ed25519': '0', 'x-signature-timestamp': '1795348800' };
  const ping = (body: string) => answer(discord, { headers, body });
  expect(ping('{"id":"1","type":1}')).toEqual({ status: 200, body: { type: 1 } });
  expect(ping('{"version":1,"application_id":"1","type":0}')).toEqual({ status: 204, body: null });
  expect(answer(discord, { headers: json, body: '{"type":0}' })).toBeNull();
  expect(discord.handshake!.isSigned).toBe(true);
});

test('Microsoft Graph gets its token decoded, as text', () => {
  const token = 'Validation: Testing client application reachability for subscription Request-Id: 4e1a';
  const url = `https://hooks.example.com/hooks/token?validationToken=${encodeURIComponent(token)}`;
  expect(answer(microsoftGraph, { url })).toMatchObject({ status: 200, body: token });
  const page = `https://hooks.example.com/hooks/token?validationToken=${encodeURIComponent('<b>')}`;
  expect(answer(microsoftGraph, { url: page })).toBeNull();
});

test('a subscription of Amazon SNS is confirmed by an address of Amazon alone', () => {
  const confirmUrl =
    'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-west-2:1:orders&Token=2336';
  const headers = { 'x-amz-sns-message-type': 'SubscriptionConfirmation' };
  const body = JSON.stringify({ Type: 'SubscriptionConfirmation', SubscribeURL: confirmUrl });
  expect(answer(awsSns, { headers, body })).toEqual({ status: 200, body: null, confirmUrl });
  const mayCall = (url: string) => awsSns.handshake!.isConfirmUrl!(new URL(url));
  expect(mayCall(confirmUrl)).toBe(true);
  for (const url of [
    confirmUrl.replace('https', 'http'),
    confirmUrl.replace('amazonaws.com', 'amazonaws.com.example.com'),
    confirmUrl.replace('amazonaws.com', 'amazonaws.com:8443'),
    confirmUrl.replace('https://', 'https://sns.us-west-2.amazonaws.com@example.com/'),
    confirmUrl.replace('ConfirmSubscription', 'DeleteTopic'),
  ]) {
    expect([url, mayCall(url)]).toEqual([url, false]);
  }
});
