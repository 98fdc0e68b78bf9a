import { expect, test } from 'vitest';

import { adyen } from '#senders/adyen.ts';
import { discord } from '#senders/discord.ts';
import { senderOf, senders } from '#senders/index.ts';
import { salesforce } from '#senders/salesforce.ts';
import type { Sender } from '#senders/sender.ts';
import { twilio } from '#senders/twilio.ts';
import { sampleRequest } from './sample-request.ts';

const answerTo = (sender: Sender, body = sender.sample.body, headers = sender.sample.headers) =>
  sender.accepted!(sampleRequest(sender.sample, { body, headers }));

test('most senders take any answer', () => {
  const withOwn = senders.filter(({ accepted }) => accepted !== undefined).map(({ id }) => id);
  expect(withOwn).toEqual(['adyen', 'discord', 'microsoft-teams', 'salesforce', 'twilio', 'xero']);
});

test('Twilio gets TwiML that does nothing, and JSON where it sent JSON', () => {
  expect(answerTo(twilio)).toEqual({ status: 200, contentType: 'text/xml', body: '<Response/>' });
  expect(answerTo(twilio, '[]', { 'content-type': 'application/json' })).toBeNull();
});

test('Salesforce gets its acknowledgement', () => {
  const answer = answerTo(salesforce);
  expect(answer).toMatchObject({ status: 200, contentType: 'text/xml; charset=utf-8' });
  expect(answer!.body).toContain('<Ack>true</Ack>');
});

test('Adyen, Teams and Xero get the one answer that each of them takes', () => {
  expect(answerTo(adyen)).toMatchObject({ status: 200, body: '[accepted]' });
  expect(JSON.parse(answerTo(senderOf('microsoft-teams')!)!.body)).toMatchObject({ type: 'message' });
  expect(answerTo(senderOf('xero')!)).toEqual({ status: 200, contentType: null, body: '' });
});

test.each([
  [2, { type: 5 }],
  [3, { type: 6 }],
  [4, { type: 8, data: { choices: [] } }],
  [5, { type: 5 }],
])('an interaction of type %i with Discord is answered at once, and in full later', (type, expected) => {
  const answer = answerTo(discord, JSON.stringify({ id: '1', type }));
  expect(answer).toMatchObject({ status: 200, contentType: 'application/json' });
  expect(JSON.parse(answer!.body)).toEqual(expected);
});

test('an event of Discord gets an empty answer, and an interaction of a kind to come ours', () => {
  const event = '{"version":1,"type":1,"event":{"type":"ENTITLEMENT_CREATE"}}';
  expect(answerTo(discord, event)).toEqual({ status: 204, contentType: null, body: '' });
  expect(answerTo(discord, '{"id":"1","type":77}')).toBeNull();
});
