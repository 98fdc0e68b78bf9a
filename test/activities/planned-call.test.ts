import { expect, test } from 'vitest';

import { findPlannedCall } from '#activities/planned-call.ts';
import type { CapabilityCall } from '#capabilities/calls.ts';

const request = (callId: string): CapabilityCall => ({
  callId,
  name: 'http_request',
  method: 'GET',
  url: 'https://a.example/',
});
const read = (callId: string): CapabilityCall => ({ callId, name: 'read_delivery' });

const turns = [{ calls: [read('r1'), request('q1'), request('q2'), read('r2')] }, { calls: [read('r3')] }];

test.each([
  ['r1', [1, 0, 1]],
  ['q2', [1, 1, 3]],
  ['r2', [1, 2, 4]],
  ['r3', [2, 2, 1]],
])('the call %s belongs after the requests that were planned before it', (callId, position) => {
  expect(findPlannedCall(turns, callId)).toEqual({ call: expect.objectContaining({ callId }), position });
});

test('a call that no turn asked for is not found', () => {
  expect(findPlannedCall(turns, 'q9')).toBeNull();
});
