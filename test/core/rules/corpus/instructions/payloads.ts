import { furtherPayloads } from './further-payloads.ts';

/** A delivery as a known sender makes it. */
export interface Payload {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const shopifyOrder = {
  id: 820982911946154500,
  name: '#9999',
  order_number: 1234,
  email: 'jon@doe.ca',
  contact_email: 'jon@doe.ca',
  created_at: '2026-03-15T23:30:00-05:00',
  cancelled_at: null,
  currency: 'USD',
  financial_status: 'paid',
  fulfillment_status: null,
  total_price: '199.00',
  subtotal_price: '189.00',
  total_tax: '10.00',
  note: 'Please gift-wrap',
  tags: 'vip, wholesale',
  test: false,
  discount_codes: [{ code: 'SPRING', amount: '10.00', type: 'fixed_amount' }],
  customer: {
    id: 115310627314723950,
    email: 'jon@doe.ca',
    first_name: 'Jon',
    last_name: 'Doe',
    orders_count: 3,
    tags: 'loyal',
    default_address: { city: 'Ottawa', country: 'Canada', country_code: 'CA' },
  },
  shipping_address: {
    first_name: 'Steve',
    last_name: 'Shipper',
    address1: '123 Shipping Street',
    city: 'Shippington',
    zip: 'K2P0S0',
    country: 'United States',
    country_code: 'US',
    name: 'Steve Shipper',
  },
  line_items: [
    {
      id: 1,
      title: 'IPod Nano',
      sku: 'IPOD2008PINK',
      quantity: 1,
      price: '149.00',
      name: 'IPod Nano - Pink',
    },
    { id: 2, title: 'Case', sku: 'CASE-1', quantity: 2, price: '25.00', name: 'Case' },
  ],
};

export const payloads = {
  ...furtherPayloads,
  gitlab: {
    headers: { 'x-gitlab-event': 'Merge Request Hook' },
    body: {
      object_kind: 'merge_request',
      user: { id: 1, name: 'Administrator', username: 'root' },
      object_attributes: {
        id: 99,
        title: 'MS-Viewport',
        author_id: 51,
        last_commit: { message: 'fixed readme', author: { name: 'Dev user', email: 'dev@x.io' } },
      },
    },
  },
  shopify: { headers: { 'x-shopify-topic': 'orders/create' }, body: shopifyOrder },
  shopifyGuest: {
    headers: { 'x-shopify-topic': 'orders/create' },
    body: { ...shopifyOrder, customer: null, note: null, email: '', contact_email: 'guest@x.ca' },
  },
  shopifyMany: {
    headers: { 'x-shopify-topic': 'orders/create' },
    body: {
      ...shopifyOrder,
      line_items: Array.from({ length: 8 }, (_, index) => ({ id: index, sku: `S${index}`, quantity: 1 })),
    },
  },
  shopifyBare: { body: shopifyOrder },
  stripe: {
    body: {
      id: 'evt_1',
      object: 'event',
      type: 'invoice.paid',
      created: 1_773_576_000,
      livemode: false,
      data: {
        object: {
          id: 'in_1',
          object: 'invoice',
          amount_due: 5000,
          amount_paid: 5000,
          currency: 'usd',
          account_country: 'US',
          customer_address: { country: 'DE', city: 'Bonn' },
          customer: 'cus_123',
          customer_email: 'ada@example.com',
          customer_name: 'Ada L.',
          status: 'paid',
          description: null,
          lines: { data: [{ id: 'il_1', amount: 5000, description: 'Pro plan' }] },
        },
      },
    },
  },
  stripeCharge: {
    body: {
      id: 'evt_2',
      object: 'event',
      type: 'charge.succeeded',
      data: {
        object: {
          id: 'ch_1',
          object: 'charge',
          amount: 5000,
          currency: 'usd',
          paid: true,
          refunded: false,
          customer: 'cus_9',
          receipt_email: null,
          billing_details: { name: 'Ada', email: 'ada@example.com' },
          payment_method_details: { card: { brand: 'visa', last4: '4242' } },
        },
      },
    },
  },
  github: {
    headers: { 'x-github-event': 'issues' },
    body: {
      action: 'opened',
      issue: {
        id: 1,
        number: 1347,
        title: 'Found a bug',
        body: 'It breaks.',
        state: 'open',
        locked: false,
        html_url: 'https://github.com/octocat/hello/issues/1347',
        user: { login: 'octocat', id: 1, type: 'User' },
        labels: [{ id: 7, name: 'bug', color: 'f29513' }],
        assignee: null,
        created_at: '2026-03-10T10:00:00Z',
      },
      repository: { id: 12, name: 'hello', full_name: 'octocat/hello', private: false },
      sender: { login: 'octocat', id: 1, type: 'User' },
    },
  },
  githubPush: {
    headers: { 'x-github-event': 'push' },
    body: {
      ref: 'refs/heads/main',
      before: 'a',
      after: 'b',
      repository: { id: 12, name: 'hello', full_name: 'octocat/hello' },
      pusher: { name: 'octocat', email: 'o@x.io' },
      commits: [
        { id: 'c1', message: 'Fix it', author: { name: 'Ann' } },
        { id: 'c2', message: 'Test it', author: { name: 'Bo' } },
      ],
      head_commit: { id: 'c2', message: 'Test it', author: { name: 'Bo' } },
    },
  },
  jira: {
    body: {
      webhookEvent: 'jira:issue_updated',
      timestamp: 1_773_576_000_000,
      user: { displayName: 'Ann Admin', accountId: 'a1' },
      issue: {
        id: '10002',
        key: 'OPS-7',
        fields: {
          summary: 'Server is down',
          status: { id: '3', name: 'Done', statusCategory: { id: 3, key: 'done', name: 'Done' } },
          priority: { id: '1', name: 'Highest' },
          issuetype: { id: '1', name: 'Bug', subtask: false },
          project: { id: '10', key: 'OPS', name: 'Operations' },
          assignee: { displayName: 'Bob Builder', emailAddress: 'bob@x.io' },
          duedate: '2026-04-01',
          labels: ['prod'],
        },
      },
    },
  },
  zendesk: {
    body: {
      type: 'zen:event-type:ticket.created',
      subject: 'zen:ticket:5158',
      time: '2026-03-01T10:00:00Z',
      detail: {
        id: '5158',
        subject: 'Refund please',
        description: 'I want my money back',
        status: 'OPEN',
        priority: 'HIGH',
        requester_id: '8447388090494',
        assignee_id: null,
        tags: ['refund', 'vip'],
      },
    },
  },
  typeform: {
    body: {
      event_id: 'tf_1',
      event_type: 'form_response',
      form_response: {
        form_id: 'lT4Z3j',
        token: 'tok',
        submitted_at: '2026-01-18T18:17:02Z',
        hidden: { user_id: 'u1' },
        calculated: { score: 9 },
        answers: [
          { type: 'email', email: 'lu@x.io', field: { id: 'a', type: 'email' } },
          { type: 'text', text: 'Love it', field: { id: 'b', type: 'long_text' } },
        ],
      },
    },
  },
  calendly: {
    body: {
      event: 'invitee.created',
      created_at: '2026-03-01T10:00:00Z',
      payload: {
        email: 'kim@x.io',
        name: 'Kim Lee',
        first_name: 'Kim',
        last_name: 'Lee',
        timezone: 'Europe/Berlin',
        scheduled_event: { name: 'Intro call', start_time: '2026-03-05T09:00:00.000000Z' },
      },
    },
  },
  slack: {
    body: {
      type: 'event_callback',
      team_id: 'T1',
      event_id: 'Ev1',
      event: { type: 'message', user: 'U1', text: '!deploy api', channel: 'C1', ts: '1773576000.0001' },
    },
  },
  twilio: {
    contentType: 'application/x-www-form-urlencoded',
    body: 'MessageSid=SM1&From=%2B4412345&To=%2B1555&Body=STOP+it&NumMedia=0',
  },
  pagerduty: {
    body: {
      event: {
        id: '01',
        event_type: 'incident.triggered',
        occurred_at: '2026-03-02T10:00:00Z',
        data: {
          id: 'PGR0VU2',
          type: 'incident',
          number: 2,
          title: 'A little bump',
          status: 'triggered',
          service: { id: 'PF9KMXH', summary: 'Checkout API', type: 'service_reference' },
          assignees: [{ id: 'P1', summary: 'Earline' }],
          priority: { id: 'PSO75BM', summary: 'P1', type: 'priority_reference' },
          urgency: 'high',
        },
      },
    },
  },
  linear: {
    body: {
      action: 'update',
      type: 'Issue',
      createdAt: '2026-03-01T12:00:00.000Z',
      data: {
        id: 'lin1',
        identifier: 'ENG-9',
        title: 'Slow page',
        priority: 1,
        state: { id: 's1', name: 'In Review', color: '#fff', type: 'started' },
        team: { id: 't1', key: 'ENG', name: 'Engineering' },
        assignee: { id: 'u1', name: 'Dee', email: 'dee@x.io' },
      },
      url: 'https://linear.app/i/ENG-9',
    },
  },
  woo: {
    headers: { 'x-wc-webhook-topic': 'order.created' },
    body: {
      id: 727,
      number: '727',
      status: 'processing',
      currency: 'EUR',
      total: '29.35',
      date_created: '2026-03-22T16:28:02',
      customer_note: '',
      billing: { first_name: 'John', last_name: 'Doe', email: 'john@doe.de', phone: '+49 30', company: '' },
      shipping: { first_name: 'Jane', last_name: 'Doe', country: 'DE' },
      line_items: [{ id: 315, name: 'Woo Single', sku: '', quantity: 2, total: '6.00' }],
      coupon_lines: [{ code: 'SUMMER26' }],
    },
  },
  form: {
    contentType: 'application/x-www-form-urlencoded',
    body: 'name=Ada+Lovelace&email=ada%40x.io&phone=&company=Acme&message=Please+call+me&newsletter=on',
  },
  contact: { body: { name: 'Ada Lovelace', email: 'ada@x.io', message: 'Please call me', source: 'web' } },
  order: {
    body: {
      event: 'order.paid',
      order: { id: 'A-17', status: 'paid', total: 49.5, currency: 'EUR', paid_at: '2026-02-03' },
      customer: { id: 'C-1', name: 'Ada', email: 'ada@x.io' },
      seller: { name: 'Shop Ltd', email: 'shop@x.io' },
    },
  },
  text: { contentType: 'text/plain', body: 'Printer on fire. Please send help. Third floor.' },
} satisfies Readonly<Record<string, Payload>>;
