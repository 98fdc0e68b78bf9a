import type { SenderCorpus } from '../corpus.ts';

export const paypal: SenderCorpus = {
  sender: 'PayPal capture',
  contentType: 'application/json',
  headers: {
    'paypal-transmission-id': 'x',
  },
  body: {
    id: 'WH-58D329510W468432D-8HN650336L201105X',
    create_time: '2026-03-14T21:50:07.940Z',
    resource_type: 'capture',
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    summary: 'Payment completed for $ 30.0 USD',
    resource: {
      id: '42311647XV020574X',
      status: 'COMPLETED',
      amount: {
        currency_code: 'USD',
        value: '30.00',
      },
      seller_protection: {
        status: 'ELIGIBLE',
        dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
      },
      seller_receivable_breakdown: {
        gross_amount: {
          currency_code: 'USD',
          value: '30.00',
        },
        paypal_fee: {
          currency_code: 'USD',
          value: '1.37',
        },
        net_amount: {
          currency_code: 'USD',
          value: '28.63',
        },
      },
      final_capture: true,
      invoice_id: 'INV-0042',
      custom_id: null,
      create_time: '2026-03-14T21:50:00Z',
      update_time: '2026-03-14T21:50:05Z',
    },
    links: [],
  },
  cases: [
    [
      'only PAYMENT.CAPTURE.COMPLETED',
      {},
      {
        event_type: 'PAYMENT.CAPTURE.REFUNDED',
      },
    ],
    [
      'Only run when a payment capture is completed',
      {},
      {
        event_type: 'PAYMENT.CAPTURE.DENIED',
        'resource.status': 'DECLINED',
      },
    ],
    [
      'ignore refunds',
      {},
      {
        event_type: 'PAYMENT.CAPTURE.REFUNDED',
        resource_type: 'refund',
        'resource.status': 'COMPLETED',
      },
    ],
    [
      'amount is over 20 USD',
      {},
      {
        'resource.amount.value': '10.00',
      },
    ],
    [
      'only payments over $100',
      {
        'resource.amount.value': '130.00',
      },
      {},
    ],
    [
      'the gross amount is at least 30',
      {},
      {
        'resource.seller_receivable_breakdown.gross_amount.value': '29.99',
      },
    ],
    [
      'the PayPal fee is below 2 dollars',
      {},
      {
        'resource.seller_receivable_breakdown.paypal_fee.value': '2.50',
      },
    ],
    [
      'there is no custom id',
      {},
      {
        'resource.custom_id': 'abc',
      },
    ],
    [
      'unless the currency is USD',
      {
        'resource.amount.currency_code': 'EUR',
        'resource.seller_receivable_breakdown.gross_amount.currency_code': 'EUR',
        'resource.seller_receivable_breakdown.net_amount.currency_code': 'EUR',
        'resource.seller_receivable_breakdown.paypal_fee.currency_code': 'EUR',
      },
      {},
    ],
    [
      'net amount between 20 and 28',
      {
        'resource.seller_receivable_breakdown.net_amount.value': '28.00',
      },
      {},
    ],
    [
      'the invoice id starts with INV',
      {},
      {
        'resource.invoice_id': 'X-1',
      },
    ],
    [
      'skip final captures',
      {
        'resource.final_capture': false,
      },
      {},
    ],
    [
      'dispute categories include unauthorized transaction',
      {},
      {
        'resource.seller_protection.dispute_categories': ['ITEM_NOT_RECEIVED'],
      },
    ],
    [
      'created after 2026-03-01',
      {},
      {
        create_time: '2026-02-10T00:00:00Z',
        'resource.create_time': '2026-02-10T00:00:00Z',
      },
    ],
    [
      'the payment is not completed',
      {
        event_type: 'PAYMENT.CAPTURE.PENDING',
        'resource.status': 'PENDING',
      },
      {},
    ],
    [
      'only if the payment was declined',
      {
        event_type: 'PAYMENT.CAPTURE.DECLINED',
        'resource.status': 'DECLINED',
      },
      {},
    ],
  ],
  open: [
    ['the amount exceeds 20 EUR', {}],
    ['the seller is eligible for protection', {}],
  ],
};

export const stripeSubscription: SenderCorpus = {
  sender: 'Stripe subscription',
  contentType: 'application/json',
  headers: {},
  body: {
    id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
    object: 'event',
    api_version: '2025-03-31',
    created: 1773849600,
    type: 'customer.subscription.updated',
    livemode: false,
    pending_webhooks: 1,
    request: {
      id: null,
      idempotency_key: null,
    },
    data: {
      object: {
        id: 'sub_1MowQVLkdIwHu7ixeRlqHVzs',
        object: 'subscription',
        cancel_at: null,
        cancel_at_period_end: false,
        canceled_at: null,
        collection_method: 'charge_automatically',
        created: 1771257598,
        currency: 'eur',
        customer: 'cus_Na6dX7aXxi11N4',
        days_until_due: null,
        default_payment_method: null,
        description: null,
        discount: null,
        ended_at: null,
        items: {
          object: 'list',
          data: [
            {
              id: 'si_Na6dzxczY5fwHx',
              object: 'subscription_item',
              quantity: 3,
              price: {
                id: 'price_1MowQULkdIwHu7ixraBm864M',
                object: 'price',
                active: true,
                currency: 'eur',
                nickname: 'Pro monthly',
                product: 'prod_Na6dGcTsmU0I4R',
                recurring: {
                  interval: 'month',
                  interval_count: 1,
                },
                unit_amount: 1000,
                unit_amount_decimal: '1000',
              },
            },
          ],
          has_more: false,
          total_count: 1,
        },
        latest_invoice: 'in_1MowQWLkdIwHu7ixuzkSPfKd',
        livemode: false,
        metadata: {
          team: 'blue',
          seats: '12',
        },
        quantity: 3,
        status: 'active',
        trial_end: null,
        trial_start: null,
      },
      previous_attributes: {
        status: 'trialing',
      },
    },
  },
  cases: [
    [
      'only when the subscription is active',
      {},
      {
        'data.object.status': 'past_due',
      },
    ],
    [
      'only when the subscription becomes active',
      {},
      {
        'data.object.status': 'past_due',
      },
    ],
    [
      'only when the status changed',
      {},
      {
        'data.previous_attributes': {
          metadata: {},
        },
      },
    ],
    [
      'only when the status changed from trialing to active',
      {},
      {
        'data.object.status': 'canceled',
      },
      {
        'data.previous_attributes': {
          status: 'past_due',
        },
      },
    ],
    [
      'only if the subscription is set to cancel at period end',
      {
        'data.object.cancel_at_period_end': true,
      },
      {},
    ],
    [
      'skip cancelled subscriptions',
      {},
      {
        'data.object.status': 'canceled',
        'data.object.canceled_at': 1773849600,
        'data.object.ended_at': 1773849600,
      },
    ],
    [
      'the subscription is not canceled',
      {},
      {
        'data.object.status': 'canceled',
        'data.object.canceled_at': 1773849600,
      },
    ],
    [
      'quantity is more than 2',
      {},
      {
        'data.object.quantity': 1,
        'data.object.items.data': [
          {
            quantity: 1,
          },
        ],
      },
    ],
    [
      'more than 10 seats',
      {},
      {
        'data.object.metadata.seats': '4',
      },
    ],
    [
      'metadata seats is at least 10',
      {},
      {
        'data.object.metadata.seats': '4',
      },
    ],
    [
      'unit amount is 1000',
      {},
      {
        'data.object.items.data': [
          {
            quantity: 3,
            price: {
              unit_amount: 2000,
            },
          },
        ],
      },
    ],
    [
      'the plan nickname contains Pro',
      {},
      {
        'data.object.items.data': [
          {
            price: {
              nickname: 'Basic monthly',
            },
          },
        ],
      },
    ],
    [
      'billing interval is year',
      {
        'data.object.items.data': [
          {
            price: {
              recurring: {
                interval: 'year',
              },
            },
          },
        ],
      },
      {},
    ],
    [
      'test mode only',
      {},
      {
        livemode: true,
        'data.object.livemode': true,
      },
    ],
    [
      'ignore anything in live mode',
      {},
      {
        livemode: true,
        'data.object.livemode': true,
      },
    ],
    [
      "don't run in test mode",
      {
        livemode: true,
        'data.object.livemode': true,
      },
      {},
    ],
    [
      'the subscription has a trial end',
      {
        'data.object.trial_end': 1773849600,
      },
      {},
    ],
    [
      'there is a discount',
      {
        'data.object.discount': {
          id: 'd',
        },
      },
      {},
    ],
    [
      'customer is cus_Na6dX7aXxi11N4',
      {},
      {
        'data.object.customer': 'cus_other1234567',
      },
    ],
    [
      'the subscription ended',
      {
        'data.object.ended_at': 1773849600,
        'data.object.status': 'canceled',
      },
      {},
    ],
    [
      'subscription was created',
      {
        type: 'customer.subscription.created',
      },
      {},
    ],
    [
      'ignore subscription updates',
      {
        type: 'customer.subscription.deleted',
      },
      {},
    ],
    [
      'team is blue or green',
      {},
      {
        'data.object.metadata.team': 'red',
      },
    ],
    [
      'has_more is false and total_count is 1',
      {},
      {
        'data.object.items.total_count': 2,
      },
    ],
  ],
  open: [['the price is 10 EUR', {}]],
};
