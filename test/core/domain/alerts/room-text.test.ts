import { expect, test } from 'vitest';

import { type AlertFacts, alertText } from '#domain/alerts/alert-text.ts';

const plain = {
  ruleName: 'On call',
  automationName: 'Orders',
  outcome: null,
  reason: null,
  failures: null,
  silentSince: null,
  refusals: null,
  held: null,
  heldSince: null,
  changes: [],
} as const;

test.each<[Pick<AlertFacts, 'type' | 'condition'> & Partial<AlertFacts>, string]>([
  [
    {
      type: 'automation.refused',
      condition: { kind: 'refused', count: 10, minutes: 5 },
      refusals: 12,
    },
    'Orders refused 12 deliveries within 5 minutes: there was no room. A delivery that its sender does not retry is lost; an automation can hold those for which there is no room.',
  ],
  [
    {
      type: 'automation.held',
      condition: { kind: 'held', minutes: 15 },
      held: 1,
      heldSince: '2026-11-23T10:00:00.000Z',
    },
    'Orders holds one delivery: the oldest since 2026-11-23T10:00:00.000Z.',
  ],
])('an alert about room says how many: %j', (facts, text) => {
  expect(alertText({ ...plain, ...facts })).toBe(text);
});
