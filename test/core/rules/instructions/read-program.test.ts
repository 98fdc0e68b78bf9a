import { describe, expect, it } from 'vitest';

import { readProgram } from '#rules/instructions/read-program.ts';
import { runOffline } from '#test/support/run-offline.ts';

const x = 'https://api.example.com/x';
const delivery = {
  event: 'order.created',
  id: 'd1',
  name: 'Ada',
  order: { id: 'o1', status: 'paid', total: 150, email: 'ada@example.com' },
  items: [
    { sku: 'A', price: 1.5 },
    { sku: 'B', price: 2 },
  ],
};
const paid = `${x} {"order_id":"o1"}`;

describe('requests, however they are said', () => {
  it.each<[string, readonly string[]]>([
    [
      `POST \`${x}\` with {order_id: {{order.id}}, note: "a, b: c",}`,
      [`POST ${x} {"order_id":"o1","note":"a, b: c"}`],
    ],
    [`POST to <${x}> with id.`, [`POST ${x} {"id":"d1"}`]],
    [`Use POST "${x}" with \`{"a": 1}\`.`, [`POST ${x} {"a":1}`]],
    [`For deliveries where total is at least 100, POST ${x} with id.`, [`POST ${x} {"id":"d1"}`]],
    [`POST ${x} with id. Reply OK.`, [`POST ${x} {"id":"d1"}`]],
    [`GET ${x} and acknowledge the delivery.`, [`GET ${x}`]],
    [`Describe what arrived, then GET ${x}.`, [`GET ${x}`]],
    [`When an order is paid, POST ${x} with the order id.`, [`POST ${paid}`]],
    [
      `If the status is "paid", send the order id and the total to ${x}.`,
      [`POST ${x} {"order_id":"o1","total":150}`],
    ],
    [
      `Post a message to ${x} with JSON {"text": "Order {{order.id}} for {{total}}"}.`,
      [`POST ${x} {"text":"Order o1 for 150"}`],
    ],
    [`Send {"text":"Order {{order.id}}"} to ${x}`, [`POST ${x} {"text":"Order o1"}`]],
    [
      `POST to ${x} the summary.`,
      [
        `POST ${x} {"summary":"Event \\"order.created\\"; id: \\"d1\\"; order.id: \\"o1\\"; name: \\"Ada\\"; order.status: \\"paid\\"; order.total: 150; order.email: \\"ada@example.com\\"; items: 2 items, first: { \\"sku\\": \\"A\\", \\"price\\": 1.5 }"}`,
      ],
    ],
    [
      `POST ${x} with body: {"id": {{id}}, "items": {{items[].sku}}}`,
      [`POST ${x} {"id":"d1","items":["A","B"]}`],
    ],
    [`POST ${x}\nHeaders: X-A: 1\nBody: {"id": {{id}}}`, [`POST ${x} {"id":"d1"}`]],
    [`POST ${x} with:\n{"id": "{{id}}"}`, [`POST ${x} {"id":"d1"}`]],
    [`POST ${x} with this JSON:\n\`\`\`json\n{"id": "{{id}}"}\n\`\`\``, [`POST ${x} {"id":"d1"}`]],
    [
      `PATCH ${x}/{order.id} with status=done and note "Paid by {{name}}"`,
      [`PATCH ${x}/o1 {"status":"done","note":"Paid by Ada"}`],
    ],
    [`Delete ${x}/:id when the status is paid.`, [`DELETE ${x}/d1`]],
    [`Fetch ${x}/{{order.id}} and tell me the status.`, [`GET ${x}/o1`]],
    [`Call GET ${x}`, [`GET ${x}`]],
    [`Do a POST to ${x} with the order id.`, [`POST ${paid}`]],
    [
      `Call ${x} using POST with message "Hi {{name}}" and the Authorization header.`,
      [`POST ${x} {"message":"Hi Ada"}`],
    ],
    [`Call ${x} with method POST and body {"a":1}.`, [`POST ${x} {"a":1}`]],
    [`Make an HTTP GET request to ${x}?id={{order.id}} and then reply "ok".`, [`GET ${x}?id=o1`]],
    [
      `Send a POST request to ${x} with a JSON body containing the order id and the total.`,
      [`POST ${x} {"order_id":"o1","total":150}`],
    ],
    [`Send an HTTP POST request to ${x} with the order id in the body.`, [`POST ${paid}`]],
    [`Send the order id to ${x} via POST as JSON.`, [`POST ${paid}`]],
    [`POST ${x} with order id as order_ref, total as amount.`, [`POST ${x} {"order_ref":"o1","amount":150}`]],
    [
      `POST ${x} with the fields order.id, order.total and email.`,
      [`POST ${x} {"order_id":"o1","order_total":150,"email":"ada@example.com"}`],
    ],
    [
      `POST ${x} with the number of items and the sum of items[].price as sum.`,
      [`POST ${x} {"number_of_items":2,"sum":3.5}`],
    ],
    [`POST ${x} with "Hello {{name}}"`, [`POST ${x} Hello Ada`]],
    [
      `POST ${x}/a with id, then POST ${x}/b with id and reply "ok".`,
      [`POST ${x}/a {"id":"d1"}`, `POST ${x}/b {"id":"d1"}`],
    ],
    [`- If status is paid: POST ${x} with id\n- Otherwise: do nothing`, [`POST ${x} {"id":"d1"}`]],
    [
      `If total is over 100:\n* POST ${x} with id\n* reply "large"\nOtherwise:\n* GET ${x}`,
      [`POST ${x} {"id":"d1"}`],
    ],
    [`If total is over 1000, POST ${x} with id; otherwise GET ${x}/small.`, [`GET ${x}/small`]],
    [`If total > 1000 then POST ${x} with id else GET ${x}/small`, [`GET ${x}/small`]],
    [
      `When event is order.created, POST ${x} with id; when event is order.deleted, DELETE ${x}/{{id}}.`,
      [`POST ${x} {"id":"d1"}`],
    ],
    [`When a new order arrives, POST ${x} with the order id.`, [`POST ${paid}`]],
    [`When a new refund arrives, POST ${x} with the order id.`, []],
    [`When a delivery comes in:\n1. POST ${x} with id\n2. Reply "ok"`, [`POST ${x} {"id":"d1"}`]],
    [`# Steps\n1) First, please POST ${x} with id.\n2) Finally, reply "done".`, [`POST ${x} {"id":"d1"}`]],
    [`GET ${x} with q={{name}} and limit=5.`, [`GET ${x}?q=Ada&limit=5`]],
    [`GET ${x} with the query parameters id and total.`, [`GET ${x}?id=d1&total=150`]],
    [`Forward everything to ${x} as is.`, [`POST ${x} ${JSON.stringify(delivery)}`]],
    [`Only act if status is paid. POST ${x} with id.`, [`POST ${x} {"id":"d1"}`]],
    [`POST ${x} with id. Ignore if status is paid.`, []],
    [`If the order is paid, POST ${x} with id, otherwise report the status.`, [`POST ${x} {"id":"d1"}`]],
    [`POST ${x} with id only if total is at least 150.`, [`POST ${x} {"id":"d1"}`]],
    [`Unless total is at least 150, POST ${x} with id.`, []],
  ])('%s', async (instructions, expected) => {
    const { needsModel, requests } = await runOffline(instructions, delivery);
    expect(needsModel).toBeNull();
    expect(requests.map(({ method, url, body }) => [method, url, body].filter(Boolean).join(' '))).toEqual(
      expected,
    );
  });

  it('with literal headers', async () => {
    const { requests } = await runOffline(
      `POST ${x} with JSON body {"a": 1} and headers X-A: 1 and X-B: "two words".`,
      delivery,
    );
    expect(requests[0]?.headers).toEqual({
      'content-type': 'application/json',
      'X-A': '1',
      'X-B': 'two words',
    });
  });
});

describe('sentences that are not understood, because half of a sentence is dangerous', () => {
  it.each([
    'POST X with the order id, but never for test orders.',
    'POST X with the id unless it looks like spam.',
    'If the customer seems angry, POST X with id.',
    'Translate the message to French and POST it to X.',
    'Decide whether to refund and DELETE X.',
    'POST X with a friendly message.',
    'POST X with the most important fields.',
    'POST X with the id from the answer.',
    'GET X, take the id and POST it to X.',
    'Read X and summarise the page.',
    'Reply politely.',
    'Reply in German.',
    'Reply with a joke.',
    'Write an email to the customer.',
    'Email ada@example.com.',
    'Notify the team.',
    'Send a Slack message.',
    'Send a request to X.',
    'POST X with total plus 10%.',
    'POST X with total * 2.',
    'POST X twice.',
    'POST X every hour.',
    'POST X for each item.',
    'For each item, POST X with status=done.',
    'For each item with a sku, POST X with sku.',
    'For each item, reply "x".',
    'For the first item, POST X with sku.',
    'Create a contact at X.',
    'Create the contacts at X with id.',
    'Update a contact at X with id.',
    'Delete the contact: POST X with id.',
    'Create a contact if needed: POST X with id.',
    'POST X with the total as dollars.',
    'POST X with the id as ref and the name as ref.',
    'POST X with name=order.email.',
    'POST X with the total divided by 0.',
    'Wait 5 minutes and POST X.',
    'PUT X with id.',
    'If status is paid today, POST X with id.',
    'If it is urgent, reply "x".',
    'Ignore previous instructions.',
    'You are a helpful assistant.',
    'Summarise the delivery in one word.',
    'Summarise the delivery in one sentence for the boss.',
    'Report the total rounded to 2 decimals.',
    'Report the status carefully.',
    'Report the cheapest item.',
    'Report the id except when test.',
    'If status is paid or so, reply "x".',
    'Reply "a" maybe.',
    'Reply "x" or reply "y".',
    'Try to POST X.',
    'POST X if possible.',
    'If status is paid reply "no" and stop. POST X with id.',
    'If status is paid: reply "no". Stop. POST X with id.',
    'Reply "no" and stop if status is paid. POST X with id.',
    'POST X with id. Stop. POST X/b with id.',
    'Stop. POST X with id.',
    'POST X with id unless status is open, but total must be over 200.',
    'DELETE X/(id).',
    'DELETE X/[id], then reply "ok".',
    'DELETE X/*.',
    'GET X/users/...',
    'GET X?email=%email%.',
    'POST X with id. No emails.',
    'POST X with id. Ignore errors.',
    'POST X with id. Ignore the response.',
    'POST X with id. If the response is 404, reply "x".',
    'GET X. If the response is not 200, POST X with id.',
    'GET X. If the status is 404, POST X with id.',
    'GET X. Unless the status code is 200, POST X with id.',
    'GET X and POST X/b with id if the result is empty.',
    'Do not POST X.',
    "Don't POST X with id.",
    'Never reply "x".',
    'Avoid POST X',
    'POST X only once',
    'POST X and retry on failure.',
    'If the POST fails, reply "x".',
    'POST X with {"a": {{b}',
    'Reply "unclosed.',
    'If (status is paid, reply "x".',
    'POST X with id or total.',
    'GET X with JSON {"a":1}',
    'DELETE X with id.',
    'POST X X',
    'POST X with the X-Unknown header.',
    'POST X with the total in euros.',
    'If status is not, reply "x"',
    'Otherwise reply "x".',
    'If status is paid, reply "a". Otherwise reply "b". Then reply "c".',
    '',
    '   \n - ',
    'x'.repeat(5_000),
  ])('%s', async (text) => {
    const instructions = text.replaceAll('X', x);
    expect(readProgram(instructions, ['authorization'])).toMatchObject({ state: 'not-understood' });
    const run = await runOffline(instructions, delivery);
    expect(run.requests).toEqual([]);
    expect(run.needsModel).toContain('did not understand');
  });
});
