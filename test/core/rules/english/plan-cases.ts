import type { Plan } from '#contracts/plan.ts';

const url = 'https://api.example.com/x';
const request = (method: string, body?: unknown, more: object = {}) => ({
  request: { method, url, ...(body !== undefined && { body }), ...more },
});
const post = (body?: unknown, more: object = {}) => ({ ...request('POST', body), ...more });
const get = (query: string) => ({ request: { method: 'GET', url: `${url}${query}` } });
const paid = { when: 'body.status == "paid"' };
const unpaid = { when: '!(body.status == "paid")' };
const field = (words: string) => `{{field("${words}")}}`;
const json = (name: string, cel: string) => `${name}: {{json(${cel})}}`;

type Understood = readonly [text: string, steps: readonly object[], answer?: Plan['answer']];

const requests: readonly Understood[] = [
  [`POST ${url}`, [post()]],
  [`Send a POST request to ${url}.`, [post()]],
  [`Delete ${url}`, [request('DELETE')]],
  [
    'GET https://api.example.com/v0/appXXXX/Purchases',
    [{ request: { method: 'GET', url: 'https://api.example.com/v0/appXXXX/Purchases' } }],
  ],
  [
    `GET ${url}/{{order.id}}?tag={{customer tag}}&n=1.`,
    [get('/{{body.order.id}}?tag={{field("customer tag")}}&n=1')],
  ],
  [
    `POST ${url} with JSON {"a": 1, "b": [true, null, {"c": "x"}]}.`,
    [post({ a: 1, b: [true, null, { c: 'x' }] })],
  ],
  [`POST ${url} with JSON {"id": {{id}}}`, [post({ id: '{{body.id}}' })]],
  [`POST ${url} with {"id": "{{id}}"}`, [post({ id: '{{string(body.id)}}' })]],
  [`POST ${url} with {"n": 820982911946154508}`, [post({ n: '{{820982911946154508}}' })]],
  [
    `POST ${url} with {"text": "{{text}} {{event}} {{sender.login}} {{headers['x-topic']}}"}`,
    [post({ text: "{{text}} {{event}} {{body.sender.login}} {{headers['x-topic']}}" })],
  ],
  [`POST ${url} with {"total": {{body.total * 2}}}`, [post({ total: '{{body.total * 2}}' })]],
  [`POST ${url} with {"token": "{{secret.crm}}"}`, [post({ token: '{{secret.crm}}' })]],
  [`POST ${url}\nBody: {"a": 1}`, [post({ a: 1 })]],
  [`POST ${url} with:\n{"a": 1}`, [post({ a: 1 })]],
  [`POST ${url} with the whole payload.`, [post('{{text}}')]],
  [`POST the whole payload to ${url}`, [post('{{text}}')]],
  [`POST the event to ${url}.`, [post('{{text}}')]],
  [`Forward the delivery to ${url}.`, [post('{{text}}')]],
  [
    `POST ${url} with {"event": "order_created", "order_status": "in_progress", "label": "order_id: {{id}}"}`,
    [post({ event: 'order_created', order_status: 'in_progress', label: 'order_id: {{body.id}}' })],
  ],
  [`POST {"id": {{id}}} to ${url}.`, [post({ id: '{{body.id}}' })]],
];

const fields: readonly Understood[] = [
  [
    `POST ${url} with the order id, total and customer.email.`,
    [post({ order_id: field('order id'), total: field('total'), customer_email: '{{body.customer.email}}' })],
  ],
  [
    `Send the customer's email and the order's total to ${url}.`,
    [post({ customer_email: field('customer email'), order_total: field('order total') })],
  ],
  [`POST ${url} with order id as reference.`, [post({ reference: field('order id') })]],
  [`POST ${url} with the number of items.`, [post({ number_of_items: '{{size(field("items"))}}' })]],
  [
    `POST ${url} with items[0].sku and items[].price`,
    [post({ items_sku: '{{body.items[0].sku}}', items_price: '{{body.items.map(i, i.price)}}' })],
  ],
  [`POST ${url} with header X-Topic as topic`, [post({ topic: '{{headers["x-topic"]}}' })]],
  [
    `PATCH ${url} with status="done", n=5, open=true, x={{y.z}} and note "Paid by {{name}}".`,
    [
      request('PATCH', {
        status: 'done',
        n: 5,
        open: true,
        x: '{{body.y.z}}',
        note: 'Paid by {{body.name}}',
      }),
    ],
  ],
  [
    `GET ${url} with q={{customer.name}}, limit=5 and note="a b".`,
    [get('?q={{body.customer.name}}&limit=5&note=a%20b')],
  ],
  [
    `POST ${url} with header X-Source: reveille and JSON {"a": 1}.`,
    [request('POST', { a: 1 }, { headers: { 'X-Source': 'reveille' } })],
  ],
  [
    `POST ${url} with the order id and header Authorization: Bearer {{secret.crm}}.`,
    [
      request(
        'POST',
        { order_id: field('order id') },
        { headers: { Authorization: 'Bearer {{secret.crm}}' } },
      ),
    ],
  ],
];

const conditions: readonly Understood[] = [
  [`If the status is paid, POST ${url} with total.`, [post({ total: field('total') }, paid)]],
  [`When status is paid: POST ${url}. Then reply "ok".`, [post(undefined, paid)], [{ ...paid, text: 'ok' }]],
  [
    `If status is paid: POST ${url}. Then reply "ok". Otherwise: reply "no".`,
    [post(undefined, paid)],
    [
      { ...paid, text: 'ok' },
      { ...unpaid, text: 'no' },
    ],
  ],
  [`If status is paid, POST ${url}. Reply "ok".`, [post(undefined, paid)], 'ok'],
  [`POST ${url}, but only if status is paid.`, [post(undefined, paid)]],
  [`DELETE ${url} if status is paid.`, [{ ...request('DELETE'), ...paid }]],
  [`POST ${url} unless status is paid.`, [post(undefined, unpaid)]],
  [
    `If status is paid, POST ${url}. Otherwise, report the status.`,
    [post(undefined, paid)],
    [{ ...unpaid, text: json('status', 'field("status")') }],
  ],
  [
    `Only act if status is paid.\n\n1. POST ${url}\n2. Reply "ok"`,
    [post(undefined, paid)],
    [{ ...paid, text: 'ok' }],
  ],
  [
    `Only act if plan is pro. If status is paid, POST ${url}.`,
    [post(undefined, { when: '(body.plan == "pro") && (body.status == "paid")' })],
  ],
  [`When a new delivery arrives, POST ${url}.`, [post()]],
  [`If status is paid, reply "a, if b is c".`, [], [{ ...paid, text: 'a, if b is c' }]],
];

const lists: readonly Understood[] = [
  [
    `For each line item, POST ${url} with sku and the quantity.`,
    [
      post(
        { sku: '{{item.sku}}', quantity: '{{item.quantity}}' },
        { forEach: { in: 'field("line item")', as: 'item' } },
      ),
    ],
  ],
  [
    `For each order.items as x, POST ${url} with {"order": {{order.id}}, "sku": {{x.sku}}}.`,
    [
      post(
        { order: '{{body.order.id}}', sku: '{{x.sku}}' },
        { forEach: { in: 'body.order.items', as: 'x' } },
      ),
    ],
  ],
  [
    `If status is paid, for each order.items, POST ${url} with item.sku.`,
    [post({ item_sku: '{{item.sku}}' }, { ...paid, forEach: { in: 'body.order.items', as: 'item' } })],
  ],
];

const answers: readonly Understood[] = [
  ['Summarise the delivery.', [], '{{summary()}}'],
  ['Quote the delivery.', [], '{{text}}'],
  ['Reply "Thanks, {{customer.name}}!"', [], 'Thanks, {{body.customer.name}}!'],
  [
    'Report order.status and the total.',
    [],
    `${json('order.status', 'body.order.status')}\n${json('total', 'field("total")')}`,
  ],
  ['List items[].sku', [], json('items[].sku', 'body.items.map(i, i.sku)')],
  ['Report the event.', [], json('event', 'event')],
  [
    `POST ${url} with {"id": {{id}}}, then reply "Order {{id}}".`,
    [post({ id: '{{body.id}}' })],
    'Order {{body.id}}',
  ],
  [`POST ${url} with id and reply "ok".`, [post({ id: field('id') })], 'ok'],
  [`GET ${url}. Then POST ${url} with {"order": {{order}}}.`, [get(''), post({ order: '{{body.order}}' })]],
];

export const understood = [...requests, ...fields, ...conditions, ...lists, ...answers].map(
  ([text, steps, answer = null]) => ({ text, steps, answer }),
);

export const notUnderstood: readonly string[] = [
  '',
  'How are you?',
  'Reply politely.',
  'Report.',
  'Report it.',
  'Report the order politely.',
  'Report the total, but in euros.',
  'Reply "Use {{secret.crm}}".',
  'Write an email to the customer.',
  'Translate the message to French and reply "ok".',
  'Summarise the delivery for a child.',
  'Quote the angriest sentence.',
  'Reply "{{order.id".',
  'Reply "{{name | upper}}".',
  'POST to the URL in the payload.',
  `PUT ${url} with id.`,
  'POST https://{{host}}/orders with the order id.',
  'POST https://user@api.example.com/orders.',
  'POST https://api.example.com/ORDER_ID with total.',
  'POST https://api.example.com/{id} with total.',
  'POST https://api.example.com/orders/:id with total.',
  'GET https://api.example.com/x?{{name}}=1.',
  `POST ${url} with the order id, but never for test orders.`,
  `POST ${url} with the order id, carefully.`,
  `POST ${url} with total plus 10%.`,
  `POST ${url} with the amount as dollars.`,
  `POST ${url} with the cheapest item.`,
  `POST ${url} with status=done.`,
  `POST ${url} with id and id.`,
  `POST ${url} with {"a": {{b}`,
  `POST ${url} with {"{{a}}": 1}.`,
  `POST ${url} with the customer's email and name.`,
  `POST ${url} with the name and the email of the customer.`,
  `POST ${url} with the email of the customer.`,
  `POST ${url} with the customer email and name.`,
  `POST ${url} for each item.`,
  `POST ${url} with the deposit's id and amount.`,
  `POST ${url} with id even if status is paid.`,
  `POST ${url} with the event id.`,
  `POST ${url} with the customer's name.`,
  `POST ${url} with status. Then PATCH ${url}/{{id}} with state="done".`,
  `GET ${url}. If status is paid, DELETE ${url}.`,
  ...[
    '<total>',
    '$total',
    'Hi [name]',
    'Hi {name}',
    '##id##',
    '@id',
    '<%= id %>',
    '{% id %}',
    '$.id',
    'order.id',
    'a[0].b',
    'YOUR_KEY',
  ].map((text) => `POST ${url} with {"a": "${text}"}.`),
  ...['"total_price in dollars"', '"Order orderNumber"', '"total"', '"order_total"', '"orderTotal"'].map(
    (text) => `POST ${url} with {"total": ${text}}.`,
  ),
  `PATCH ${url} with note "Paid by customer_name".`,
  `PATCH ${url} with status="status".`,
  'Reply "Order order_number recorded".',
  ...[
    '?email=customer.email',
    '?email=email&n=1',
    '/orders/id',
    '/orders/order_id',
    '?id=orderId',
    '/subscribers/From',
  ].map((end) => `GET ${url}${end}`),
  `POST ${url} with header X-Key: YOUR_KEY.`,
  `POST ${url} with header X-Source: {{order.id}}.`,
  `POST ${url} with header Host: évil.`,
  `GET ${url} with the stored X-API-Key header.`,
  `GET ${url} with JSON {"a": 1}.`,
  `GET ${url} with the whole payload.`,
  `DELETE ${url} with id.`,
  `GET ${url} and report status.`,
  `GET ${url}. Then POST ${url} with the total.`,
  `GET ${url}, take the id and POST it to ${url}.`,
  `POST ${url} with total. Then reply "Created {{id}}".`,
  `POST ${url} with the order id. Then report the id.`,
  `POST ${url} with total. If the response is ok, reply "done".`,
  `If the message sounds angry, POST ${url}.`,
  `If status is paid, POST ${url} with what you think.`,
  `If status is paid, POST ${url} if plan is pro.`,
  `If status is paid, POST ${url}; reply "ok".`,
  `If status is paid, POST ${url}. If plan is pro, reply "pro". Otherwise reply "other".`,
  `If status is paid, POST ${url}. Reply "ok". Otherwise reply "other".`,
  'Otherwise reply "other".',
  `If status is paid: POST ${url}. Reply "ok".`,
  `If status is paid: POST ${url}\nReply "ok".`,
  `If status is paid: POST ${url}. Then reply "ok". Report total.`,
  `If status is paid: POST ${url}. If plan is pro, reply "ok".`,
  `If status is paid, POST ${url}. Otherwise: reply "no". Report total.`,
  `For each line item: POST ${url} with sku. Reply "ok".`,
  `POST ${url}; reply "ok" if status is paid.`,
  `POST ${url}. Then reply "ok" and report total if status is paid.`,
  `If status is paid:\n- POST ${url}\n- reply "ok"`,
  `POST ${url} and reply "ok" if status is paid.`,
  `POST ${url}. Only act if status is paid.`,
  `Only act if skip if status is paid. POST ${url}.`,
  `For each line item, POST ${url} with {"sku": "{{sku}}"}.`,
  `For each line item, POST ${url} with order.number.`,
  `For each line item, POST ${url} with the order number.`,
  `For each line item as body, POST ${url} with sku.`,
  `For each line item, POST ${url} with sku if status is paid.`,
  `For each line item, POST ${url} with sku and POST ${url}/y.`,
  `For each line item, POST ${url} with sku. Then POST ${url}/y.`,
  'For each line item, reply "x".',
  `POST ${url} with id. Be nice.`,
  `${'Reply "x". '.repeat(21)}`,
  `Reply "${'x'.repeat(4_100)}".`,
];
