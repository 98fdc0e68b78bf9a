import type { SenderRow } from '../data/sender-of.ts';

export const payments: readonly SenderRow[] = [
  {
    id: 'razorpay',
    title: 'Razorpay',
    docsUrl: 'https://razorpay.com/docs/webhooks/',
    recognise: [['x-razorpay-signature']],
    secretName: 'Secret of the webhook',
    signature: { kind: 'hmac', header: 'x-razorpay-signature' },
    eventId: 'x-razorpay-event-id',
    eventName: '/event',
    reference: [
      '/payload/payment/entity/order_id',
      '/payload/payment/entity/id',
      '/payload/refund/entity/id',
    ],
    retries: {
      answerWithinMs: 5_000,
      tries: null,
      overMs: 24 * 3_600_000,
      note: 'A webhook that fails for 24 hours is switched off.',
    },
    connect: {
      steps: [
        'Open Account & Settings > Webhooks in the Razorpay dashboard and choose Add New Webhook.',
        'Paste {url} as Webhook URL, and {secret} as Secret.',
        'Tick the events and choose Create Webhook.',
      ],
      events: ['payment.captured', 'payment.failed', 'order.paid', 'refund.processed'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': 'O5gTqhJ3pXQb7r',
        'x-razorpay-signature': '7b97b5c6ba57620f2b80f2df6adce8b155577b986e7088e4cf405a0dc5942b5a',
      },
      body: '{"entity":"event","account_id":"acc_BFQ7uQEaa7j2z7","event":"payment.captured","contains":["payment"],"payload":{"payment":{"entity":{"id":"pay_DESlfW9H8K9uqM","amount":5000,"currency":"INR","status":"captured","order_id":"order_DESlLckIVRkHWj"}}},"created_at":1795348799}',
      secret: 'razorpay-secret-11',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'paddle',
    title: 'Paddle',
    docsUrl: 'https://developer.paddle.com/webhooks/overview',
    recognise: [['paddle-signature']],
    secretName: 'Secret key of the notification destination (pdl_ntfset_…)',
    signature: {
      kind: 'hmac',
      header: 'paddle-signature[h1]',
      template: '{timestamp}:{body}',
      timestamp: 'paddle-signature[ts]',
    },
    eventId: '/event_id',
    eventName: '/event_type',
    reference: ['/data/invoice_number', '/data/id'],
    retries: {
      answerWithinMs: 5_000,
      tries: 61,
      overMs: 3 * 24 * 3_600_000,
      note: 'In the sandbox it tries 4 times within 15 minutes.',
    },
    connect: {
      steps: [
        'Open Developer tools > Notifications in Paddle and choose New destination.',
        'Choose the type URL and paste {url}.',
        'Tick the events and choose Save destination.',
        'Choose Edit destination, copy the Secret key and enter it here as signing secret.',
      ],
      events: ['transaction.completed', 'subscription.created', 'subscription.canceled'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'paddle-signature':
          'ts=1795348800;h1=e386dafb73a2a7b50ccf6d9fea63a44d701d9f9e400e59f399809cac61bbf0f6',
      },
      body: '{"event_id":"evt_01hv8x2acma2gz7he8kg2s0hna","event_type":"transaction.completed","occurred_at":"2026-11-22T11:59:59.123456Z","notification_id":"ntf_01hv8x2af22vs5xhqvwjbc8yqa","data":{"id":"txn_01hv8wptq8987qeep44cyrewp9","status":"completed","customer_id":"ctm_01hv6y1jedq4p1n0yqn5ba3ky4","currency_code":"USD","invoice_number":"325-10566"}}',
      secret: 'pdl_ntfset_01gkdqbf3v1z8c6h5t2mkbsk5y_k8dEwEEJ1sG0bwNNxRCBhTAVCtkS3L5v',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
  {
    id: 'lemon-squeezy',
    title: 'Lemon Squeezy',
    docsUrl: 'https://docs.lemonsqueezy.com/help/webhooks',
    recognise: [['x-signature', 'x-event-name', '/meta/event_name']],
    secretName: 'Signing secret of the webhook',
    signature: { kind: 'hmac', header: 'x-signature' },
    // It names no event, and two changes of an object may be of one second. A retry has the body of the first try.
    eventId: '{/meta/event_name}:{/data/type}:{/data/id}:{sha256}',
    eventName: '/meta/event_name',
    reference: ['/data/attributes/order_number', '/data/attributes/order_id', '/data/id'],
    retries: { answerWithinMs: null, tries: 4, overMs: 155_000, note: 'Takes 200 alone for success.' },
    connect: {
      steps: [
        'Open Settings > Webhooks in Lemon Squeezy and add a webhook.',
        'Paste {url} as Callback URL, and {secret} as Signing secret.',
        'Tick the events and choose Save webhook.',
      ],
      events: ['order_created', 'subscription_created', 'subscription_cancelled'],
    },
    sample: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Lemon Squeezy',
        'x-event-name': 'order_created',
        'x-signature': '503e0ab828426a214fdb53e434b765af5aa39778c86f74e6b6c6a828a72cfb15',
      },
      body: '{"meta":{"event_name":"order_created","test_mode":false,"custom_data":{"cart":"7"}},"data":{"type":"orders","id":"1","attributes":{"store_id":1,"customer_id":1,"identifier":"636f855c-1fb9-4c07-b75c-3a10afef010a","order_number":7021,"status":"paid","total":999,"currency":"USD","created_at":"2026-11-22T11:59:58.000000Z","updated_at":"2026-11-22T11:59:59.000000Z"}}}',
      secret: 'lemon-squeezy-secret-11',
      sentAt: '2026-11-22T12:00:00Z',
    },
  },
];
