import type { FilterCase, OpenCase } from '../corpus.ts';

/** More filters on the deliveries of senders, by their names. */
export const furtherCases: Readonly<Record<string, readonly FilterCase[]>> = {
  'Stripe charge': [
    [
      'skip refunds',
      {},
      {
        type: 'charge.refunded',
        'data.object.refunded': true,
        'data.object.amount_refunded': 12000,
      },
    ],
    [
      'only refunds',
      {
        type: 'charge.refunded',
        'data.object.refunded': true,
        'data.object.amount_refunded': 12000,
      },
      {},
    ],
    [
      'only run if the charge failed',
      {
        type: 'charge.failed',
        'data.object.status': 'failed',
        'data.object.paid': false,
      },
      {},
    ],
    [
      'amount is 12000',
      {},
      {
        'data.object.amount': 1200,
      },
    ],
    [
      'amount refunded is more than 0',
      {
        type: 'charge.refunded',
        'data.object.refunded': true,
        'data.object.amount_refunded': 12000,
      },
      {},
    ],
    [
      'card country is not US',
      {
        'data.object.payment_method_details.card.country': 'DE',
      },
      {},
    ],
    [
      'card country is United States',
      {},
      {
        'data.object.payment_method_details.card.country': 'DE',
      },
    ],
    [
      'exp year is 2027',
      {},
      {
        'data.object.payment_method_details.card.exp_year': 2029,
      },
    ],
    [
      'funding is credit or prepaid',
      {},
      {
        'data.object.payment_method_details.card.funding': 'debit',
      },
    ],
    [
      'customer is empty',
      {
        'data.object.customer': null,
      },
      {},
    ],
    [
      'there is a customer',
      {},
      {
        'data.object.customer': null,
      },
    ],
    [
      'source is web',
      {},
      {
        'data.object.metadata.source': 'app',
      },
    ],
    [
      'plan is not Basic',
      {
        'data.object.metadata.plan': 'Pro',
      },
      {},
    ],
    [
      'description does not contain test',
      {},
      {
        'data.object.description': 'A test',
      },
    ],
    [
      'risk score under 20 or over 60',
      {
        'data.object.outcome.risk_score': 70,
      },
      {},
    ],
    [
      'risk score under 20 or over 60',
      {
        'data.object.outcome.risk_score': 10,
      },
      {},
    ],
    [
      'risk score not between 20 and 60',
      {
        'data.object.outcome.risk_score': 70,
      },
      {},
    ],
    [
      'failure code is card_declined or expired_card',
      {
        'data.object.failure_code': 'expired_card',
      },
      {},
    ],
    [
      'failure code is set',
      {
        'data.object.failure_code': 'x',
      },
      {},
    ],
    [
      'charge.succeeded or payment_intent.succeeded',
      {},
      {
        type: 'charge.failed',
      },
    ],
    [
      'events starting with charge.',
      {},
      {
        type: 'invoice.paid',
      },
    ],
    [
      'event contains refund',
      {
        type: 'charge.refunded',
        'data.object.refunded': true,
        'data.object.amount_refunded': 12000,
      },
      {},
    ],
  ],
  'Stripe invoice': [
    [
      'only paid invoices',
      {},
      {
        type: 'invoice.payment_failed',
        'data.object.status': 'open',
      },
    ],
    [
      'billing reason is subscription_create',
      {
        'data.object.billing_reason': 'subscription_create',
      },
      {},
    ],
    [
      'amount remaining is 0',
      {},
      {
        'data.object.amount_remaining': 100,
      },
    ],
    [
      'customer country is Austria',
      {},
      {
        'data.object.customer_address.country': 'DE',
      },
    ],
    [
      'invoice has a description',
      {
        'data.object.description': 'x',
      },
      {},
    ],
    [
      'due date is set',
      {
        'data.object.due_date': 1775000000,
      },
      {},
    ],
    [
      'invoice number starts with A1',
      {},
      {
        'data.object.number': 'B-1',
      },
    ],
    [
      'total is over 4000',
      {},
      {
        'data.object.total': 3000,
      },
    ],
    [
      'discounts are empty',
      {},
      {
        'data.object.discounts': ['di_1'],
      },
    ],
    [
      'has a discount',
      {
        'data.object.discounts': ['di_1'],
      },
      {},
    ],
    [
      'customer email ends with .example',
      {},
      {
        'data.object.customer_email': 'a@b.com',
      },
    ],
    [
      'customer name is Kunde AG',
      {},
      {
        'data.object.customer_name': 'Other GmbH',
      },
    ],
    [
      'attempt count is more than 3',
      {
        'data.object.attempt_count': 4,
      },
      {},
    ],
  ],
  'GitHub issues': [
    [
      'issues assigned to nobody',
      {
        'issue.assignee': null,
        'issue.assignees': [],
      },
      {},
    ],
    [
      'issue is not assigned',
      {
        'issue.assignee': null,
        'issue.assignees': [],
      },
      {},
    ],
    [
      'only issues.opened',
      {},
      {
        action: 'closed',
      },
    ],
    [
      'only issues.opened and issues.closed',
      {},
      {
        action: 'labeled',
      },
    ],
    [
      'only issues.opened and issues.closed',
      {
        action: 'closed',
      },
      {
        action: 'labeled',
      },
    ],
    [
      'skip issues.labeled',
      {},
      {
        action: 'labeled',
      },
    ],
    [
      'issue title contains "README" or "docs"',
      {},
      {
        'issue.title': 'Crash',
      },
    ],
    [
      'issue title does not contain wip',
      {},
      {
        'issue.title': 'WIP: x',
      },
    ],
    [
      'milestone is v1.0',
      {},
      {
        'issue.milestone': null,
      },
      {
        'issue.milestone': {
          title: 'v2.0',
          state: 'open',
        },
      },
    ],
    [
      'no milestone',
      {
        'issue.milestone': null,
      },
      {},
    ],
    [
      'more than 2 labels',
      {
        'issue.labels': [
          {
            name: 'a',
          },
          {
            name: 'b',
          },
          {
            name: 'c',
          },
        ],
      },
      {},
    ],
    [
      'exactly one label',
      {},
      {
        'issue.labels': [],
      },
    ],
    [
      'with label "good first issue"',
      {
        'issue.labels': [
          {
            name: 'good first issue',
          },
        ],
      },
      {},
    ],
    [
      'label is bug or enhancement',
      {},
      {
        'issue.labels': [
          {
            name: 'docs',
          },
        ],
      },
    ],
    [
      'label is not bug',
      {
        'issue.labels': [
          {
            name: 'docs',
          },
        ],
      },
      {},
    ],
    [
      'none of the labels is bug',
      {
        'issue.labels': [
          {
            name: 'docs',
          },
        ],
      },
      {},
    ],
    [
      'repo is Hello-World',
      {},
      {
        'repository.name': 'Other',
        'repository.full_name': 'a/Other',
      },
    ],
    [
      'repository is not archived',
      {},
      {
        'repository.archived': true,
      },
    ],
    [
      'the repository is public',
      {},
      {
        'repository.private': true,
        'repository.visibility': 'private',
      },
    ],
    [
      'language is Ruby or Python',
      {},
      {
        'repository.language': 'JavaScript',
      },
    ],
    [
      'issue is open',
      {},
      {
        action: 'closed',
        'issue.state': 'closed',
        'issue.closed_at': '2026-03-15T10:00:00Z',
      },
    ],
    [
      'open issues with label bug',
      {},
      {
        'issue.labels': [],
      },
    ],
  ],
  'GitHub pull request': [
    [
      'PRs into main',
      {},
      {
        'pull_request.base.ref': 'dev',
      },
    ],
    [
      'not a draft',
      {},
      {
        'pull_request.draft': true,
      },
    ],
    [
      'PR title starts with feat or fix',
      {
        'pull_request.title': 'feat: x',
      },
      {},
    ],
    [
      'only pull_request.opened events',
      {},
      {
        action: 'closed',
      },
    ],
    [
      'action is opened, reopened or synchronize',
      {},
      {
        action: 'closed',
      },
    ],
    [
      'action is opened, reopened or synchronize',
      {
        action: 'synchronize',
      },
      {
        action: 'closed',
      },
    ],
    [
      'action is neither closed nor edited',
      {},
      {
        action: 'closed',
      },
      {
        action: 'edited',
      },
    ],
  ],
  'GitHub push': [
    [
      'pushes to main only',
      {},
      {
        ref: 'refs/heads/dev',
      },
    ],
    [
      'push to main or release',
      {},
      {
        ref: 'refs/heads/dev',
      },
    ],
    [
      'push to main or release',
      {
        ref: 'refs/heads/release',
      },
      {
        ref: 'refs/heads/dev',
      },
    ],
    [
      'branch is main',
      {},
      {
        ref: 'refs/heads/dev',
      },
    ],
    [
      'forced pushes',
      {
        forced: true,
      },
      {},
    ],
    [
      'skip forced pushes',
      {},
      {
        forced: true,
      },
    ],
    [
      'skip if any commit message contains [skip ci]',
      {},
      {
        commits: [
          {
            message: 'x [skip ci]',
          },
        ],
      },
    ],
    [
      'more than 5 commits',
      {
        commits: [
          {
            message: 'm1',
          },
          {
            message: 'm2',
          },
          {
            message: 'm3',
          },
          {
            message: 'm4',
          },
          {
            message: 'm5',
          },
          {
            message: 'm6',
          },
        ],
      },
      {},
    ],
    [
      'only if commits[].modified contains README.md',
      {},
      {
        commits: [
          {
            message: 'x',
            modified: ['a.ts'],
          },
        ],
      },
    ],
    [
      'pusher is not Codertocat',
      {
        'pusher.name': 'ann',
      },
      {},
    ],
  ],
  'GitHub workflow run': [
    [
      'workflow is CI',
      {},
      {
        'workflow_run.name': 'Deploy',
        'workflow.name': 'Deploy',
        'workflow.path': 'x',
      },
    ],
    [
      'only failed workflow runs on main',
      {},
      {
        'workflow_run.conclusion': 'success',
      },
      {
        'workflow_run.head_branch': 'dev',
      },
    ],
    [
      'conclusion is not success',
      {},
      {
        'workflow_run.conclusion': 'success',
      },
    ],
    [
      'ignore successful runs',
      {},
      {
        'workflow_run.conclusion': 'success',
      },
    ],
    [
      'ignore cancelled or skipped runs',
      {},
      {
        'workflow_run.conclusion': 'cancelled',
      },
      {
        'workflow_run.conclusion': 'skipped',
      },
    ],
  ],
  'Shopify order': [
    [
      'total price is at least 100 and financial status is paid',
      {},
      {
        financial_status: 'pending',
      },
      {
        total_price: '99.00',
      },
    ],
    [
      'only orders over 300 EUR',
      {},
      {
        total_price: '200.00',
        current_total_price: '200.00',
        total_line_items_price: '190.00',
        subtotal_price: '190.00',
      },
    ],
    [
      'unfulfilled orders',
      {},
      {
        fulfillment_status: 'fulfilled',
      },
    ],
    [
      'skip fulfilled orders',
      {},
      {
        fulfillment_status: 'fulfilled',
      },
    ],
    [
      'order has been cancelled',
      {
        cancelled_at: '2026-03-12T00:00:00Z',
        cancel_reason: 'customer',
      },
      {},
    ],
    [
      'cancel reason is fraud',
      {
        cancel_reason: 'fraud',
        cancelled_at: '2026-03-12T00:00:00Z',
      },
      {},
    ],
    [
      'note is not blank',
      {
        note: 'hi',
      },
      {},
    ],
    [
      'tags contain tag1',
      {},
      {
        tags: 'tag10, x',
      },
    ],
    [
      'customer orders count is 1',
      {},
      {
        'customer.orders_count': 5,
      },
    ],
    [
      'test orders',
      {
        test: true,
      },
      {},
    ],
    [
      'not test orders',
      {},
      {
        test: true,
      },
    ],
    [
      'billing country is US',
      {},
      {
        'billing_address.country': 'Germany',
        'billing_address.country_code': 'DE',
      },
    ],
    [
      'no discount code',
      {},
      {
        discount_codes: [
          {
            code: 'X',
          },
        ],
      },
    ],
    [
      'without discount codes',
      {},
      {
        discount_codes: [
          {
            code: 'X',
          },
        ],
      },
    ],
    [
      'total tax is 0',
      {},
      {
        total_tax: '5.00',
      },
    ],
    [
      'orders/create or orders/paid',
      {},
      {
        'headers.x-shopify-topic': 'orders/updated',
      },
    ],
    [
      'orders/create or orders/paid',
      {
        'headers.x-shopify-topic': 'orders/paid',
      },
      {
        'headers.x-shopify-topic': 'orders/updated',
      },
    ],
    [
      'order is paid or partially paid',
      {},
      {
        financial_status: 'pending',
      },
    ],
    [
      'order is paid or partially paid',
      {
        financial_status: 'partially_paid',
      },
      {
        financial_status: 'pending',
      },
    ],
    [
      'the order is paid but not fulfilled',
      {},
      {
        financial_status: 'pending',
      },
      {
        fulfillment_status: 'fulfilled',
      },
    ],
    [
      'the email is not from gmail',
      {},
      {
        email: 'a@gmail.com',
        contact_email: 'a@gmail.com',
        'customer.email': 'a@gmail.com',
      },
    ],
  ],
  'WooCommerce order': [
    [
      'order total is less than 100',
      {
        total: '99.00',
      },
      {},
    ],
    [
      'status is on-hold',
      {
        status: 'on-hold',
      },
      {},
    ],
    [
      'status is processing or completed',
      {},
      {
        status: 'pending',
      },
    ],
    [
      'status is processing or completed',
      {
        status: 'completed',
      },
      {
        status: 'pending',
      },
    ],
    [
      'no coupon',
      {},
      {
        coupon_lines: [
          {
            code: 'X',
          },
        ],
      },
    ],
    [
      'refunds is not empty',
      {
        refunds: [
          {
            id: 1,
          },
        ],
      },
      {},
    ],
    [
      'there are no refunds',
      {},
      {
        refunds: [
          {
            id: 1,
          },
        ],
      },
    ],
    [
      'billing state is CA',
      {},
      {
        'billing.state': 'NY',
      },
    ],
    [
      'postcode starts with 94',
      {},
      {
        'billing.postcode': '10001',
        'shipping.postcode': '10001',
      },
    ],
    [
      'company is given',
      {
        'billing.company': 'A',
        'shipping.company': 'A',
      },
      {},
    ],
    [
      'any line item has price over 10',
      {},
      {
        line_items: [
          {
            price: 3,
          },
        ],
      },
    ],
    [
      'the order was completed',
      {
        status: 'completed',
        date_completed: '2026-03-22T17:00:00',
      },
      {},
    ],
  ],
  'Zendesk ticket': [
    ['only high priority', {}, { 'detail.priority': 'LOW' }],
    [
      'priority is high or urgent',
      {},
      {
        'detail.priority': 'LOW',
      },
    ],
    [
      'priority is high or urgent',
      {
        'detail.priority': 'URGENT',
      },
      {
        'detail.priority': 'LOW',
      },
    ],
    [
      'only urgent tickets',
      {
        'detail.priority': 'URGENT',
      },
      {},
    ],
    [
      'ticket is solved',
      {
        'detail.status': 'SOLVED',
        'event.current': 'SOLVED',
      },
      {},
    ],
    [
      'subject contains refund but not fraud',
      {},
      {
        'detail.subject': 'refund fraud',
      },
    ],
    [
      'requester is Lena Fox',
      {},
      {
        'detail.requester': {
          id: '1',
          name: 'Bob',
          email: 'b@x.y',
        },
      },
    ],
    [
      'tagged vip and returns',
      {},
      {
        'detail.tags': ['vip'],
      },
    ],
    [
      'tagged vip or gold',
      {},
      {
        'detail.tags': ['x'],
      },
    ],
    [
      'not tagged vip',
      {
        'detail.tags': ['x'],
      },
      {},
    ],
    [
      'tickets without tags',
      {
        'detail.tags': [],
      },
      {},
    ],
    [
      'channel is email',
      {
        'detail.via.channel': 'email',
      },
      {},
    ],
  ],
  'Jira issue': [
    [
      'issue type is Bug',
      {},
      {
        'issue.fields.issuetype.name': 'Story',
        'issue.fields.issuetype.id': '1',
      },
    ],
    [
      'status is Done or Closed',
      {},
      {
        'issue.fields.status': {
          name: 'To Do',
          id: '1',
          statusCategory: {
            key: 'new',
            name: 'To Do',
          },
        },
      },
    ],
    [
      'status is not Done',
      {
        'issue.fields.status': {
          name: 'To Do',
          id: '1',
          statusCategory: {
            key: 'new',
            name: 'To Do',
          },
        },
      },
      {},
    ],
    [
      'resolution is empty',
      {},
      {
        'issue.fields.resolution': {
          name: 'Fixed',
        },
      },
    ],
    [
      'due date is before 2026-05-01',
      {},
      {
        'issue.fields.duedate': '2026-06-01',
      },
    ],
    [
      'reporter is not Mia Krystof',
      {
        'issue.fields.reporter.displayName': 'Bob',
        'issue.fields.reporter.accountId': 'x',
      },
      {},
    ],
    [
      'assignee is Bob Ross',
      {},
      {
        'issue.fields.assignee': {
          accountId: '1',
          displayName: 'Ann Lee',
          active: true,
        },
      },
    ],
    [
      'key starts with OPS-',
      {},
      {
        'issue.key': 'WEB-1',
      },
    ],
    [
      'summary contains export',
      {},
      {
        'issue.fields.summary': 'x',
      },
    ],
    [
      'components is empty',
      {},
      {
        'issue.fields.components': [
          {
            name: 'API',
          },
        ],
      },
    ],
  ],
  'Linear issue': [
    [
      'state type is completed',
      {
        'data.state.type': 'completed',
      },
      {},
    ],
    [
      'estimate is more than 2',
      {},
      {
        'data.estimate': 1,
      },
    ],
  ],
  'Typeform answers': [
    [
      'utm_source is facebook',
      {},
      {
        'form_response.hidden.utm_source': 'google',
      },
    ],
  ],
  'Calendly invitee': [
    [
      'invitee cancelled',
      {
        event: 'invitee.canceled',
        'payload.status': 'canceled',
      },
      {},
    ],
    [
      'timezone is America/New_York',
      {},
      {
        'payload.timezone': 'Europe/Berlin',
      },
    ],
    [
      'rescheduled is false',
      {},
      {
        'payload.rescheduled': true,
      },
    ],
  ],
  'Slack message': [
    [
      'text starts with !deploy',
      {},
      {
        'event.text': 'hi',
      },
    ],
    [
      'channel is C024BE91L',
      {},
      {
        'event.channel': 'C000',
      },
    ],
  ],
  'Twilio message': [
    [
      'Body is stop or unsubscribe',
      {},
      {
        Body: 'hello',
      },
    ],
    [
      'NumMedia is greater than 0',
      {
        NumMedia: '1',
      },
      {},
    ],
    [
      'From is +447400654321',
      {},
      {
        From: '+4915',
        FromCountry: 'DE',
      },
    ],
    [
      'From does not start with +44',
      {
        From: '+4915',
      },
      {},
    ],
    [
      'from country is GB',
      {},
      {
        FromCountry: 'DE',
      },
    ],
  ],
  'PagerDuty incident': [
    [
      'urgency is high and priority is P1 or P2',
      {},
      {
        'event.data.urgency': 'low',
      },
    ],
    [
      'incident is triggered or acknowledged',
      {},
      {
        'event.event_type': 'incident.resolved',
        'event.data.status': 'resolved',
      },
    ],
    [
      'service is not Checkout API',
      {
        'event.data.service': {
          id: '1',
          type: 'service_reference',
          summary: 'Search',
        },
      },
      {},
    ],
    [
      'title contains latency',
      {},
      {
        'event.data.title': 'x',
      },
    ],
  ],
  'Sentry alert': [
    [
      'level is error or fatal',
      {},
      {
        'data.event.level': 'info',
      },
    ],
    [
      'environment is not staging',
      {},
      {
        'data.event.environment': 'staging',
      },
    ],
  ],
  'HubSpot contact': [
    [
      'lifecycle stage is customer',
      {
        'properties.lifecyclestage': {
          value: 'customer',
        },
      },
      {},
    ],
    [
      'annual revenue over 100000',
      {},
      {
        'properties.annualrevenue': {
          value: '100',
        },
      },
    ],
    [
      'phone is empty',
      {},
      {
        'properties.phone': {
          value: '1',
        },
      },
    ],
    [
      'country is Germany or Austria',
      {},
      {
        'properties.country': {
          value: 'France',
        },
      },
    ],
  ],
  'Contact form': [
    [
      'budget between 1000 and 10000',
      {},
      {
        budget: '500',
      },
      {
        budget: '20000',
      },
    ],
    [
      'message does not contain http',
      {},
      {
        message: 'see http://x',
      },
    ],
    [
      'message is longer than 20 characters',
      {},
      {
        message: 'hi',
      },
    ],
    [
      'topic is Support or Sales',
      {},
      {
        topic: 'Press',
      },
    ],
    [
      "topic isn't Sales",
      {},
      {
        topic: 'Sales',
      },
    ],
    [
      'phone starts with +1 or 001',
      {},
      {
        phone: '+49',
      },
    ],
    [
      'name, email and message are filled in',
      {},
      {
        name: '',
      },
    ],
    [
      'the newsletter is on and the country is not Germany',
      {
        country: 'France',
      },
      {},
    ],
  ],
  'Own service': [
    [
      'order is a gift',
      {
        'order.isGift': true,
      },
      {},
    ],
    [
      'customer tier is gold or platinum',
      {},
      {
        'customer.tier': 'silver',
      },
    ],
    [
      'total is more than 100 euros',
      {},
      {
        'order.total': 99.5,
      },
    ],
    [
      'total < 100€',
      {
        'order.total': 99.5,
      },
      {},
    ],
    [
      'total is over EUR 100 and under EUR 200',
      {},
      {
        'order.total': 250.5,
      },
    ],
    [
      'shipping method is express',
      {},
      {
        'order.shipping.method': 'standard',
      },
    ],
    [
      'tags is empty',
      {
        'order.tags': [],
      },
      {},
    ],
    [
      'sum of items[].price is over 40',
      {},
      {
        items: [
          {
            price: 1,
          },
        ],
      },
    ],
    [
      'customer id is c-9',
      {},
      {
        'customer.id': 'c-99',
      },
    ],
    [
      'order status is "paid" or "shipped"',
      {},
      {
        'order.status': 'open',
      },
    ],
    [
      'order.status == "paid" && order.total >= 100',
      {},
      {
        'order.status': 'open',
      },
      {
        'order.total': 5,
      },
    ],
    [
      'order.status in ["paid","open"]',
      {},
      {
        'order.status': 'x',
      },
    ],
    [
      'order.status != paid',
      {
        'order.status': 'open',
      },
      {},
    ],
    [
      'not (order.status is paid and order.total > 100)',
      {
        'order.total': 5,
      },
      {},
    ],
    [
      'the customer is vip or the total is over 200',
      {},
      {
        'customer.vip': false,
      },
    ],
    [
      'the customer is not vip',
      {
        'customer.vip': false,
      },
      {},
    ],
    [
      'ignore vip customers',
      {
        'customer.vip': false,
      },
      {},
    ],
  ],
  'Plain text': [
    [
      'mentions web-1 or web-2',
      {},
      {
        '': 'web-3',
      },
    ],
  ],
};

/** And what nothing in these deliveries decides. */
export const furtherOpenCases: Readonly<Record<string, readonly OpenCase[]>> = {
  'Own service': [
    ['ignore order.isGift', {}, { 'order.isGift': true }],
    ['only customer.vip', {}, { 'customer.vip': false }],
  ],
  'Stripe charge': [
    ['amount of more than 100 dollars', {}],
    ['amount > 100.00 USD', {}],
    ['amount is at least $120', {}],
    ['description contains 673', {}],
  ],
  'Stripe invoice': [['total is over 40 EUR', {}]],
};
