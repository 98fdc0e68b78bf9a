import { expect, it } from 'vitest';

import { asksForWriting } from '#rules/asked-request.ts';

it.each([
  'POST the order to https://api.example.com/orders.',
  'POST https://api.example.com/orders with JSON {"id": {{id}}}. Then reply "Order {{id}} recorded".',
  'PATCH https://api.example.com/orders/{{id}} with JSON {"state": "paid"}.',
])('instructions ask for a request that changes something: %s', (instructions) => {
  expect(asksForWriting(instructions, [])).toBe(true);
});

it.each([
  'Report id, total and customer.email.',
  'GET https://api.example.com/orders/{{id}}.',
  'If status is paid, POST the order to https://api.example.com/orders.',
  'When the status is "paid", POST the order to https://api.example.com/orders. Otherwise reply "No".',
  'Only run when the status is paid. POST the order to https://api.example.com/orders.',
  'POST the order to https://api.example.com/orders. Leave out orders that look like a test, do nothing for those.',
  'Ignore spam. POST the order to https://api.example.com/orders.',
  'POST the order to https://api.example.com/orders. Orders from the test shop are none of our business.',
  'POST the order to https://api.example.com/orders unless it is a test.',
  'For each line item, POST it to https://api.example.com/items.',
  '',
])('instructions ask for none that is certain: %s', (instructions) => {
  expect(asksForWriting(instructions, [])).toBe(false);
});
