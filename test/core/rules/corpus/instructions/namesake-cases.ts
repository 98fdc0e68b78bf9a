import type { InstructionsCase } from './cases.ts';

const x = 'https://api.example.com';
const post = (path: string, body: unknown): string => `POST ${x}${path} ${JSON.stringify(body)}`;

/** One name, and several things that have it. */
const shared: readonly InstructionsCase[] = [
  ['rental', `PATCH ${x}/cars/{{rental.car.id}} with status.`, 'ask'],
  ['rental', `PATCH ${x}/cars/{{rental.car.id}} with {"status": "{{status}}"}`, 'ask'],
  ['rental', `POST ${x}/k with the car id and status.`, [post('/k', { car_id: 'C-44', status: 'washed' })]],
  [
    'rental',
    `POST ${x}/k with deposit id, amount and status.`,
    [post('/k', { deposit_id: 'D-2', amount: 90, status: 'open' })],
  ],
  ['rental', 'Reply "Deposit {{status}}"', 'ask'],
  ['rental', `DELETE ${x}/drivers/{{id}}`, 'ask'],
  ['rental', `DELETE ${x}/rentals/{{rental.id}}`, [`DELETE ${x}/rentals/R-5`]],
  [
    'rental',
    `POST ${x}/k with the rental id and the rental status.`,
    [post('/k', { rental_id: 'R-5', rental_status: 'confirmed' })],
  ],
  [
    'rental',
    `POST ${x}/k with the deposit's id and amount.`,
    [post('/k', { deposit_id: 'D-2', amount: 90 })],
  ],
  [
    'rental',
    `POST ${x}/k with the name and country of the driver.`,
    [post('/k', { name: 'Mara', country_of_driver: 'AT' })],
  ],
  ['rated', `POST ${x}/r with the product id and stars.`, [post('/r', { product_id: 8, stars: 4.5 })]],
  ['rated', `POST ${x}/r with the rating id and text.`, [post('/r', { rating_id: 3, text: 'Too loud' })]],
  ['tagged', `POST ${x}/t with the item number and the tags.`, 'ask'],
  [
    'tagged',
    `POST ${x}/t with item.number and item.tags[].name as tags.`,
    [post('/t', { item_number: 6, tags: ['parcel', 'late'] })],
  ],
  ['flatOrder', `DELETE ${x}/customers/{{id}}`, 'ask'],
  ['flatOrder', `DELETE ${x}/customers/{{customer.id}}`, [`DELETE ${x}/customers/c-1`]],
  ['flatOrder', `DELETE ${x}/orders/{{id}}`, [`DELETE ${x}/orders/o-1`]],
  [
    'flatOrder',
    `POST ${x}/o with the customer id and status.`,
    [post('/o', { customer_id: 'c-1', status: 'open' })],
  ],
];

/** An envelope with a name that what it wraps has too, and an amount that is more than its number. */
const wrapped: readonly InstructionsCase[] = [
  ['captured', `POST ${x}/p with the id and state.`, 'ask'],
  ['captured', `POST ${x}/p with the amount.`, 'ask'],
  [
    'captured',
    `POST ${x}/p with resource.id and the amount value.`,
    [post('/p', { resource_id: 'CP-1', amount_value: '12.50' })],
  ],
  // Each item is asked.
  ['rental', `For each extra, POST ${x}/e with code if count is over 1.`, 'ask'],
  ['rental', `If rental.status is confirmed, for each extra POST ${x}/e with code.`, 'ask'],
  [
    'rental',
    `For each extra, POST ${x}/e with code.`,
    [post('/e', { code: 'seat' }), post('/e', { code: 'rack' })],
  ],
];

/** After a request, a bare name may be of its answer. */
const answered: readonly InstructionsCase[] = [
  ['rental', `GET ${x}/drivers/{{driver.id}}. If the tier is gold, POST ${x}/vip with the rental id.`, 'ask'],
  [
    'rental',
    `GET ${x}/rentals/{{rental.id}}. If the status is confirmed, DELETE ${x}/rentals/{{rental.id}}.`,
    'ask',
  ],
  [
    'rental',
    `GET ${x}/rentals/{{rental.id}}. Only continue if the status is open. POST ${x}/k with the rental id.`,
    'ask',
  ],
  ['rental', `GET ${x}/drivers/{{driver.id}}, then POST ${x}/k with the country.`, 'ask'],
  ['rental', `GET ${x}/drivers/{{driver.id}}, then reply "From {{country}}".`, 'ask'],
  ['rental', `POST ${x}/a with the rental id, then PATCH ${x}/a/{{id}} with state="done".`, 'ask'],
  [
    'rental',
    `GET ${x}/drivers/{{driver.id}}. If rental.status is confirmed, POST ${x}/k with the rental id.`,
    [`GET ${x}/drivers/P-9`, post('/k', { rental_id: 'R-5' })],
  ],
  [
    'rental',
    `POST ${x}/a with the rental id. Then PATCH ${x}/a/{{rental.id}} with country.`,
    [post('/a', { rental_id: 'R-5' }), `PATCH ${x}/a/R-5 {"country":"AT"}`],
  ],
  // In braces a member at the top is a path; an id may be that of what was made, and a reply may be about the answer.
  [
    'flatOrder',
    `GET ${x}/prices. POST ${x}/k with {"id": "{{id}}", "state": "{{status}}"}.`,
    [`GET ${x}/prices`, post('/k', { id: 'o-1', state: 'open' })],
  ],
  ['flatOrder', `GET ${x}/prices. POST ${x}/k with the status.`, 'ask'],
  ['flatOrder', `GET ${x}/orders. Then reply "It is {{status}}".`, 'ask'],
  ['flatOrder', `POST ${x}/a with the status. Then PATCH ${x}/a/{{id}} with state="done".`, 'ask'],
];

/** "Even if" is no condition. What "otherwise" denies is a sentence that stops, and none that says when to run. */
const otherwise: readonly InstructionsCase[] = [
  ['rental', `POST ${x}/k with the rental id even if rental.status is open.`, 'ask'],
  ['rental', `POST ${x}/k with the rental id, even when rental.status is open.`, 'ask'],
  ['rental', `POST ${x}/k with {"id": 1} even if rental.status is open.`, 'ask'],
  ['rental', `Do nothing if rental.status is confirmed. Otherwise POST ${x}/k with the rental id.`, []],
  [
    'rental',
    `Do nothing if rental.status is open. Otherwise POST ${x}/k with the rental id.`,
    [post('/k', { rental_id: 'R-5' })],
  ],
  [
    'rental',
    `Do nothing unless rental.status is confirmed. Otherwise POST ${x}/k with the rental id.`,
    [post('/k', { rental_id: 'R-5' })],
  ],
  ['rental', `Skip it if rental.status is confirmed. Otherwise POST ${x}/k with the rental id.`, []],
  ['rental', 'If rental.status is confirmed, run. Otherwise reply "x".', 'ask'],
  ['rental', 'If rental.status is open, run. Otherwise reply "x".', 'ask'],
];

export const namesakeCases: readonly InstructionsCase[] = [...shared, ...wrapped, ...answered, ...otherwise];
