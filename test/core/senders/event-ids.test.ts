import { expect, test } from 'vitest';

import { alertmanager } from '#senders/alertmanager.ts';
import { awsSns } from '#senders/aws-sns.ts';
import { dropbox } from '#senders/dropbox.ts';
import { gitlab } from '#senders/gitlab.ts';
import { hubspot } from '#senders/hubspot.ts';
import { senderOf } from '#senders/index.ts';
import { intercom } from '#senders/intercom.ts';
import { meta } from '#senders/meta.ts';
import { notion } from '#senders/notion.ts';
import type { Sender } from '#senders/sender.ts';
import { sentry } from '#senders/sentry.ts';
import { woocommerce } from '#senders/woocommerce.ts';
import { sampleRequest } from './sample-request.ts';

const linear = senderOf('linear')!;

const idOf = (sender: Sender, body = sender.sample.body) =>
  sender.eventId(sampleRequest(sender.sample, { body }));

test('a retry keeps its id though its body counts tries or says when it was sent', () => {
  const retries: readonly (readonly [Sender, string, string])[] = [
    [linear, '"webhookTimestamp":1795348800000', '"webhookTimestamp":1795348860000'],
    [notion, '"attempt_number":1', '"attempt_number":2'],
    [hubspot, '"attemptNumber":0', '"attemptNumber":1'],
    [intercom, '"delivery_attempts":1', '"delivery_attempts":2'],
    [senderOf('docusign')!, '"retryCount":0', '"retryCount":1'],
    [senderOf('line')!, '"isRedelivery":false', '"isRedelivery":true'],
    [senderOf('monday')!, '"isRetry":false', '"isRetry":true'],
    [senderOf('pipedrive')!, '"attempt":1', '"attempt":2'],
    [senderOf('xero')!, '"entropy":"S0m3', '"entropy":"0th3'],
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

test('a retry of Sentry keeps its id though it is a request with another id', () => {
  const headers = { ...sentry.sample.headers, 'request-id': 'another' };
  expect(sentry.eventId(sampleRequest(sentry.sample, { headers }))).toBe(idOf(sentry));
});

test('two changes of an issue in Sentry are two events', () => {
  const body = '{"action":"assigned","data":{"issue":{"id":"1117540176"}}}';
  const ids = ['a', 'b'].map((id) =>
    sentry.eventId(
      sampleRequest(sentry.sample, { headers: { ...sentry.sample.headers, 'request-id': id }, body }),
    ),
  );
  expect(ids).toEqual(['a', 'b']);
});

test('two notifications of Dropbox with equal bodies are two events', () => {
  const at = (now: number) => dropbox.eventId(sampleRequest(dropbox.sample, { now }));
  expect(at(1_795_348_801_000)).not.toBe(at(1_795_348_802_000));
});

test('the status of a WhatsApp message is another event at each step', () => {
  const statusOf = (status: string) =>
    `{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"statuses":[{"id":"wamid.1","status":"${status}"}]}}]}]}`;
  expect(idOf(meta, statusOf('sent'))).toBe('wamid.1:sent');
  expect(idOf(meta, statusOf('read'))).toBe('wamid.1:read');
});

test('a change at Meta that nothing names is named by its content', () => {
  const body =
    '{"object":"page","entry":[{"id":"1","time":1795348799,"changes":[{"field":"feed","value":{}}]}]}';
  expect(idOf(meta, body)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(idOf(meta, body.replace('799', '798'))).not.toBe(idOf(meta, body));
});

test('a request with many events has one id of plain length, which depends on each of them', () => {
  const [event] = JSON.parse(hubspot.sample.body) as [Record<string, unknown>];
  const batch = (last: number) =>
    JSON.stringify(Array.from({ length: 100 }, (_, i) => ({ ...event, eventId: i === 99 ? last : i })));
  expect(idOf(hubspot, batch(99))).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(idOf(hubspot, batch(99))).not.toBe(idOf(hubspot, batch(100)));
  expect(idOf(hubspot, batch(99))).toBe(idOf(hubspot, batch(99)));
});

test('alerts that fire once more are another event, and their order is not', () => {
  const alert = (fingerprint: string, startsAt: string) => ({ status: 'firing', fingerprint, startsAt });
  const group = (...alerts: readonly object[]) =>
    JSON.stringify({ version: '4', groupKey: '{}', status: 'firing', alerts });
  const [first, second] = [alert('a', '2026-11-22T10:00:00Z'), alert('b', '2026-11-22T10:00:00Z')];
  const id = idOf(alertmanager, group(first, second));
  expect(idOf(alertmanager, group(second, first))).toBe(id);
  expect(idOf(alertmanager, group(first, alert('b', '2026-11-22T11:00:00Z')))).not.toBe(id);
});

test('an id that is signed counts before one that is not, under which a delivery could be sent once more', () => {
  const { headers, body } = awsSns.sample;
  const other = { ...headers, 'x-amz-sns-message-id': 'another' };
  expect(awsSns.eventId(sampleRequest(awsSns.sample, { headers: other }))).toBe(idOf(awsSns, body));
  const both = { ...gitlab.sample.headers, 'webhook-id': 'signed', 'idempotency-key': 'another' };
  expect(gitlab.eventId(sampleRequest(gitlab.sample, { headers: both }))).toBe('signed');
});

test('a raw delivery of Amazon SNS is named by its header', () => {
  const headers = { ...awsSns.sample.headers, 'x-amz-sns-rawdelivery': 'true' };
  const request = sampleRequest(awsSns.sample, { headers, body: '{"MessageId":"of the publisher"}' });
  expect(awsSns.eventId(request)).toBe('22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324');
});

const twice = (body: string, item: string) => body.replace(item, `${item},${item.replaceAll('1', '2')}`);

test.each([
  ['klaviyo', /\{"topic".*\}\}\}\}/],
  ['line', /\{"type":"message","message".*"active"\}/],
  ['quickbooks', /\{.*\}/],
  ['xero', /\{"resourceUrl".*"ORGANISATION"\}/],
  ['adyen', /\{"NotificationRequestItem".*\}\}(?=\])/],
])('the id of a delivery of %s depends on each of its events', (id, item) => {
  const sender = senderOf(id)!;
  const two = twice(sender.sample.body, item.exec(sender.sample.body)![0]);
  expect(() => JSON.parse(two) as unknown).not.toThrow();
  expect(idOf(sender, two)).not.toBeNull();
  expect(idOf(sender, two)).not.toBe(idOf(sender));
});

test('an event without an id makes one of no delivery that it is in', () => {
  expect(idOf(senderOf('line')!, '{"events":[{"webhookEventId":"a"},{"type":"message"}]}')).toBeNull();
  expect(idOf(senderOf('line')!, '{"events":[]}')).toBeNull();
});

test('the format of QuickBooks before CloudEvents is named by what changed, and when', () => {
  const body = (updated: string) =>
    `{"eventNotifications":[{"realmId":"1","dataChangeEvent":{"entities":[{"name":"Invoice","id":"7","operation":"Create","lastUpdated":"${updated}"},{"name":"Payment","id":"8","operation":"Create","lastUpdated":"b"}]}}]}`;
  expect(idOf(senderOf('quickbooks')!, body('a'))).toBe('1:Invoice Payment:7 8:Create Create:a b');
  expect(idOf(senderOf('quickbooks')!, body('c'))).not.toBe(idOf(senderOf('quickbooks')!, body('a')));
});

test.each(['mollie-payments', 'plaid'])('two deliveries of %s with equal bodies are two events', (id) => {
  const sender = senderOf(id)!;
  const at = (now: number) => sender.eventId(sampleRequest(sender.sample, { now }));
  expect(sender.namesNoEvent).toBe(true);
  expect(at(1_795_348_801_000)).not.toBe(at(1_795_348_802_000));
  const other = sampleRequest(sender.sample, { body: sender.sample.body.replace(/.\b/g, 'y') });
  expect(sender.eventId(other)).not.toBe(sender.eventId(sampleRequest(sender.sample)));
});

test('a submission that is edited in Jotform is another event', () => {
  const jotform = senderOf('jotform')!;
  expect(idOf(jotform, jotform.sample.body.replace('"Ana"', '"Bo"'))).not.toBe(idOf(jotform));
});
