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
];
