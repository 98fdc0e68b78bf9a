import { expect, test } from 'vitest';

import { slack } from '#senders/slack.ts';
import { sampleRequest } from './sample-request.ts';

const { sample } = slack;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('reads the event, the thread and a link to the channel', () => {
  const request = sampleRequest(sample);
  expect(slack.eventId(request)).toBe('Ev123ABC456');
  expect(slack.eventName(request)).toBe('app_mention');
  expect(slack.reference(request)).toBe('C123ABC456/1795348799.000200');
  expect(slack.referenceUrl(request)).toBe(
    'https://slack.com/app_redirect?channel=C123ABC456&team=T123ABC456',
  );
});

test('reads a slash command, which is a form', () => {
  const body =
    'command=%2Fwake&text=now&channel_id=C1&team_id=T1&trigger_id=13345224609.738474920.8088930838';
  const request = sampleRequest(sample, { headers: form, body });
  expect(slack.eventId(request)).toBe('13345224609.738474920.8088930838');
  expect(slack.eventName(request)).toBe('/wake');
  expect(slack.reference(request)).toBe('C1');
  expect(slack.referenceUrl(request)).toBe('https://slack.com/app_redirect?channel=C1&team=T1');
});

test('reads a pressed button, which is JSON in a form', () => {
  const payload = '{"type":"block_actions","trigger_id":"1.2.3","channel":{"id":"C9"},"team":{"id":"T9"}}';
  const body = new URLSearchParams({ payload }).toString();
  const request = sampleRequest(sample, { headers: form, body });
  expect([slack.eventId(request), slack.eventName(request), slack.reference(request)]).toEqual([
    '1.2.3',
    'block_actions',
    'C9',
  ]);
});

test('answers its challenge, which is signed like an event', () => {
  const body =
    '{"token":"Jhj5dZrVaK7ZwHHjRyZWjbDl","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P","type":"url_verification"}';
  const headers = {
    ...sample.headers,
    'x-slack-signature': 'v0=ef882adc43c0fb44e3bdafca0020fca067c1615854d2ba50393c3fbbcc9fd34d',
  };
  const request = sampleRequest(sample, { headers, body });
  expect(slack.verify!.check(request, sample.secret!, new Map())).toEqual({ status: 'verified' });
  expect(slack.handshake!.answer(request, null)).toEqual({
    status: 200,
    body: { challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' },
  });
  expect(slack.handshake!.answer(sampleRequest(sample), null)).toBeNull();
});
