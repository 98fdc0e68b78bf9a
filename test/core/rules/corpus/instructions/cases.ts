import type { payloads } from './payloads.ts';

/** What a careful person would do: these requests, these lines of the answer, or ask. */
export type Expected = readonly string[] | { readonly answer: readonly string[] } | 'ask';

export type InstructionsCase = readonly [on: keyof typeof payloads, instructions: string, expected: Expected];

const x = 'https://api.example.com';
const post = (path: string, body: unknown): string => `POST ${x}${path} ${JSON.stringify(body)}`;

/** Requests that are spelled out. */
const spelledOut: readonly InstructionsCase[] = [
  ['order', `POST ${x}/o with the order id and total.`, [post('/o', { order_id: 'A-17', total: 49.5 })]],
  [
    'order',
    `Send the order id, the customer email and the total to ${x}/o.`,
    [post('/o', { order_id: 'A-17', customer_email: 'ada@x.io', total: 49.5 })],
  ],
  [
    'order',
    `If the order is paid, POST ${x}/o with {"id": "{{order.id}}", "total": {{order.total}}}. Then reply "Order {{order.id}} recorded".`,
    [post('/o', { id: 'A-17', total: 49.5 })],
  ],
  [
    'order',
    `PATCH ${x}/o/{{order.id}} with status=done and note "Paid by {{customer.name}}".`,
    [`PATCH ${x}/o/A-17 {"status":"done","note":"Paid by Ada"}`],
  ],
  ['order', `GET ${x}/search?q={{customer.email}}.`, [`GET ${x}/search?q=ada%40x.io`]],
  ['order', `If the total is over 100, DELETE ${x}/o/{{order.id}}.`, []],
  [
    'stripe',
    `When the invoice is paid, POST ${x}/paid with {"customer": "{{data.object.customer}}", "cents": {{data.object.amount_paid}}}.`,
    [post('/paid', { customer: 'cus_123', cents: 5000 })],
  ],
  [
    'stripe',
    `Only act if event is invoice.paid. POST ${x}/paid with customer_email and amount_paid.`,
    [post('/paid', { customer_email: 'ada@example.com', amount_paid: 5000 })],
  ],
  [
    'github',
    `POST ${x}/i with the issue title and the issue number as ref.`,
    [post('/i', { issue_title: 'Found a bug', ref: 1347 })],
  ],
  [
    'github',
    `Send a POST request to ${x}/i with JSON {"title": "{{issue.title}}", "by": "{{sender.login}}"}.`,
    [post('/i', { title: 'Found a bug', by: 'octocat' })],
  ],
  [
    'jira',
    `POST ${x}/j with {"key": "{{issue.key}}", "status": "{{issue.fields.status.name}}"}.`,
    [post('/j', { key: 'OPS-7', status: 'Done' })],
  ],
  [
    'zendesk',
    `POST ${x}/z with {"subject": "{{detail.subject}}", "tags": {{detail.tags}}}.`,
    [post('/z', { subject: 'Refund please', tags: ['refund', 'vip'] })],
  ],
  [
    'calendly',
    `POST ${x}/c with payload.email and payload.name as who.`,
    [post('/c', { payload_email: 'kim@x.io', who: 'Kim Lee' })],
  ],
  [
    'twilio',
    `POST ${x}/sms with From as sender and Body as text.`,
    [post('/sms', { sender: '+4412345', text: 'STOP it' })],
  ],
  [
    'woo',
    `PATCH ${x}/orders/{{id}} with {"total": "{{total}}", "mail": "{{billing.email}}"}.`,
    [`PATCH ${x}/orders/727 {"total":"29.35","mail":"john@doe.de"}`],
  ],
  [
    'form',
    `POST ${x}/lead with name, email and company.`,
    [post('/lead', { name: 'Ada Lovelace', email: 'ada@x.io', company: 'Acme' })],
  ],
  [
    'contact',
    `Forward the whole payload to ${x}/raw.`,
    [post('/raw', { name: 'Ada Lovelace', email: 'ada@x.io', message: 'Please call me', source: 'web' })],
  ],
  [
    'text',
    `POST ${x}/t with {"text": "{{body}}"}.`,
    [post('/t', { text: 'Printer on fire. Please send help. Third floor.' })],
  ],
  [
    'order',
    `1. POST ${x}/a with the order id\n2. POST ${x}/b with the order total\n3. Reply "ok"`,
    [post('/a', { order_id: 'A-17' }), post('/b', { order_total: 49.5 })],
  ],
  [
    'order',
    `If total is over 100:\n- POST ${x}/large with the order id\nOtherwise:\n- POST ${x}/small with the order id`,
    [post('/small', { order_id: 'A-17' })],
  ],
];

/** Whose a name is, and what may be called otherwise. */
const names: readonly InstructionsCase[] = [
  ['shopify', `Post the customer's email and name to ${x}/crm.`, 'ask'],
  [
    'order',
    `Post the customer's email and name to ${x}/crm.`,
    [post('/crm', { customer_email: 'ada@x.io', name: 'Ada' })],
  ],
  [
    'order',
    `Post the email and name of the customer to ${x}/crm.`,
    [post('/crm', { email: 'ada@x.io', name_of_customer: 'Ada' })],
  ],
  [
    'order',
    `POST ${x}/crm with the customer's email and the order's total.`,
    [post('/crm', { customer_email: 'ada@x.io', order_total: 49.5 })],
  ],
  [
    'order',
    `POST ${x}/crm with the customer's email and the total.`,
    [post('/crm', { customer_email: 'ada@x.io', total: 49.5 })],
  ],
  ['order', `POST ${x}/crm with the name and email.`, 'ask'],
  ['order', `POST ${x}/crm with the buyer's name.`, 'ask'],
  [
    'order',
    `POST ${x}/crm with the seller's email and name.`,
    [post('/crm', { seller_email: 'shop@x.io', name: 'Shop Ltd' })],
  ],
  [
    'shopify',
    `POST ${x}/crm with the customer's first name, last name and email.`,
    [post('/crm', { customer_first_name: 'Jon', last_name: 'Doe', email: 'jon@doe.ca' })],
  ],
  ['shopify', `POST ${x}/crm with the customer's name.`, 'ask'],
  ['shopifyGuest', `POST ${x}/crm with the customer's name.`, 'ask'],
  ['shopifyGuest', `POST ${x}/crm with the customer's email and phone.`, 'ask'],
  [
    'shopify',
    `POST ${x}/o with the order name and total price.`,
    [post('/o', { order_name: '#9999', total_price: '199.00' })],
  ],
  ['shopify', `POST ${x}/o with the first name.`, 'ask'],
  ['shopify', `POST ${x}/o with the sku.`, 'ask'],
  [
    'shopify',
    `POST ${x}/o with the shipping city and the email.`,
    [post('/o', { shipping_city: 'Shippington', email: 'jon@doe.ca' })],
  ],
  ['shopify', `POST ${x}/o with the discount code.`, 'ask'],
  ['stripe', `POST ${x}/p with the customer name.`, [post('/p', { customer_name: 'Ada L.' })]],
  ['stripeCharge', `POST ${x}/p with the customer name.`, 'ask'],
  ['stripeCharge', `POST ${x}/p with the customer's email.`, 'ask'],
  ['stripe', `POST ${x}/p with the invoice id.`, [post('/p', { invoice_id: 'in_1' })]],
  [
    'jira',
    `POST ${x}/j with the issue key and status.`,
    [post('/j', { issue_key: 'OPS-7', status: 'Done' })],
  ],
  ['jira', `POST ${x}/j with key and summary.`, [post('/j', { key: 'OPS-7', summary: 'Server is down' })]],
  ['jira', `POST ${x}/j with the project.`, 'ask'],
  ['jira', `POST ${x}/j with the priority and the assignee.`, 'ask'],
  [
    'linear',
    `POST ${x}/l with the state and title.`,
    [post('/l', { state: 'In Review', title: 'Slow page' })],
  ],
  ['linear', `POST ${x}/l with the team.`, 'ask'],
  [
    'pagerduty',
    `POST ${x}/pd with the service and the title.`,
    [post('/pd', { service: 'Checkout API', title: 'A little bump' })],
  ],
  ['zendesk', `POST ${x}/z with the ticket subject.`, [post('/z', { ticket_subject: 'Refund please' })]],
  ['zendesk', `POST ${x}/z with the requester's name.`, 'ask'],
  ['githubPush', `POST ${x}/g with the author.`, 'ask'],
  ['githubPush', `POST ${x}/g with the branch.`, 'ask'],
  ['github', `POST ${x}/g with the labels.`, 'ask'],
  ['github', `POST ${x}/g with {"title": "{{issue.title}}", "label": "{{issue.labels}}"}.`, 'ask'],
  ['typeform', `POST ${x}/tf with the email and the score.`, 'ask'],
  ['woo', `POST ${x}/w with first name and last name.`, 'ask'],
  [
    'woo',
    `POST ${x}/w with the billing first name and the billing email.`,
    [post('/w', { billing_first_name: 'John', billing_email: 'john@doe.de' })],
  ],
  ['contact', `POST ${x}/c with the customer's email.`, [post('/c', { customer_email: 'ada@x.io' })]],
  ['contact', `POST ${x}/c with the assignee's email.`, 'ask'],
  ['contact', `POST ${x}/c with the company.`, 'ask'],
  ['contact', `POST ${x}/c with email=email and name=Ada.`, 'ask'],
  ['contact', `POST ${x}/c with mail=contact.email.`, 'ask'],
  ['contact', `POST ${x}/c with header X-From: email and {"a": 1}.`, 'ask'],
  ['form', `GET ${x}/find?phone={{phone}}.`, 'ask'],
  ['shopifyGuest', `GET ${x}/find?note={{note}}.`, 'ask'],
  ['form', `POST ${x}/lead with the phone number.`, [post('/lead', { phone_number: '' })]],
];

/** Amounts and dates. */
const conversions: readonly InstructionsCase[] = [
  ['stripeCharge', `POST ${x}/p with the amount as dollars.`, 'ask'],
  ['stripeCharge', `POST ${x}/p with the amount in dollars.`, 'ask'],
  ['stripeCharge', `POST ${x}/p with the dollar amount.`, 'ask'],
  ['stripeCharge', `POST ${x}/p with the rounded amount.`, 'ask'],
  ['stripeCharge', `POST ${x}/p with the amount divided by 100.`, [post('/p', { amount: 50 })]],
  ['stripeCharge', `POST ${x}/p with amount as cents.`, 'ask'],
  ['stripeCharge', `POST ${x}/p with the amount in cents.`, 'ask'],
  ['woo', `POST ${x}/p with the total in cents.`, [post('/p', { total: 2935 })]],
  [
    'stripeCharge',
    `POST ${x}/slack with {"text": "Paid {{data.object.amount | divide: 100 | currency: "USD"}}"}.`,
    [post('/slack', { text: 'Paid $50.00' })],
  ],
  [
    'stripeCharge',
    `POST ${x}/slack with {"text": "Paid {{amount | divide: 100 | currency: "EUR"}}"}.`,
    'ask',
  ],
  ['shopify', `POST ${x}/p with created_at as DD.MM.YYYY.`, [post('/p', { created_at: '15.03.2026' })]],
  [
    'jira',
    `POST ${x}/p with {"due": "{{issue.fields.duedate | date: "DD/MM/YYYY"}}"}.`,
    [post('/p', { due: '01/04/2026' })],
  ],
  ['shopify', `POST ${x}/p with total plus 10%.`, 'ask'],
  [
    'shopify',
    `POST ${x}/p with {"skus": "{{line_items[].sku | join: ", "}}"}.`,
    [post('/p', { skus: 'IPOD2008PINK, CASE-1' })],
  ],
  [
    'shopify',
    `POST ${x}/p with {"tags": "{{tags | upper}}", "n": {{line_items | count}}}.`,
    [post('/p', { tags: 'VIP, WHOLESALE', n: 2 })],
  ],
  [
    'woo',
    `POST ${x}/p with {"name": "{{billing.company | default: "private"}}"}.`,
    [post('/p', { name: 'private' })],
  ],
  ['woo', `POST ${x}/p with {"total": {{total | upper}}}.`, [post('/p', { total: '29.35' })]],
  ['shopify', `POST ${x}/p with {"total": {{name | divide: 100}}}.`, 'ask'],
];

/** Conditions behind, before and between actions. */
const conditions: readonly InstructionsCase[] = [
  ['order', `POST ${x}/o with the order id, but only if status is paid.`, [post('/o', { order_id: 'A-17' })]],
  ['order', `POST ${x}/o with the order id, but only if status is open.`, []],
  ['order', `POST ${x}/o with the order id unless the total is over 10.`, []],
  [
    'order',
    `POST ${x}/o with the order id, except when status is refunded.`,
    [post('/o', { order_id: 'A-17' })],
  ],
  ['order', `POST ${x}/o with the order id, but never for test orders.`, 'ask'],
  ['order', `If order priority is high, POST ${x}/o with the order id.`, 'ask'],
  ['order', `POST ${x}/o with the order id. If order priority is high, reply "x".`, 'ask'],
  [
    'order',
    `POST ${x}/a with the order id and POST ${x}/b with the order id if the total is over 100.`,
    'ask',
  ],
  ['order', `If the total is over 100, POST ${x}/a with the order id; POST ${x}/b with the order id.`, 'ask'],
  ['order', `If the total is over 100:\nPOST ${x}/a with the order id`, []],
  [
    'order',
    `If the status is refunded, ignore it. Otherwise POST ${x}/a with the order id.`,
    [post('/a', { order_id: 'A-17' })],
  ],
  ['order', `When a new order arrives, POST ${x}/a with the order id.`, []],
  ['woo', `When a new order arrives, POST ${x}/a with the id.`, [post('/a', { id: 727 })]],
  ['linear', `When a new issue arrives, POST ${x}/a with the title.`, []],
  ['shopify', `If the order contains IPOD2008PINK, POST ${x}/hot with the order number.`, 'ask'],
  [
    'shopify',
    `If there is a note, POST ${x}/note with the note.`,
    [post('/note', { note: 'Please gift-wrap' })],
  ],
  ['shopifyGuest', `If there is a note, POST ${x}/note with the note.`, []],
  ['woo', `DELETE ${x}/o/{{number}} if the coupon is missing.`, []],
  ['shopify', `If the total is over 100 EUR, POST ${x}/big with the order number.`, 'ask'],
  [
    'jira',
    `If the status is Done, POST ${x}/done with the issue key.`,
    [post('/done', { issue_key: 'OPS-7' })],
  ],
  ['order', `If the customer is angry, DELETE ${x}/o/{{order.id}}.`, 'ask'],
];

/** Other ways to say what to send, and how often. */
const phrasings: readonly InstructionsCase[] = [
  [
    'shopify',
    `For each line item, POST ${x}/item with sku and quantity.`,
    [post('/item', { sku: 'IPOD2008PINK', quantity: 1 }), post('/item', { sku: 'CASE-1', quantity: 2 })],
  ],
  [
    'shopify',
    `For each line item, POST ${x}/item with {"order": "{{order_number}}", "sku": "{{sku}}"}.`,
    [post('/item', { order: '1234', sku: 'IPOD2008PINK' }), post('/item', { order: '1234', sku: 'CASE-1' })],
  ],
  ['shopifyMany', `For each line item, POST ${x}/item with sku and quantity.`, 'ask'],
  ['shopify', `For each line item, POST ${x}/item with the sku and the email.`, 'ask'],
  ['shopify', `For each line item with quantity over 1, POST ${x}/item with sku.`, 'ask'],
  [
    'githubPush',
    `For each commit, POST ${x}/commit with id and message.`,
    [post('/commit', { id: 'c1', message: 'Fix it' }), post('/commit', { id: 'c2', message: 'Test it' })],
  ],
  [
    'contact',
    `Create a contact at ${x}/contacts with email and name.`,
    [post('/contacts', { email: 'ada@x.io', name: 'Ada Lovelace' })],
  ],
  [
    'contact',
    `Create a contact: POST ${x}/contacts with email and name.`,
    [post('/contacts', { email: 'ada@x.io', name: 'Ada Lovelace' })],
  ],
  ['contact', `Delete the contact: POST ${x}/contacts with email.`, 'ask'],
  ['contact', `Update the contact at ${x}/contacts/{{email}} with name.`, 'ask'],
  [
    'contact',
    `POST a message to ${x}/chat saying "New contact {{name}}".`,
    [`POST ${x}/chat New contact Ada Lovelace`],
  ],
  ['contact', `Send "New contact {{name}}" to ${x}/chat.`, [`POST ${x}/chat New contact Ada Lovelace`]],
  [
    'contact',
    `GET ${x}/contacts?email={{email}}. If it does not exist, POST ${x}/contacts with email.`,
    'ask',
  ],
  ['contact', `GET ${x}/contacts?email={{email}} and POST ${x}/note with {"id": "{{response.id}}"}.`, 'ask'],
  ['contact', `POST ${x}/c with email twice.`, 'ask'],
  ['contact', `PUT ${x}/c with email.`, 'ask'],
  ['contact', `Translate the message to French and POST it to ${x}/c.`, 'ask'],
  ['contact', `POST ${x}/c with the answer to the message.`, 'ask'],
];

/** Answers without requests. */
const answers: readonly InstructionsCase[] = [
  [
    'github',
    'Report the issue title and the issue number.',
    { answer: ['issue title: "Found a bug"', 'issue number: 1347'] },
  ],
  ['githubPush', 'List the commit messages.', { answer: ['commit messages: "Fix it", "Test it"'] }],
  ['pagerduty', 'Report the service name.', { answer: ['service name: "Checkout API"'] }],
  ['typeform', 'Report the feedback text.', 'ask'],
  ['shopify', 'Report the coupon.', 'ask'],
  ['shopify', 'Report customer.phone.', { answer: ['customer.phone: not in the delivery'] }],
  ['twilio', 'Report From and Body.', { answer: ['From: "+4412345"', 'Body: "STOP it"'] }],
  ['text', 'Summarize this delivery in one sentence.', { answer: ['"Printer on fire."'] }],
  [
    'calendly',
    'Report the first name and the last name.',
    { answer: ['first name: "Kim"', 'last name: "Lee"'] },
  ],
  ['jira', 'Report the status.', { answer: ['status: "Done"'] }],
  ['shopify', 'Report the best price.', 'ask'],
  ['shopify', 'Report the latest order.', 'ask'],
];

/** As people write them for these senders. */
const everyday: readonly InstructionsCase[] = [
  ['stripe', `POST ${x}/o with the country.`, 'ask'],
  ['shopify', `DELETE ${x}/c/[customer].`, 'ask'],
  ['shopify', `POST ${x}/o with amount=total_price/100.`, 'ask'],
  ['stripe', `POST ${x}/o with amount=amount_paid-amount_due.`, 'ask'],
  ['shopify', `POST ${x}/o with {"amount": "<total_price>"}.`, 'ask'],
  ['shopify', `POST ${x}/o with {"amount": "$total_price"}.`, 'ask'],
  ['shopify', `POST ${x}/o with text "Hi [email], thanks".`, 'ask'],
  ['shopify', `POST ${x}/o with text "Hi {email}, thanks".`, 'ask'],
  ['shopify', `POST ${x}/o with {"amount": "total_price in dollars"}.`, 'ask'],
  [
    'shopify',
    `POST ${x}/o with {"text": "Hi [all], 5 < 6 and 7 > 6"}.`,
    [post('/o', { text: 'Hi [all], 5 < 6 and 7 > 6' })],
  ],
  ['shopify', `POST ${x}/o with day=today and order={{name}}.`, 'ask'],
  ['shopify', `POST ${x}/o with key=uuid and order={{name}}.`, 'ask'],
  ['stripe', `POST ${x}/o with {"t": "{{amount_paid | currency}}"}.`, 'ask'],
  [
    'stripe',
    `POST ${x}/o with {"t": "{{amount_paid | divide: 100 | currency}}"}.`,
    [post('/o', { t: '$50.00' })],
  ],
  ['shopify', `POST ${x}/o with {"t": "{{total_price | currency}}"}.`, [post('/o', { t: '$199.00' })]],
  ['order', `Do nothing. POST ${x}/o with the order id.`, 'ask'],
  ['order', `POST ${x}/o with the order id. Do nothing else.`, [post('/o', { order_id: 'A-17' })]],
  [
    'order',
    `If the status is paid, POST ${x}/a with the order id. If the total is over 100, POST ${x}/b with the order id. Otherwise POST ${x}/c with the order id.`,
    'ask',
  ],
  ['shopify', `GET ${x}/find?email=customer.email.`, 'ask'],
  ['shopify', `GET ${x}/find?email=email&limit=5.`, 'ask'],
  ['shopify', `GET ${x}/find?status=open&limit=5.`, [`GET ${x}/find?status=open&limit=5`]],
  ['shopify', `DELETE ${x}/orders/id.`, 'ask'],
  ['shopify', `DELETE ${x}/orders/ORDER_ID.`, 'ask'],
  ['shopify', `DELETE ${x}/orders/$order_number.`, 'ask'],
  ['shopify', `DELETE ${x}/orders/:order_number.`, [`DELETE ${x}/orders/1234`]],
  ['order', `GET ${x}/o/{{order.id}}. If the response is not 200, POST ${x}/alert with the order id.`, 'ask'],
  ['order', `GET ${x}/o/{{order.id}}. If the status is 404, POST ${x}/o with the order id.`, 'ask'],
  ['order', `POST ${x}/o with the order id. Ignore errors.`, 'ask'],
  ['order', `Do a POST to ${x}/o with the order id.`, [post('/o', { order_id: 'A-17' })]],
  ['order', `POST ${x}/o with the order id if paid.`, 'ask'],
  ['order', `POST ${x}/o with the order id. Only once.`, 'ask'],
  [
    'shopify',
    `POST ${x}/o with the customer's email and order id.`,
    [`POST ${x}/o {"customer_email":"jon@doe.ca","order_id":820982911946154500}`],
  ],
  ['shopify', `POST ${x}/o with the order number for each line item.`, 'ask'],
  [
    'shopify',
    `Send a Slack message to ${x}/chat with the text "New order {{name}}".`,
    [post('/chat', { text: 'New order #9999' })],
  ],
  ['stripe', `POST ${x}/p with the event id.`, [post('/p', { event_id: 'evt_1' })]],
  ['calendly', `POST ${x}/c with the event name.`, 'ask'],
  ['calendly', `Forward the payload to ${x}/c.`, 'ask'],
  ['github', `POST ${x}/g with the body.`, 'ask'],
  ['shopify', `POST ${x}/o with order=name.`, 'ask'],
  ['shopify', `POST ${x}/o with the new total.`, 'ask'],
  ['shopify', `POST ${x}/o with the total price in EUR.`, 'ask'],
  [
    'shopify',
    `POST ${x}/o with the order number, the customer email and the total.`,
    [post('/o', { order_number: 1234, customer_email: 'jon@doe.ca', total: '199.00' })],
  ],
  [
    'shopify',
    `POST ${x}/o with the number of line items and the sum of line item prices.`,
    [post('/o', { number_of_line_items: 2, sum_of_line_item_prices: 174 })],
  ],
  ['shopify', `POST ${x}/o with the customer's city.`, 'ask'],
  [
    'shopify',
    `POST ${x}/o with line_items[].sku as skus.`,
    [post('/o', { skus: ['IPOD2008PINK', 'CASE-1'] })],
  ],
  [
    'shopify',
    `Notify ${x}/chat with {"text": "New order {{name}} over {{total_price}} {{currency}}"}.`,
    [post('/chat', { text: 'New order #9999 over 199.00 USD' })],
  ],
  [
    'shopify',
    `If the customer's tags contain loyal, POST ${x}/o with the customer id and the order name.`,
    [`POST ${x}/o {"customer_id":115310627314723950,"order_name":"#9999"}`],
  ],
  ['shopify', 'Reply "Thanks {{customer.first_name}}!"', { answer: ['Thanks Jon!'] }],
  ['shopify', 'Reply "Thanks {{first_name}}!"', 'ask'],
  ['shopify', 'List the titles of the line items.', { answer: ['"IPod Nano", "Case"'] }],
  ['shopify', 'List the product names.', 'ask'],
  ['shopify', 'Summarise the order.', { answer: ['order_number: 1234'] }],
  ['shopify', `Forward the order to ${x}/o.`, 'ask'],
  [
    'stripe',
    `POST ${x}/p with the customer id and the amount paid.`,
    [post('/p', { customer_id: 'cus_123', amount_paid: 5000 })],
  ],
  ['stripe', `POST ${x}/p with the invoice amount.`, 'ask'],
  [
    'stripeCharge',
    `POST ${x}/p with the charge id, the card brand and the billing email.`,
    [post('/p', { charge_id: 'ch_1', card_brand: 'visa', billing_email: 'ada@example.com' })],
  ],
  [
    'github',
    `POST ${x}/g with the issue's title and body, the sender login and the repository name.`,
    [
      post('/g', {
        issue_title: 'Found a bug',
        body: 'It breaks.',
        sender_login: 'octocat',
        repository_name: 'hello',
      }),
    ],
  ],
  ['github', `POST ${x}/g with the issue title and url.`, 'ask'],
  [
    'githubPush',
    `POST ${x}/g with the commit messages and the number of commits.`,
    [post('/g', { commit_messages: ['Fix it', 'Test it'], number_of_commits: 2 })],
  ],
  [
    'jira',
    `POST ${x}/j with the issue key, the issue type, the due date and the assignee's name.`,
    [
      post('/j', {
        issue_key: 'OPS-7',
        issue_type: 'Bug',
        due_date: '2026-04-01',
        assignee_name: 'Bob Builder',
      }),
    ],
  ],
  ['jira', 'Reply "{{issue.key}} is {{issue.fields.status}}"', { answer: ['OPS-7 is Done'] }],
  [
    'zendesk',
    `POST ${x}/z with the ticket id, description and priority.`,
    [post('/z', { ticket_id: '5158', description: 'I want my money back', priority: 'HIGH' })],
  ],
  ['zendesk', `POST ${x}/z with the ticket id and subject.`, 'ask'],
  [
    'calendly',
    `POST ${x}/c with the invitee's email and name.`,
    [post('/c', { invitee_email: 'kim@x.io', name: 'Kim Lee' })],
  ],
  [
    'calendly',
    'Reply "Booked: {{payload.scheduled_event.start_time | date: "DD.MM.YYYY HH:mm", "Europe/Berlin"}}"',
    { answer: ['Booked: 05.03.2026 10:00'] },
  ],
  ['slack', `POST ${x}/s with the text and the user.`, [post('/s', { text: '!deploy api', user: 'U1' })]],
  ['twilio', `POST ${x}/sms with From and Body.`, [post('/sms', { From: '+4412345', Body: 'STOP it' })]],
  [
    'pagerduty',
    `POST ${x}/pd with the incident id, the incident number and the service name.`,
    [post('/pd', { incident_id: 'PGR0VU2', incident_number: 2, service_name: 'Checkout API' })],
  ],
  [
    'linear',
    `POST ${x}/l with the issue title, the identifier and the assignee's name.`,
    [post('/l', { issue_title: 'Slow page', identifier: 'ENG-9', assignee_name: 'Dee' })],
  ],
  [
    'woo',
    `POST ${x}/w with the order id, total and status.`,
    [post('/w', { order_id: 727, total: '29.35', status: 'processing' })],
  ],
  ['woo', `POST ${x}/w with the customer's email.`, 'ask'],
  [
    'form',
    `POST ${x}/lead with the customer's name and email.`,
    [post('/lead', { customer_name: 'Ada Lovelace', email: 'ada@x.io' })],
  ],
  [
    'contact',
    `If the message contains call, POST ${x}/c with name and email.`,
    [post('/c', { name: 'Ada Lovelace', email: 'ada@x.io' })],
  ],
  [
    'order',
    `POST ${x}/o with the order's id, status and total.`,
    [post('/o', { order_id: 'A-17', status: 'paid', total: 49.5 })],
  ],
  [
    'order',
    `POST ${x}/o with the order's id and status, and the customer's email.`,
    [post('/o', { order_id: 'A-17', status: 'paid', customer_email: 'ada@x.io' })],
  ],
  ['order', `POST ${x}/o with the customer's email and status.`, 'ask'],
  [
    'text',
    `POST ${x}/t with the message.`,
    [post('/t', { message: 'Printer on fire. Please send help. Third floor.' })],
  ],
];

export const instructionsCases: readonly InstructionsCase[] = [
  ...spelledOut,
  ...names,
  ...conversions,
  ...conditions,
  ...phrasings,
  ...answers,
  ...everyday,
];
