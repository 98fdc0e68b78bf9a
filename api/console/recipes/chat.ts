import { jsonText, type Recipe } from './recipe.ts';

const contentType = 'application/json';

/** Recipes that send a message to a chat. */
export const chatRecipes: readonly Recipe[] = [
  {
    id: 'paid-order',
    title: 'Tell a chat about paid orders',
    route: 'Shop → Slack',
    name: 'Paid orders to the chat',
    filter: 'Only run when order.status is paid',
    instructions:
      'POST https://hooks.slack.com/services/T000/B000/XXXX with JSON {"text": "Order {{order.id}} is paid: {{order.total}} {{order.currency}}"}.',
    header: null,
    contentType,
    sample: jsonText({ order: { id: 'A-1001', status: 'paid', total: 120.5, currency: 'EUR' } }),
    skipped: jsonText({ order: { id: 'A-1002', status: 'pending', total: 20, currency: 'EUR' } }),
  },
  {
    id: 'site-down',
    title: 'Say in a chat that a site is down',
    route: 'Monitor → Discord',
    name: 'Outages to the chat',
    filter: 'Only run when monitor.status is down',
    instructions:
      'POST https://discord.com/api/webhooks/000/XXXX with JSON {"content": "{{monitor.name}} is down: {{monitor.url}}"}.',
    header: null,
    contentType,
    sample: jsonText({ monitor: { name: 'Shop', url: 'https://shop.example.com', status: 'down' } }),
    skipped: jsonText({ monitor: { name: 'Shop', url: 'https://shop.example.com', status: 'up' } }),
  },
  {
    id: 'release',
    title: 'Announce a release',
    route: 'GitHub → Mastodon',
    sender: 'github',
    name: 'Releases to Mastodon',
    filter: 'Only run when action is published and release.prerelease is false',
    instructions:
      'POST https://mastodon.social/api/v1/statuses with JSON {"status": "{{release.name}} is out: {{release.html_url}}"}.',
    header: { name: 'Authorization', valueHint: 'Bearer <access token>' },
    contentType,
    sample: jsonText({
      action: 'published',
      release: { name: 'Shop 2.4', prerelease: false, html_url: 'https://github.com/acme/shop/releases/2.4' },
    }),
    skipped: jsonText({
      action: 'published',
      release: { name: 'Shop 2.5', prerelease: true, html_url: 'https://github.com/acme/shop/releases/2.5' },
    }),
  },
];
