import { expect, test } from 'vitest';

import { senderOf } from '#senders/index.ts';
import type { SenderSample } from '#senders/sender.ts';
import { sampleRequest } from './sample-request.ts';

const json = { 'content-type': 'application/json' };
const sentAt = '2026-11-22T12:00:00Z';
const rowAnswer = (id: string, request: Partial<SenderSample>) =>
  senderOf(id)!.handshake!.answer(sampleRequest({ headers: {}, body: '', sentAt, ...request }), null);
const asked = (query: string): Partial<SenderSample> => ({
  method: 'GET',
  url: `https://hooks.example.com/hooks/token?${query}`,
});

test('Mailchimp and Strava ask by GET', () => {
  expect(rowAnswer('mailchimp', asked(''))).toEqual({ status: 200, body: null });
  expect(
    rowAnswer('strava', asked('hub.mode=subscribe&hub.challenge=15f7d1a91c1f40f8a748fd134752feb3')),
  ).toEqual({
    status: 200,
    body: { 'hub.challenge': '15f7d1a91c1f40f8a748fd134752feb3' },
  });
  expect(rowAnswer('strava', asked('hub.mode=unsubscribe&hub.challenge=1'))).toBeNull();
});

test('Xero, Twitch, Front, LINE and Google are answered where their signature is right alone', () => {
  const asks: readonly (readonly [string, Partial<SenderSample>, unknown])[] = [
    [
      'xero',
      { headers: json, body: '{"events":[],"lastEventSequence":0,"firstEventSequence":0,"entropy":"x"}' },
      null,
    ],
    [
      'twitch',
      {
        headers: { ...json, 'twitch-eventsub-message-type': 'webhook_callback_verification' },
        body: '{"challenge":"pogchamp-kappa-360noscope-vohiyo"}',
      },
      'pogchamp-kappa-360noscope-vohiyo',
    ],
    [
      'front',
      { headers: { ...json, 'x-front-challenge': 'abc' }, body: '{"type":"sync"}' },
      { challenge: 'abc' },
    ],
    ['line', { headers: json, body: '{"destination":"U8e","events":[]}' }, null],
    ['google-calendar', { headers: { 'x-goog-resource-state': 'sync' } }, null],
    ['google-drive', { headers: { 'x-goog-resource-state': 'sync' } }, null],
  ];
  for (const [id, request, body] of asks) {
    expect([id, rowAnswer(id, request)]).toMatchObject([id, { status: 200, body }]);
    expect([id, senderOf(id)!.handshake!.isSigned]).toEqual([id, true]);
  }
});

test('monday.com gets its challenge back, and nothing to an event that has one too', () => {
  const body = '{"challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}';
  expect(rowAnswer('monday', { headers: json, body })).toEqual({
    status: 200,
    body: JSON.parse(body) as object,
  });
  expect(
    rowAnswer('monday', { headers: json, body: '{"challenge":"x","event":{"type":"create_pulse"}}' }),
  ).toBeNull();
});
