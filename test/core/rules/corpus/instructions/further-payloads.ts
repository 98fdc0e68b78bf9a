import type { Payload } from './payloads.ts';

const contentType = 'application/json';

export const furtherPayloads = {
  subAgain: {
    contentType,
    headers: {},
    body: {
      id: 'evt_1',
      object: 'event',
      type: 'customer.subscription.updated',
      livemode: true,
      data: {
        object: {
          id: 'sub_1',
          object: 'subscription',
          customer: 'cus_9',
          status: 'past_due',
          currency: 'usd',
          quantity: 3,
          plan: { id: 'plan_team', amount: 4900, interval: 'month' },
        },
        previous_attributes: { status: 'active' },
      },
    },
  },
  prAgain: {
    contentType,
    headers: { 'x-github-event': 'pull_request' },
    body: {
      action: 'opened',
      number: 88,
      pull_request: {
        number: 88,
        state: 'open',
        title: 'fix: retry',
        html_url: 'https://github.test/acme/shop/pull/88',
        draft: false,
        merged: false,
        user: { login: 'hubot' },
        additions: 120,
        labels: [{ name: 'bug' }, { name: 'core' }],
        head: { ref: 'fix/retry' },
        base: { ref: 'main' },
      },
      repository: { name: 'shop', full_name: 'acme/shop' },
      sender: { login: 'hubot' },
    },
  },
  orderAgain: {
    contentType,
    headers: { 'x-shopify-topic': 'orders/create' },
    body: {
      id: 5501,
      name: '#2044',
      email: 'lia@mail.test',
      currency: 'EUR',
      total_price: '129.90',
      financial_status: 'paid',
      note: null,
      tags: 'vip',
      customer: { id: 77, email: 'lia@mail.test', first_name: 'Lia', last_name: 'Berg', orders_count: 1 },
      shipping_address: { city: 'Berlin', country_code: 'DE' },
      billing_address: { city: 'Wien', country_code: 'AT' },
      line_items: [
        { id: 1, title: 'Oak table', sku: 'TAB-1', quantity: 1, price: '100.00' },
        { id: 2, title: 'Lamp', sku: 'LMP', quantity: 2, price: '14.95' },
      ],
    },
  },
  zenAgain: {
    contentType,
    headers: {},
    body: {
      type: 'zen:event-type:ticket.created',
      subject: 'zen:ticket:901',
      detail: {
        id: '901',
        subject: 'Cannot log in',
        description: 'Reset fails',
        status: 'NEW',
        priority: 'URGENT',
        requester_id: '44',
        assignee_id: null,
        tags: ['login', 'enterprise'],
      },
    },
  },
  formAgain: {
    contentType: 'application/x-www-form-urlencoded',
    headers: {},
    body: 'name=Jo+Park&email=jo%40bigcorp.test&company=BigCorp&phone=&budget=15000&message=Call+me',
  },
  appAgain: {
    contentType,
    headers: {},
    body: {
      event: 'user.signed_up',
      user: { id: 31, email: 'pia@startup.test', name: 'Pia', plan: 'pro', verified: true },
      score: 72.5,
      source: 'landing',
    },
  },
  sentryAgain: {
    contentType,
    headers: {},
    body: {
      action: 'triggered',
      data: {
        triggered_rule: 'Checkout errors',
        event: {
          event_id: 'e4',
          level: 'error',
          title: 'TypeError: x',
          environment: 'production',
          web_url: 'https://sentry.test/issues/1',
        },
      },
    },
  },
  rental: {
    contentType,
    headers: {},
    body: {
      event: 'rental.changed',
      rental: {
        id: 'R-5',
        status: 'confirmed',
        amount: 310,
        car: { id: 'C-44', status: 'washed' },
        extras: [
          { code: 'seat', count: 2 },
          { code: 'rack', count: 1 },
        ],
        deposit: { id: 'D-2', status: 'open', amount: 90 },
      },
      driver: { id: 'P-9', name: 'Mara', country: 'AT', status: 'new' },
    },
  },
  captured: {
    contentType,
    headers: {},
    body: {
      id: 'EV-1',
      event_type: 'PAYMENT.CAPTURED',
      resource: { id: 'CP-1', state: 'done', amount: { currency_code: 'EUR', value: '12.50' } },
    },
  },
  rated: {
    contentType,
    headers: {},
    body: {
      event: 'rating.created',
      rating: { id: 3, stars: 2, text: 'Too loud' },
      product: { id: 8, name: 'Fan', stars: 4.5 },
    },
  },
  tagged: {
    contentType,
    headers: {},
    body: {
      action: 'tagged',
      tag: { id: 2, name: 'late' },
      item: {
        number: 6,
        title: 'Late parcel',
        tags: [
          { id: 1, name: 'parcel' },
          { id: 2, name: 'late' },
        ],
      },
    },
  },
  flatOrder: {
    contentType,
    headers: {},
    body: { id: 'o-1', status: 'open', customer: { id: 'c-1', name: 'Ada' } },
  },
} satisfies Readonly<Record<string, Payload>>;
