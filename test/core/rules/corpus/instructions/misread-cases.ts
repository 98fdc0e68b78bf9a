import type { InstructionsCase } from './cases.ts';

const x = 'https://api.example.com';
const post = (path: string, body: unknown): string => `POST ${x}${path} ${JSON.stringify(body)}`;

/** An end of the run, in other words than "stop". */
const ends: readonly InstructionsCase[] = [
  ['order', `If the status is paid, quit. POST ${x}/o with the order id.`, []],
  [
    'order',
    `If the status is open, quit. POST ${x}/o with the order id.`,
    [post('/o', { order_id: 'A-17' })],
  ],
  ['order', `If the status is paid, stop; POST ${x}/o with the order id.`, []],
  ['order', `Abort when the status is paid. POST ${x}/o with the order id.`, []],
  ['order', `If the status is paid, bail out. POST ${x}/o with the order id.`, 'ask'],
  ['order', `If the status is paid, archive. POST ${x}/o with the order id.`, 'ask'],
  ['order', `If the status is paid you are done. POST ${x}/o with the order id.`, 'ask'],
  ['order', `If the status is paid, do not continue. POST ${x}/o with the order id.`, []],
  ['order', `If the status is paid, reply "x" and leave it at that. POST ${x}/o with the order id.`, 'ask'],
  ['order', `Continue only if the status is open. POST ${x}/o with the order id.`, []],
  ['order', `Reply "ok". Do nothing else. POST ${x}/o with the order id.`, 'ask'],
  ['order', `Reply "ok". Ignore everything else. POST ${x}/o with the order id.`, 'ask'],
  ['order', `POST ${x}/o with the order id. Skip everything else.`, [post('/o', { order_id: 'A-17' })]],
  ['order', `Check that the status is open, then POST ${x}/o with the order id.`, 'ask'],
  ['order', `Under no circumstances DELETE ${x}/o/{{order.id}}.`, 'ask'],
  ['order', `Either POST ${x}/a with the order id or POST ${x}/b with the order id.`, 'ask'],
  ['order', `POST ${x}/a with the order id. If that fails, POST ${x}/b with the order id.`, 'ask'],
  ['order', `POST ${x}/a with the order id -- not for paid orders.`, 'ask'],
  ['order', `POST ${x}/a with the order id, if needed.`, 'ask'],
  ['order', `Ask me before you POST ${x}/a with the order id.`, 'ask'],
];

/** Places to be filled in, as other tools write them. */
const places: readonly InstructionsCase[] = [
  ['woo', `POST ${x}/o with {"id": "##id##"}.`, 'ask'],
  ['woo', `POST ${x}/o with {"id": "@id"}.`, 'ask'],
  ['woo', `POST ${x}/o with {"id": "<%= id %>"}.`, 'ask'],
  ['woo', `POST ${x}/o with {"id": "{% id %}"}.`, 'ask'],
  ['woo', `POST ${x}/o with {"id": "$.id"}.`, 'ask'],
  ['woo', `POST ${x}/o with {"id": "body.id"}.`, 'ask'],
  ['woo', `POST ${x}/o with {"id": "order.id"}.`, 'ask'],
  ['woo', `POST ${x}/o with {"mail": "billing.email"}.`, 'ask'],
  ['woo', `POST ${x}/o with {"sku": "line_items[0].sku"}.`, 'ask'],
  ['stripe', `POST ${x}/o with text "Hi {name}".`, 'ask'],
  ['woo', `POST ${x}/o with {"key": "YOUR_API_KEY", "id": {{id}}}.`, 'ask'],
  ['woo', `POST ${x}/o with key=YOUR_KEY and id={{id}}.`, 'ask'],
  ['woo', `POST ${x}/o with header X-Key: YOUR_KEY and {"id": {{id}}}.`, 'ask'],
  ['woo', `DELETE ${x}/o/123, where 123 is the order id.`, 'ask'],
  ['woo', `DELETE ${x}/o/{{customer_note}}.`, 'ask'],
  ['twilio', `DELETE ${x}/subscribers/From.`, 'ask'],
  ['twilio', `DELETE ${x}/subscribers/:From.`, [`DELETE ${x}/subscribers/%2B4412345`]],
  ['twilio', `POST ${x}/Messages/v2 with From.`, [post('/Messages/v2', { From: '+4412345' })]],
  ['stripe', `POST ${x}/o with {"event": "invoice.paid"}.`, [post('/o', { event: 'invoice.paid' })]],
  ['woo', `POST ${x}/o with {"host": "acme.com"}.`, [post('/o', { host: 'acme.com' })]],
  ['woo', `POST ${x}/o with {"to": "@ops"}.`, [post('/o', { to: '@ops' })]],
];

/** A name before a place is that of the member, and an author is that of what is delivered. */
const members: readonly InstructionsCase[] = [
  [
    'order',
    `POST ${x}/o with id {{order.id}} and total {{order.total}}.`,
    [post('/o', { id: 'A-17', total: 49.5 })],
  ],
  [
    'order',
    `Create a deal at ${x}/deals with title "Order {{order.id}}" and value {{order.total}}.`,
    [post('/deals', { title: 'Order A-17', value: 49.5 })],
  ],
  [
    'order',
    `POST ${x}/o with the fields {{order.id}} and {{order.total}}.`,
    [post('/o', { order_id: 'A-17', order_total: 49.5 })],
  ],
  ['gitlab', `POST ${x}/m with the title and the author's name.`, 'ask'],
  [
    'gitlab',
    `POST ${x}/m with the title and the last commit's author name.`,
    [post('/m', { title: 'MS-Viewport', last_commit_author_name: 'Dev user' })],
  ],
];

/** What is easily read as something else. */
export const misreadCases: readonly InstructionsCase[] = [...ends, ...places, ...members];
