import { signedBy } from './data/signature.ts';
import { headerOf, textAt } from './read.ts';
import type { Sender, SenderRequest } from './sender.ts';

/** Pages of a shop's admin that are named like the topics about them. */
const pages: ReadonlySet<string> = new Set([
  'orders',
  'draft_orders',
  'products',
  'customers',
  'collections',
]);

function referenceUrl(request: SenderRequest): string | null {
  const shop = headerOf(request, 'x-shopify-shop-domain');
  const [page = ''] = (headerOf(request, 'x-shopify-topic') ?? '').split('/');
  const id = textAt(request.json, 'id');
  if (shop === null || id === null || !pages.has(page) || !/^[\w-]+\.myshopify\.com$/.test(shop)) return null;
  return `https://${shop}/admin/${page}/${encodeURIComponent(id)}`;
}

export const shopify: Sender = {
  id: 'shopify',
  title: 'Shopify',
  docsUrl: 'https://shopify.dev/docs/apps/build/webhooks',
  recognise: (request) =>
    headerOf(request, 'x-shopify-topic') !== null && headerOf(request, 'x-shopify-shop-domain') !== null,
  eventId: (request) => headerOf(request, 'x-shopify-webhook-id') ?? headerOf(request, 'x-shopify-event-id'),
  reference: ({ json }) => textAt(json, 'name') ?? textAt(json, 'title') ?? textAt(json, 'id'),
  referenceUrl,
  eventName: (request) => headerOf(request, 'x-shopify-topic'),
  ...signedBy(
    { kind: 'hmac', header: 'x-shopify-hmac-sha256', encoding: 'base64' },
    'Client secret of the app, or the signing secret under Settings > Notifications > Webhooks',
  ),
  handshake: null,
  retries: {
    answerWithinMs: 5_000,
    tries: 9,
    overMs: 4 * 3_600_000,
    note: 'A subscription that was made by its API is deleted after eight failed tries again.',
  },
  connect: {
    steps: [
      'Open Settings > Notifications > Webhooks and choose Create webhook.',
      'Choose the event and JSON as Format, paste {url} as URL and save.',
      'Copy the signing secret below the webhooks and enter it here.',
    ],
    events: [
      'orders/create',
      'orders/paid',
      'orders/updated',
      'orders/fulfilled',
      'orders/cancelled',
      'refunds/create',
      'products/create',
      'products/update',
      'customers/create',
      'app/uninstalled',
    ],
  },
  sample: {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'example.myshopify.com',
      'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
      'x-shopify-event-id': '98880550-7158-44d4-b7cd-2c97c8a091b5',
      'x-shopify-triggered-at': '2026-11-22T12:00:00.123456789Z',
      'x-shopify-hmac-sha256': 'KKWlV8aQ6/Wpvo6+wIhk4ljL9rTD0N6QkkhtGLvB5WE=',
    },
    body: '{"id":820982911946154508,"admin_graphql_api_id":"gid://shopify/Order/820982911946154508","name":"#9999","email":"jon@example.com","total_price":"398.00","currency":"USD"}',
    secret: 'hush-hush-client-secret',
    sentAt: '2026-11-22T12:00:00Z',
  },
};
