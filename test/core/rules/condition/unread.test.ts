import { describe, expect, it } from 'vitest';

import { evaluateFilter, readFilter } from '#rules/filter.ts';
import { readDocument } from '#rules/read-document.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

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
    'level error or worse',
    'state is hardly open',
    'state is not even open',
    'city is Bonn, Köln etc.',
    'title contains "lag" or "replica", urgency high',
    'not status is open or priority is high and owner is dana',
    'status is open and not priority is high or owner is dana',
    'status is open and priority is high or owner is dana unless plan is pro',
    'the request source header is automation',
    'created_on is after 2026-02-30',
    'the item is not tagged vip and gold',
    'not tagged vip but not gold',
    'tagged vip but not assigned',
    'tagged vip but not gold or silver',
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
    ['owner is not the assignee', { owner: 'dana' }],
    ['city is the billing city', { city: 'Bonn' }],
    ['only pushes to the default branch', { ref: 'refs/heads/dev' }],
    ['the source header is automation', {}],
    ['zip is over 1000', { zip: '01234' }],
    ['version is at least 1.9', { version: '1.10' }],
    ['product.stock is 1000', { product: { stock: '1,000' } }],
    ['order number is 12', { order_number: '0012' }],
    ['tag name starts with v3.', { tag_name: 'v30' }],
    ['no tag is hardware', { ticket: { tags: ['hardware'], tag: { name: 'office' } } }],
    ['critical alerts only', { alerts: [{ status: 'firing', labels: { severity: 'critical' } }] }],
  ])('leaves "%s" open', (filter, body) => {
    const read = readFilter(filter);
    if (read.state !== 'understood') throw new Error('not understood');
    const outcome = evaluateFilter(
      read.condition,
      readDocument(deliveryOf(body, { headers: { 'x-request-source': 'api' } })),
    );
    expect(outcome.verdict, outcome.evidence).toBe('needs_model');
  });

  it.each<[string, object]>([
    ['country is France', { country: 'FR' }],
    ['country is United Kingdom', { country: 'GB' }],
    ['from vendor.test', { from: 'Lee Ng <lee@vendor.test>' }],
    ['none of the labels is wontfix', { issue: { labels: [{ name: 'bug' }] }, label: { name: 'wontfix' } }],
    ['only pushes to the default branch', { ref: 'refs/heads/dev', repository: { default_branch: 'dev' } }],
    ["owner isn't the creator", { owner: 'dana', creator: 'ed' }],
    ['exactly 2 tags', { one: { tags: ['a', 'b'] }, other: { tags: ['c', 'd'] } }],
    ['tags contain hardware and state open', { tags: ['hardware'], state: 'open' }],
    ['any parcel is fragile', { parcels: [{ code: 'P1', fragile: 'true' }] }],
    ['name, email and message are filled in', { name: 'A', email: 'a@b.test', message: 'x' }],
    ['there is a note and coupon is missing', { note: 'x', coupon: null }],
    ['tagged vip and gold', { tags: ['vip', 'new', 'gold'] }],
    ['tagged vip and title includes refund', { tags: ['vip'], title: 'a refund' }],
    ['tagged vip but not gold', { tags: ['vip', 'new'] }],
    ['ignore if tagged vip but not gold', { tags: ['vip', 'gold'] }],
    ['invoice.status is open, not draft', { invoice: { status: 'open' } }],
    ['ignore if title contains refund, not test', { title: 'refund of a test' }],
    ['department is not sales', { department: 'support' }],
  ])('runs on "%s" where it is said in other words', (filter, body) => {
    const read = readFilter(filter);
    if (read.state !== 'understood') throw new Error('not understood');
    const outcome = evaluateFilter(read.condition, readDocument(deliveryOf(body)));
    expect(outcome.verdict, outcome.evidence).toBe('run');
  });
});
