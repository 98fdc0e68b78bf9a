import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { evaluateFilter, readFilter } from '#rules/filter.ts';
import { documentOf } from '#test/support/turn-input.ts';

const order = {
  event: 'order.created',
  order: { id: 'o1', status: 'paid', total: 1200.5, tags: ['vip', 'new'], coupon: null, note: '' },
  author: 'dependabot[bot]',
  amount: 1000.5,
  currency: 'USD',
  created_at: '2026-02-01T10:00:00Z',
  customer: { email: 'ada@example.com', firstName: 'Ada', is_active: true },
  items: [
    { sku: 'A', price: 5 },
    { sku: 'B', price: 7.25 },
  ],
};

function judge(filter: string, document = documentOf(order)) {
  const read = readFilter(filter);
  return read.state === 'understood' ? evaluateFilter(read.condition, document) : read;
}

describe('filters that match', () => {
  it.each([
    'Only run when the order status is paid',
    'only run if the order is paid',
    'status is paid',
    'order.status is "PAID"',
    'status is paid and total > 100',
    'status is paid, and total > 100',
    'only if event is order.created or order.updated',
    'event is one of order.created, order.updated, and order.deleted',
    'Run unless status is draft',
    'unless status is draft',
    'Ignore unless amount is more than $1,000.49',
    'Ignore it unless total is at least 1,200.50 USD',
    'Do not run if status is refunded. Only run if total exceeds 100.',
    "status isn't cancelled",
    'status is not draft or archived',
    'status is neither draft nor archived',
    'amount > 2000 or < 1500',
    'total is between 1000 and 2000',
    'tags contains vip',
    'tags include vip and new',
    'tags does not contain vi',
    'the number of items is at least 2',
    'the sum of items[].price is less than 12.5',
    'items[].sku is B',
    'items[0].price is 5',
    'customer email ends with @example.com',
    'the customer’s email contains "ADA@"',
    'first name is ada',
    'customer.isActive is true',
    'coupon is missing',
    'coupon is null',
    'note is empty',
    'order.id exists',
    'created at is after 2026-01-15 and before 2026-03-01',
    'body text contains dependabot',
    'order.status == "paid" && order.total >= 1200.50',
    '(status is refunded or status is paid) and not (total < 100)',
    'If the order is paid, run.',
    'Only process deliveries where tags contains vip',
    'the order is created',
    'status must be paid',
    'order status equals paid',
    'the status of the order is paid',
    'email starts with ada and status is paid but author is not renovate',
    'only order.created and order.updated events',
    'Only run on events of type order.created',
    'Ignore order.deleted events',
    'only "order.created" deliveries',
    'reference is missing',
    'received at is after 2026-01-01',
    'Run only for orders over $100',
  ])('runs on "%s"', (filter) => {
    expect(judge(filter)).toMatchObject({ verdict: 'run' });
  });
});

describe('filters that do not match, with their evidence', () => {
  it.each([
    ['status is pending', 'order.status was "paid"; needed "pending"'],
    ['total > 2000', 'order.total was 1200.5; needed more than 2000'],
    [
      'skip if author is dependabot[bot]',
      'author was "dependabot[bot]"; needed anything but "dependabot[bot]"',
    ],
    [
      'Ignore if the author is dependabot[bot].',
      'author was "dependabot[bot]"; needed anything but "dependabot[bot]"',
    ],
    [
      'If the author is dependabot[bot], skip it.',
      'author was "dependabot[bot]"; needed anything but "dependabot[bot]"',
    ],
    ['Never run when status is paid', 'order.status was "paid"; needed anything but "paid"'],
    [
      'status is paid but author is not dependabot[bot]',
      'author was "dependabot[bot]"; needed anything but "dependabot[bot]"',
    ],
    ['skip order.created events', 'event was "order.created"; needed anything but "order.created"'],
    ['tags contains urgent', 'order.tags was "vip", "new"; needed a text with "urgent"'],
    ['order.discount exists', 'order.discount is missing; needed a value'],
    ['Ignore unless amount is more than $1,000.50', 'amount was 1000.5; needed more than 1000.50 USD'],
  ])('skips on "%s"', (filter, evidence) => {
    expect(judge(filter)).toEqual({
      verdict: 'skip',
      evidence,
      reason: `The filter did not match: ${evidence}.`,
    });
  });
});

describe('deliveries that say they are JSON and are not', () => {
  const broken = documentOf('{"status":"paid",}', { contentType: 'application/json; charset=utf-8' });

  it.each(['status is paid', 'status exists', 'ignore if status is paid'])(
    'neither run nor skip: "%s"',
    (filter) => expect(judge(filter, broken)).toMatchObject({ verdict: 'needs_model' }),
  );

  it.each([
    ['status is paid', 'status is missing, because the body is not valid JSON; needed "paid"'],
    ['status exists', 'status is missing, because the body is not valid JSON; needed a value'],
    ['the sum of prices is more than 3', null],
    ['header X-Topic is orders', 'header x-topic is missing; needed "orders"'],
  ])('say so: "%s"', (filter, evidence) => {
    expect(judge(filter, broken)).toMatchObject(
      evidence === null
        ? { evidence: expect.stringContaining('because the body is not valid JSON') }
        : { evidence, reason: expect.stringContaining(evidence) },
    );
  });

  it('are told from those that are nested too deeply', () => {
    const deep = documentOf(`${'['.repeat(100)}${']'.repeat(100)}`, { contentType: 'application/json' });
    expect(judge('status is paid', deep)).toMatchObject({
      evidence: 'status is missing, because the body is nested too deeply to be read; needed "paid"',
    });
  });

  it('are told from texts that never said so', () => {
    const text = documentOf('{"status":"paid",}', { contentType: 'text/plain' });
    expect(judge('status is paid', text)).toMatchObject({
      evidence: 'status is missing, but "paid" stands elsewhere; needed "paid"',
    });
  });
});

describe('deliveries that do not answer the filter', () => {
  it.each([
    ['author > 5', 'author was "dependabot[bot]", which is not a number; needed more than 5'],
    [
      'author is after 2026-01-01',
      'author was "dependabot[bot]", which is not a date that decides it; needed a date after "2026-01-01"',
    ],
    ['staus is paid', 'staus is missing; did you mean order.status?; needed "paid"'],
    ['discount code is missing', 'discount code is missing; needed nothing there'],
    ['order is S', 'order is an object; needed "S"'],
    ['mode is vip', 'mode is missing, but "vip" stands elsewhere; needed "vip"'],
  ])('need a model: "%s"', (filter, evidence) => {
    for (const said of [filter, `ignore if ${filter}`])
      expect(judge(said)).toMatchObject({ verdict: 'needs_model' });
    expect(judge(filter)).toMatchObject({
      evidence,
      reason: expect.stringMatching(/^Offline rules cannot decide the filter ".*" on this delivery: /),
    });
  });

  it.each([
    ['priority is high', 'skip'],
    ['skip if priority is low', 'run'],
    ['header X-Topic is orders', 'skip'],
    ['order.discount is 5', 'skip'],
    ['order.discount exists', 'skip'],
  ])('are decided where nothing near stands there, or a path names nothing: "%s"', (filter, verdict) => {
    expect(judge(filter)).toMatchObject({ verdict });
  });

  it.each([
    ['contains "refund"', { refunded: false, note: 'Hello' }, 'needs_model'],
    ['contains "refund"', { refunded: false, note: 'A refund, please' }, 'run'],
    ['contains "refund"', { note: 'Hello' }, 'skip'],
    ['placedAt >= 2026-03-01', { id: 1 }, 'skip'],
    ['placedAt >= 2026-03-01', { placedAt: '2026-03-15T10:00:00Z' }, 'run'],
    ['created since 2026-03-01', { note: 'Hello' }, 'needs_model'],
    ['placedAt is after 2026-03-01', { placedAt: '2026-03-02T11:59:00Z' }, 'needs_model'],
    ['placedAt is after 2026-03-01', { placedAt: '2026-03-02T12:00:00Z' }, 'run'],
    ['placedAt is after 2026-03-01', { placedAt: '2026-03-01T10:01:00Z' }, 'needs_model'],
    ['placedAt is after 2026-03-01', { placedAt: '2026-03-01T09:59:00Z' }, 'skip'],
    ['placedAt is after 2026-03-01', { placedAt: '2026-03-02T12:00:00' }, 'needs_model'],
    ['placedAt is after 2026-03-01', { placedAt: '2026-03-02' }, 'run'],
    ['placedAt is before 2026-03-01', { placedAt: '2026-02-28T09:59:00Z' }, 'run'],
    ['placedAt is before 2026-03-01', { placedAt: '2026-02-28T10:01:00Z' }, 'needs_model'],
    ['placedAt is before 2026-03-01T10:00', { placedAt: '2026-03-01T09:00:00Z' }, 'needs_model'],
    ['placedAt is before 2026-03-01T10:00', { placedAt: '2026-03-01T09:00:00' }, 'run'],
    ['placedAt is before 2026-03-01T10:00:00+01:00', { placedAt: '2026-03-01T08:59:00Z' }, 'run'],
    ['placedAt is before 2026-03-01T10:00:00+01:00', { placedAt: '2026-03-01T09:00:00Z' }, 'skip'],
    ['due is before 2026-03-05T10:00:00Z', { due: '2026-03-05' }, 'needs_model'],
    ['created in March 2026', { created_at: '2026-03-05T10:00:00Z' }, 'needs_model'],
    ['created_at is Monday', { created_at: '2026-03-05T10:00:00Z' }, 'needs_model'],
    ['the weekday is Monday', { id: 1 }, 'needs_model'],
    ['created today', { created_at: '2026-03-05T10:00:00Z' }, null],
    ['created before 5 pm', { created_at: '2026-03-05T10:00:00Z' }, null],
    ['people in no hurry', { id: 1 }, null],
  ])('"%s" on %j', (filter, body, verdict) => {
    expect(judge(filter, documentOf(body))).toMatchObject(
      verdict === null ? { state: 'not-understood' } : { verdict },
    );
  });

  it.each([
    [
      'shipment delivered',
      { event: 'shipment.delivered', shipment: { status: 'in_transit', delivered_at: null } },
      'needs_model',
    ],
    [
      'shipment delivered',
      { event: 'shipment.delivered', shipment: { delivery_status: 'delivered' } },
      'run',
    ],
    ['the incident is not P1', { incident: { id: 'i1', urgency: 'high' } }, 'needs_model'],
    ['the build failed', { build: { previous_status: 'failed' } }, 'needs_model'],
    [
      'the repository is not typescript',
      { repository: { name: 'shop', language: 'TypeScript' } },
      'needs_model',
    ],
    ['carrier is DHL or missing', { carrier: null }, 'run'],
    ['the customer is not gold', { customer: 'cus_9', metadata: { tier: 'gold' } }, 'needs_model'],
    [
      'bookings that are not cancelled',
      { event: 'invitee.created', payload: { status: 'active' } },
      'needs_model',
    ],
    ['API is offline', { components: [{ name: 'API', status: 'down' }] }, 'needs_model'],
    ['the order is neither completed nor refunded', { id: 7, total: 5, status: 'done' }, 'needs_model'],
    ['the order is neither completed nor refunded', { id: 7, total: 5, status: 'completed' }, 'skip'],
    ['the order is neither completed nor refunded', { id: 7, total: 5, status: 'failed' }, 'run'],
  ])('are decided by nothing that only seems to say it: "%s" on %j', (filter, body, verdict) => {
    expect(judge(filter, documentOf(body))).toMatchObject({ verdict });
  });

  it('need a model when they are about a thing of another kind', () => {
    const headers = { 'x-github-event': 'workflow_run' };
    const document = documentOf(
      { workflow_run: { head_branch: 'main' }, repository: { pushed_at: 1 } },
      { headers },
    );
    expect(judge('only pushes to main', document)).toMatchObject({ verdict: 'needs_model' });
    const push = documentOf({ ref: 'refs/heads/main' }, { headers: { 'x-github-event': 'push' } });
    expect(judge('only pushes to main', push)).toMatchObject({ verdict: 'run' });
  });

  it('need a model when two fields could be meant that do not agree', () => {
    const document = documentOf({ order: { status: 'paid' }, refund: { status: 'open' } });
    expect(judge('status is paid', document)).toMatchObject({
      verdict: 'needs_model',
      evidence: 'ambiguous: order.status, refund.status; needed "paid"',
    });
    expect(judge('status is pending', document)).toMatchObject({ verdict: 'skip' });
  });

  it('need a model when a judgement is asked for that no field holds', () => {
    expect(judge('the customer is angry')).toMatchObject({ verdict: 'needs_model' });
    const document = documentOf({ mood: 'angry' });
    expect(judge('mood is angry', document)).toMatchObject({ verdict: 'run' });
  });
});

describe('filters that are not understood', () => {
  it.each([
    'maybe amount from 100 to 200',
    'any order is never over two 100',
    'every item has a sku',
    'If type is order unless it is a test, ignore the delivery.',
    'assigned to me',
    'looks suspicious',
    'sentiment seems negative',
    'Only run when the message sounds angry',
    'status is paid but never for test orders',
    'Only urgent ones',
    'only order.created, events',
    'it is a test',
    'status is paid or so',
    'total is more than usual',
    'status is very important to us',
    'the message is about a refund',
    'status is paid today',
    'if the status is paid, archive',
    '(status is paid',
    'status is',
    'is paid',
    '"',
    'a and b or',
    'status is research and development',
    'total is more than lots',
    'created_at is after last week',
    '('.repeat(2_000),
    'a is 1 and '.repeat(80) + 'b is 2',
    'x'.repeat(4_097),
  ])('%s', (filter) => {
    expect(judge(filter)).toMatchObject({ state: 'not-understood' });
  });

  it('name the sentences', () => {
    expect(readFilter('Status is paid. It must feel urgent.')).toEqual({
      state: 'not-understood',
      understood: ['Status is paid'],
      notUnderstood: ['It must feel urgent'],
    });
  });
});

describe('other bodies', () => {
  const text = { contentType: 'text/plain' };
  const form = { contentType: 'application/x-www-form-urlencoded' };
  const xml = { contentType: 'application/xml' };
  it.each([
    ['body text contains refund', 'I want a REFUND now', text, 'run'],
    ['the message contains refund', 'I want a refund', text, 'run'],
    ['text does not contain refund', 'I want a refund', text, 'skip'],
    ['status is paid', 'I paid', text, 'needs_model'],
    ['status is paid', 'Hello', text, 'skip'],
    ['status is paid and total > 100', 'status=Paid&total=120.50', form, 'run'],
    ['total > 100', 'total=%24120', form, 'run'],
    ['total > 100', 'total=1%2C200', form, 'needs_model'],
    ['tag is vip', 'tag=new&tag=vip', form, 'run'],
    ['order status is paid', '<order id="7"><status>paid</status></order>', xml, 'run'],
    ['order.id is 7', '<?xml version="1.0"?><order id="7"><status>paid</status></order>', xml, 'run'],
    ['status is paid', '{"status":"paid"', { contentType: 'application/json' }, 'needs_model'],
    ['status is paid', '{"status":"paid"}', form, 'run'],
    ['content type is application/json', '{}', { contentType: 'application/json' }, 'run'],
    ['header X-GitHub-Event is push', '{}', { headers: { 'X-GitHub-Event': 'push' } }, 'run'],
    ['X-GitHub-Event is push', '{}', { headers: { 'x-github-event': 'push' } }, 'run'],
    ['event is push', '{"action":"opened"}', { headers: { 'x-github-event': 'push' } }, 'run'],
    ['status is paid', '', {}, 'skip'],
  ])('"%s" on %s', (filter, body, details, verdict) => {
    expect(judge(filter, documentOf(body, details))).toMatchObject({ verdict });
  });

  it('takes what happened from the name of the event', () => {
    const stripe = documentOf({ type: 'invoice.paid', data: { object: { id: 'in_1' } } });
    expect(judge('the invoice is paid', stripe)).toMatchObject({
      verdict: 'run',
      evidence: 'type was "invoice.paid"',
    });
    expect(judge('the invoice is not paid', stripe)).toMatchObject({ verdict: 'skip' });
    const github = documentOf(
      { action: 'opened', pull_request: { title: 't' } },
      { headers: { 'x-github-event': 'pull_request' } },
    );
    expect(judge('a pull request is opened', github)).toMatchObject({
      verdict: 'run',
      evidence: 'action was "opened"',
    });
  });

  it.each([
    ['region is DE', 'skip'],
    ['region is not DE', 'run'],
    ['skip if region is DE', 'run'],
    ['vip is not true', 'run'],
    ['the order is paid', 'run'],
    ['the payment is not open', 'run'],
  ])('"%s" never takes the state of the whole for a field that is missing', (filter, verdict) => {
    expect(judge(filter, documentOf({ id: 5, status: 'paid' }))).toMatchObject({ verdict });
  });

  it.each([
    ['the review is negative', { review: 'Terrible. Zero stars.' }, 'needs_model'],
    ['the message is angry', { message: 'I have been waiting for weeks' }, 'needs_model'],
    ['skip if the email is spam', { email: 'ada@example.com' }, 'needs_model'],
    ['the amount is large', { amount: 12 }, 'needs_model'],
    ['the review is negative', { review: 'negative' }, 'run'],
    ['sentiment is negative', { sentiment: 'neutral' }, 'skip'],
    ['priority is urgent', { priority: 'low' }, 'skip'],
  ])('"%s" on %j is compared with a word and left to a reader otherwise', (filter, body, verdict) => {
    expect(judge(filter, documentOf(body))).toMatchObject({ verdict });
  });

  it.each([
    ['amount is 100 or more', { amount: 500 }, 'run'],
    ['amount is 100 or more', { amount: 99 }, 'skip'],
    ['amount is 100 or less', { amount: 50 }, 'run'],
    ['amount is not 100 or more', { amount: 500 }, 'skip'],
    ['amount is 100 or more and paid is true', { amount: 100, paid: true }, 'run'],
    ['status is in review', { status: 'in review' }, 'run'],
    ['status is in review', { status: 'review' }, 'run'],
    ['status is not in progress', { status: 'In Progress' }, 'skip'],
    ['the order is in transit', { order: { status: 'in transit' } }, 'run'],
    ['status is in review or done', { status: 'done' }, 'run'],
    ['status is no longer open', { status: 'closed' }, 'run'],
    ['status is no longer open', { status: 'open' }, 'skip'],
    ['status is not yet paid', { status: 'paid' }, 'skip'],
    ['status is still open', { status: 'open' }, 'run'],
    ['status is already paid', { status: 'open' }, 'skip'],
    ['paid is yes', { paid: true }, 'run'],
    ['paid is no', { paid: true }, 'skip'],
    ['paid is yes', { paid: 'yes' }, 'run'],
    ['zip is 01234', { zip: '1234' }, 'skip'],
    ['zip is 01234', { zip: '01234' }, 'run'],
  ])('reads "%s" on %j as a person does', (filter, body, verdict) => {
    expect(judge(filter, documentOf(body))).toMatchObject({ verdict });
  });

  it.each(['status is paid or more', 'amount is 5 or 6 or more', 'status is open any longer'])(
    'does not understand "%s"',
    (filter) => {
      expect(readFilter(filter).state).toBe('not-understood');
    },
  );

  it('compares long numbers digit by digit', () => {
    const document = documentOf('{"id": 820982911946154508, "rate": 1.50}');
    expect(judge('id is 820982911946154508', document)).toMatchObject({ verdict: 'run' });
    expect(judge('id is 820982911946154509', document)).toMatchObject({
      evidence: 'id was 820982911946154508; needed 820982911946154509',
    });
    expect(judge('rate is 1.5', document)).toMatchObject({ verdict: 'run', evidence: 'rate was 1.50' });
  });

  it('reads a body that is nested without end as text', () => {
    const document = documentOf('['.repeat(100_000) + ']'.repeat(100_000));
    expect(document.kind).toBe('text');
    expect(judge('status is paid', document)).toMatchObject({ verdict: 'needs_model' });
  });
});

describe('deliveries that are made to take long', () => {
  it('an event name of nearly a megabyte gives an order no state', () => {
    const document = documentOf({ type: `order.${'x'.repeat(900_000)}` });
    expect(judge('the order is paid', document)).toMatchObject({ verdict: 'needs_model' });
  });

  it('a field below a name of half a megabyte is found by its path, not by its last word', () => {
    const name = 'k'.repeat(500_000);
    const members = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`a${index}`, 1]));
    const document = documentOf({ [name]: { ...members, status: 'paid' } });
    expect(judge('status is paid', document)).toMatchObject({
      verdict: 'needs_model',
      evidence: 'status is missing, but "paid" stands elsewhere; needed "paid"',
    });
  });

  it('a field below sixty others is found beside many', () => {
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]));
    const inner = JSON.stringify({ ...members, status: 'paid' });
    const document = documentOf(`${'{"a":'.repeat(60)}${inner}${'}'.repeat(60)}`);
    expect(judge('status is paid', document)).toMatchObject({ verdict: 'run' });
  });
});

describe('laws', () => {
  const words = fc.constantFrom(
    'status',
    'total',
    'is',
    'not',
    'paid',
    'and',
    'or',
    '(',
    ')',
    ',',
    '>',
    '<=',
    '100',
    '"x"',
    'contains',
    'if',
    'only',
    'skip',
    'unless',
    'the',
    'items[].sku',
    'exists',
    'between',
    'before',
    '2026-01-01',
    '$1,000.50',
    'of',
    'header',
    '"',
    '{{a}}',
  );
  const filters = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.array(words, { maxLength: 25 }).map((list) => list.join(' ')),
  );
  const conditions = filters.map(readFilter).filter((read) => read.state === 'understood');

  it('any text is read without a throw', () => {
    fc.assert(
      fc.property(filters, (filter) => void readFilter(filter)),
      { numRuns: 500 },
    );
  });

  it('any delivery and any condition give a verdict, a reason and evidence', () => {
    fc.assert(
      fc.property(conditions, fc.json(), ({ condition }, body) => {
        const outcome = evaluateFilter(condition, documentOf(body));
        expect(['run', 'skip', 'needs_model']).toContain(outcome.verdict);
        expect(outcome.reason).not.toBe('');
        expect(outcome.evidence).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('every text that the evidence quotes as a value occurs in the delivery', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.array(fc.string(), { maxLength: 3 }));
    fc.assert(
      fc.property(value, (status) => {
        const document = documentOf({ status });
        const { evidence } = judge('status is "something-else"', document) as { evidence: string };
        const quoted = /^status was "([\s\S]*?)"(?:…|;|, "|, which|$)/.exec(evidence)?.[1];
        if (quoted !== undefined)
          expect(JSON.stringify(status)).toContain(JSON.stringify(quoted).slice(1, -1));
      }),
      { numRuns: 300 },
    );
  });

  it('a condition and its denial never both hold', () => {
    fc.assert(
      fc.property(conditions, fc.json(), ({ condition }, body) => {
        const document = documentOf(body);
        const verdicts = [condition, { kind: 'not', of: condition } as const].map(
          (each) => evaluateFilter(each, document).verdict,
        );
        expect(verdicts).not.toEqual(['run', 'run']);
      }),
      { numRuns: 300 },
    );
  });
});
