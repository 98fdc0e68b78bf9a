import { describe, expect, it } from 'vitest';

import { evaluateFilter, readFilter } from '../../../rules/filter.ts';
import { readDocument } from '../../../rules/read-document.ts';
import { deliveryOf } from '../../support/turn-input.ts';

describe('a filter with a part that no reading accounts for', () => {
  it.each([
    'exactly one label is bug',
    'both labels are bug',
    'one of the tags is not VIP',
    'none of the tags is not VIP',
    'each item costs more than 10',
    'any item with quantity over 10 and price below 5',
    'every item has a price over 10 or a quantity over 5',
    'total is between 100 and 10',
    'total is twice the subtotal',
    'total excluding shipping is over 100',
    'check whether status is paid',
    'status is rarely paid',
    'country is outside Germany',
    'customer is in Germany',
    'due date is in the past',
    'subject is in English',
    'email from a company',
    'orders from Germany or Austria over 100',
    'orders from Germany over 100 or from Austria',
    'payments that have not failed',
    'issues that have high priority',
    'issues just opened',
    'the role is not admin unless the plan is pro',
  ])('"%s" is not understood', (filter) => {
    expect(readFilter(filter).state).toBe('not-understood');
  });
});

describe('a delivery that answers only one of the readings', () => {
  it.each<[string, object]>([
    [
      'a release is published',
      { type: 'release.edited', release: { published_at: '2026-11-20T09:00:00Z', draft: false } },
    ],
    ['name is Lia', { name: '#2044', customer: { first_name: 'Lia' } }],
    ['status is paid', { status: 'open', financial_status: 'paid' }],
    ['country is EU', { country: 'DE' }],
    ['country is Europe', { country: 'Germany' }],
    ['email is valid', { email: 'lia@mail.test' }],
    ['the mood is bad', { text: 'deploy failed' }],
    ['critical alerts only', { alerts: [{ status: 'firing', labels: { severity: 'critical' } }] }],
  ])('leaves "%s" open', (filter, body) => {
    const read = readFilter(filter);
    if (read.state !== 'understood') throw new Error('not understood');
    const outcome = evaluateFilter(read.condition, readDocument(deliveryOf(body)));
    expect(outcome.verdict, outcome.evidence).toBe('needs_model');
  });

  it.each<[string, object]>([
    ['country is France', { country: 'FR' }],
    ['country is United Kingdom', { country: 'GB' }],
    ['from vendor.test', { from: 'Lee Ng <lee@vendor.test>' }],
  ])('runs on "%s" where it is said in other words', (filter, body) => {
    const read = readFilter(filter);
    if (read.state !== 'understood') throw new Error('not understood');
    const outcome = evaluateFilter(read.condition, readDocument(deliveryOf(body)));
    expect(outcome.verdict, outcome.evidence).toBe('run');
  });
});
