import type { SenderCorpus } from '../corpus.ts';

export const shopEvent: SenderCorpus = {
  sender: 'Order of a shop',
  contentType: 'application/json',
  headers: {
    'x-event-type': 'order.updated',
  },
  body: {
    event: 'order.updated',
    data: {
      id: 7001,
      number: 'SO-7001',
      status: 'partially_paid',
      previous_status: 'pending',
      total: 249.9,
      paid_amount: 100,
      discount: {
        code: 'SPRING',
        percent: 20,
        amount: 50,
      },
      currency: 'CHF',
      tax: {
        rate: 7.7,
        amount: 17.9,
      },
      customer: {
        id: 5,
        name: 'Maria Rossi',
        email: 'maria@rossi.it',
        vip: true,
        orders_count: 4,
        country: 'IT',
        birthday: '1990-05-01',
      },
      shipping: {
        method: 'express',
        country: 'CH',
        city: 'Zürich',
        cost: 12.5,
        tracking_number: null,
        address: {
          line1: 'Bahnhofstr. 1',
          zip: '8001',
        },
      },
      billing: {
        country: 'IT',
        city: 'Milano',
      },
      items: [
        {
          sku: 'A-1',
          name: 'Red shirt',
          qty: 2,
          price: 50,
          category: 'clothing',
          digital: false,
          in_stock: true,
        },
        {
          sku: 'B-2',
          name: 'E-book',
          qty: 1,
          price: 149.9,
          category: 'books',
          digital: true,
          in_stock: false,
        },
      ],
      notes: [],
      note: '',
      tags: ['wholesale', 'b2b'],
      gift: false,
      gift_message: null,
      placed_at: '2026-03-14T22:15:00Z',
      due_date: '2026-04-01',
      shipped_at: null,
      payment: {
        method: 'card',
        status: 'authorized',
        risk: 'low',
        card: {
          brand: 'visa',
          last4: '4242',
          exp_year: 2027,
        },
      },
      source: 'web',
      channel: {
        id: 3,
        name: 'POS Zürich',
      },
      assigned_to: {
        id: 9,
        name: 'Bob',
        email: 'bob@shop.ch',
      },
    },
  },
  cases: [
    [
      'only partially paid orders',
      {},
      {
        'data.status': 'paid',
      },
    ],
    [
      'total is more than the paid amount',
      {},
      {
        'data.paid_amount': 249.9,
      },
    ],
    [
      'paid amount equals total',
      {
        'data.paid_amount': 249.9,
      },
      {},
    ],
    [
      'total over CHF 200',
      {},
      {
        'data.total': 199.5,
      },
    ],
    [
      'total over 1,000',
      {
        'data.total': 1200,
      },
      {},
    ],
    [
      'total is 249.90',
      {},
      {
        'data.total': 249.91,
      },
    ],
    [
      'discount over 10%',
      {},
      {
        'data.discount': {
          code: 'X',
          percent: 5,
          amount: 50,
        },
      },
    ],
    [
      'discount of at least 15 percent',
      {},
      {
        'data.discount': {
          code: 'X',
          percent: 5,
          amount: 50,
        },
      },
    ],
    [
      'discount code is SPRING',
      {},
      {
        'data.discount': {
          code: 'X',
          percent: 5,
          amount: 5,
        },
      },
    ],
    [
      'there is a discount',
      {},
      {
        'data.discount': null,
      },
    ],
    [
      'without a discount',
      {
        'data.discount': null,
      },
      {},
    ],
    [
      'the customer is a VIP',
      {},
      {
        'data.customer.vip': false,
      },
    ],
    [
      'VIP customers only',
      {},
      {
        'data.customer.vip': false,
      },
    ],
    [
      'only for VIPs',
      {},
      {
        'data.customer.vip': false,
      },
    ],
    [
      'customer has more than 3 orders',
      {},
      {
        'data.customer.orders_count': 1,
      },
    ],
    [
      'customer country is not shipping country',
      {},
      {
        'data.shipping.country': 'IT',
      },
    ],
    [
      'shipping country is different from billing country',
      {},
      {
        'data.shipping.country': 'IT',
      },
    ],
    [
      'shipping country is Switzerland',
      {},
      {
        'data.shipping.country': 'DE',
      },
    ],
    [
      'shipped to Switzerland',
      {},
      {
        'data.shipping.country': 'DE',
      },
    ],
    [
      'shipping city is Zürich',
      {},
      {
        'data.shipping.city': 'Basel',
      },
    ],
    [
      'all items are in stock',
      {
        'data.items': [
          {
            sku: 'A-1',
            in_stock: true,
          },
        ],
      },
      {},
    ],
    [
      'any item has in_stock false',
      {},
      {
        'data.items': [
          {
            in_stock: true,
          },
        ],
      },
    ],
    [
      'all items are digital',
      {
        'data.items': [
          {
            sku: 'B',
            digital: true,
          },
        ],
      },
      {},
    ],
    [
      'not all items are digital',
      {},
      {
        'data.items': [
          {
            sku: 'B',
            digital: true,
          },
        ],
      },
    ],
    [
      'none of the items are digital',
      {
        'data.items': [
          {
            sku: 'B',
            digital: false,
          },
        ],
      },
      {},
    ],
    [
      'at least one digital item',
      {},
      {
        'data.items': [
          {
            sku: 'B',
            digital: false,
          },
        ],
      },
    ],
    [
      'contains a digital item',
      {},
      {
        'data.items': [
          {
            sku: 'B',
            digital: false,
          },
        ],
      },
    ],
    [
      'items in category books',
      {},
      {
        'data.items': [
          {
            sku: 'B',
            category: 'toys',
          },
        ],
      },
    ],
    [
      'any item with category books and price over 100',
      {},
      {
        'data.items': [
          {
            category: 'books',
            price: 5,
          },
          {
            category: 'toys',
            price: 200,
          },
        ],
      },
    ],
    [
      'items[].sku contains B-2',
      {},
      {
        'data.items': [
          {
            sku: 'B-22',
          },
        ],
      },
    ],
    [
      'sku is B-2',
      {},
      {
        'data.items': [
          {
            sku: 'B-22',
          },
        ],
      },
    ],
    [
      'the number of items is more than 2',
      {
        'data.items': [{}, {}, {}],
      },
      {},
    ],
    [
      'quantity of any item is over 1',
      {},
      {
        'data.items': [
          {
            qty: 1,
          },
        ],
      },
    ],
    [
      'has notes',
      {
        'data.notes': ['x'],
        'data.note': 'x',
      },
      {},
    ],
    [
      'the note is not empty',
      {
        'data.note': 'hi',
      },
      {},
    ],
    [
      'note is empty',
      {},
      {
        'data.note': 'hi',
      },
    ],
    [
      'tags include wholesale',
      {},
      {
        'data.tags': ['retail'],
      },
    ],
    [
      'tags are wholesale and b2b',
      {},
      {
        'data.tags': ['retail'],
      },
    ],
    [
      'not a gift',
      {},
      {
        'data.gift': true,
      },
    ],
    [
      'only gifts',
      {
        'data.gift': true,
      },
      {},
    ],
    [
      'the order is a gift',
      {
        'data.gift': true,
      },
      {},
    ],
    [
      'with a gift message',
      {
        'data.gift_message': 'hi',
      },
      {},
    ],
    [
      'due date is after 2026-03-31',
      {},
      {
        'data.due_date': '2026-03-31',
      },
    ],
    [
      'due date is on or after 2026-04-01',
      {},
      {
        'data.due_date': '2026-03-31',
      },
    ],
    [
      'due by 2026-04-01',
      {},
      {
        'data.due_date': '2026-04-02',
      },
    ],
    [
      'due_date is 01.04.2026',
      {},
      {
        'data.due_date': '2026-04-02',
      },
    ],
    [
      'due date is April 1st, 2026',
      {},
      {
        'data.due_date': '2026-04-02',
      },
    ],
    [
      'not shipped yet',
      {},
      {
        'data.shipped_at': '2026-03-15T00:00:00Z',
        'data.status': 'shipped',
      },
    ],
    [
      'the order has not been shipped',
      {},
      {
        'data.shipped_at': '2026-03-15T00:00:00Z',
        'data.status': 'shipped',
      },
    ],
    [
      'shipped orders',
      {
        'data.shipped_at': '2026-03-15T00:00:00Z',
        'data.status': 'shipped',
      },
      {},
    ],
    [
      'no tracking number',
      {},
      {
        'data.shipping.tracking_number': 'T1',
      },
    ],
    [
      'payment status is authorized',
      {},
      {
        'data.payment.status': 'captured',
      },
    ],
    [
      'payment is authorized',
      {},
      {
        'data.payment.status': 'captured',
      },
    ],
    [
      'paid by card',
      {},
      {
        'data.payment.method': 'invoice',
      },
    ],
    [
      'payment method is card or paypal',
      {},
      {
        'data.payment.method': 'invoice',
      },
    ],
    [
      'risk is not low',
      {
        'data.payment.risk': 'high',
      },
      {},
    ],
    [
      'low risk only',
      {},
      {
        'data.payment.risk': 'high',
      },
    ],
    [
      'status changed from pending to partially_paid',
      {},
      {
        'data.previous_status': 'open',
      },
    ],
    [
      'previous status is pending',
      {},
      {
        'data.previous_status': 'open',
      },
    ],
    [
      'express shipping',
      {},
      {
        'data.shipping.method': 'standard',
      },
    ],
    [
      'express orders only',
      {},
      {
        'data.shipping.method': 'standard',
      },
    ],
    [
      'assigned to Bob',
      {},
      {
        'data.assigned_to': {
          id: 1,
          name: 'Ann',
          email: 'ann@shop.ch',
        },
      },
    ],
    [
      'channel is POS Zürich',
      {},
      {
        'data.channel': {
          id: 1,
          name: 'Online',
        },
      },
    ],
    [
      'channel is 3',
      {},
      {
        'data.channel': {
          id: 1,
          name: 'Online',
        },
      },
    ],
    [
      'order updates only',
      {},
      {
        event: 'order.created',
      },
    ],
    [
      'new orders only',
      {
        event: 'order.created',
      },
      {},
    ],
    [
      'except order.updated',
      {
        event: 'order.created',
      },
      {},
    ],
    [
      'all events but order.updated',
      {
        event: 'order.created',
      },
      {},
    ],
    [
      'orders with a total of 200 or more',
      {},
      {
        'data.total': 199,
      },
    ],
    [
      'orders worth more than 200',
      {},
      {
        'data.total': 199,
      },
    ],
    [
      'card brand is Visa or Mastercard',
      {},
      {
        'data.payment.card.brand': 'amex',
      },
    ],
    [
      'customer email ends with .it',
      {},
      {
        'data.customer.email': 'a@b.com',
      },
    ],
    [
      'customer name is maria rossi',
      {},
      {
        'data.customer.name': 'Bob',
      },
    ],
    [
      'only run if total >= 100 && total < 500',
      {},
      {
        'data.total': 99,
      },
      {
        'data.total': 500,
      },
    ],
    [
      'total is greater than 100 but less than 200',
      {
        'data.total': 150,
      },
      {},
    ],
    [
      'total is 100 to 300',
      {},
      {
        'data.total': 301,
      },
    ],
    [
      'total is not over 200',
      {
        'data.total': 150,
      },
      {},
    ],
    [
      "total isn't less than 200",
      {},
      {
        'data.total': 150,
      },
    ],
    [
      'do not run if the source is pos or the total is below 50',
      {},
      {
        'data.source': 'pos',
      },
      {
        'data.total': 49,
      },
    ],
    [
      'do not run if the source is pos or api',
      {},
      {
        'data.source': 'pos',
      },
      {
        'data.source': 'api',
      },
    ],
    [
      'run if the source is not pos or api',
      {},
      {
        'data.source': 'pos',
      },
      {
        'data.source': 'api',
      },
    ],
    [
      'source is not web and not pos',
      {
        'data.source': 'api',
      },
      {},
    ],
    [
      "source isn't web or the total is over 1000",
      {
        'data.source': 'api',
      },
      {},
    ],
    [
      "source isn't web or the total is over 1000",
      {
        'data.total': 1001,
      },
      {},
    ],
  ],
  open: [
    ['only paid orders', {}],
    ['total over 200 EUR', {}],
    ['country is CH', {}],
    ['placed on a weekend', {}],
    ['assigned to me', {}],
    ['total is roughly 250', {}],
  ],
};
