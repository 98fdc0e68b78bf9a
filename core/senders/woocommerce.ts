import { sha256 } from '#domain/digest.ts';
import { signedBy } from './data/signature.ts';
import { idOfParts } from './composed-id.ts';
import { headerOf, textAt } from './read.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from './sender.ts';

/** The delivery id is made of webhook and second: two orders of one second share it, their bodies differ. */
function eventId(request: SenderRequest): string | null {
  const delivery = headerOf(request, 'x-wc-webhook-delivery-id');
  return idOfParts([delivery, sha256(request.rawBody).slice(0, 32)]);
}

const isHttp = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);

function referenceUrl(request: SenderRequest): string | null {
  const shop = headerOf(request, 'x-wc-webhook-source');
  const id = textAt(request.json, 'id');
  const isOrder = headerOf(request, 'x-wc-webhook-resource') === 'order';
  if (!isOrder || shop === null || id === null || !isHttp(shop)) return null;
  return new URL(`wp-admin/post.php?post=${encodeURIComponent(id)}&action=edit`, shop).href;
}

/** A webhook that is saved posts its own number once, as a form without any of the headers. */
function answerPing(request: SenderRequest): HandshakeAnswer | null {
  const isShop = headerOf(request, 'user-agent')?.startsWith('WooCommerce/') === true;
  const isPing = request.form?.has('webhook_id') === true && headerOf(request, 'x-wc-webhook-topic') === null;
  return isShop && isPing ? { status: 200, body: null } : null;
}

export const woocommerce: Sender = {
  id: 'woocommerce',
  title: 'WooCommerce',
  docsUrl: 'https://woocommerce.com/document/webhooks/',
  recognise: (request) => headerOf(request, 'x-wc-webhook-topic') !== null,
  eventId,
  reference: ({ json }) => textAt(json, 'number') ?? textAt(json, 'id'),
  referenceUrl,
  eventName: (request) => headerOf(request, 'x-wc-webhook-topic'),
  ...signedBy({ kind: 'hmac', header: 'x-wc-webhook-signature', encoding: 'base64' }, 'Secret'),
  handshake: { methods: ['POST'], answer: answerPing, isSigned: false },
  retries: {
    answerWithinMs: 60_000,
    tries: 1,
    overMs: 0,
    note: 'A delivery that fails is lost, and a webhook that fails more than five times in a row is switched off.',
  },
  connect: {
    steps: [
      'Open WooCommerce > Settings > Advanced > Webhooks and choose Add webhook.',
      'Choose Active as Status and the event as Topic, paste {url} as Delivery URL, and {secret} as Secret.',
      'Choose Save webhook, and make one for each event.',
    ],
    events: ['order.created', 'order.updated', 'product.created', 'product.updated', 'customer.created'],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'WooCommerce/10.3.5 Hookshot (WordPress/6.8.3)',
      'x-wc-webhook-source': 'https://shop.example.com/',
      'x-wc-webhook-topic': 'order.created',
      'x-wc-webhook-resource': 'order',
      'x-wc-webhook-event': 'created',
      'x-wc-webhook-id': '5',
      'x-wc-webhook-delivery-id': '08bb4d33fad9d3ad95d1e6a6a2a8c6b1',
      'x-wc-webhook-signature': 'n+sF2NDcud/KcIzwAZMV1cq2NivpRAjUevVofxIe0pk=',
    },
    body: '{"id":727,"number":"727","status":"processing","currency":"EUR","total":"29.35","billing":{"first_name":"Ana","email":"ana@example.com"}}',
    secret: 'wc_secret_8f742231',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
