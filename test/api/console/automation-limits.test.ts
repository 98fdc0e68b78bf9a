import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { automationEditor, editorTexts as texts } from '#test/support/automation-editor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const typed = {
  'budget.runs': '20',
  'budget.tokens': '50000',
  'budget.amountMicros': '1.25',
  'budget.perMonth.runs': '300',
  'budget.perMonth.amountMicros': '20',
};
const budget = {
  runs: 20,
  tokens: 50_000,
  amountMicros: 1_250_000,
  perMonth: { runs: 300, amountMicros: 20_000_000 },
};

const newVisitor = () => automationEditor(api);

const idIn = ({ response }: { response: Response }) =>
  /aut_[\w-]+/.exec(response.headers.get('location') ?? '')?.[0] ?? '';

describe('the budget', () => {
  it('is typed in runs, tokens and dollars, shown again, and taken back by blank fields', async () => {
    const { save, read, show, path } = await newVisitor();
    await save(typed);
    expect(await read()).toMatchObject({ budget });
    const { text } = await show(path);
    for (const [name, value] of Object.entries(typed))
      expect(text).toMatch(new RegExp(`name="${name}"\\s+value="${value}"`));
    expect(text).toContain('20 runs, 50000 tokens, $1.25 a day; 300 runs, $20 a month');
    await save({ 'budget.runs': ' ' });
    expect(await read()).toMatchObject({ budget: null });
  });

  it('says what it means, and what of it is used', async () => {
    const { save, show, path, automation } = await newVisitor();
    expect((await show(path)).text).toMatch(/Budget\s+<span class="quiet">no limit/);
    await save({ 'budget.runs': '1' });
    await fetch(automation.hook, { method: 'POST', headers: { 'x-service-event-id': 'e1' }, body: '{}' });
    const { text } = await show(path);
    expect(text).toContain('from midnight to midnight in UTC');
    expect(text).toMatch(/Used today: 1 run, 0 tokens, \S+ Used this month: 1 run, 0 tokens/);
  });

  it.each([
    ['budget.runs', '0'],
    ['budget.tokens', '1.5'],
    ['budget.amountMicros', '-2'],
    ['budget.amountMicros', 'two'],
    ['budget.perMonth.tokens', '0'],
  ])('is refused at the field that is wrong, with what was typed: %s %s', async (name, value) => {
    const { save, read } = await newVisitor();
    const { response, text } = await save({ ...typed, eventIdFrom: '/order/id', [name]: value });
    expect(response.status).toBe(400);
    expect(text).toMatch(new RegExp(`name="${name}"\\s+value="${value}"\\s+aria-invalid="true"`));
    expect(text).toContain('value="/order/id"');
    expect(await read()).toMatchObject({ budget: null, eventIdFrom: null });
  });
});

describe('the place of the event id', () => {
  it('is typed, shown again, and taken back by a blank field', async () => {
    const { save, read, show, path } = await newVisitor();
    await save({ eventIdFrom: ' /order/id ' });
    expect(await read()).toMatchObject({ eventIdFrom: '/order/id' });
    expect((await show(path)).text).toContain('from /order/id');
    await save({ eventIdFrom: '' });
    expect(await read()).toMatchObject({ eventIdFrom: null });
  });

  it.each(['two words', 'authorization'])('is refused with what was typed: %s', async (eventIdFrom) => {
    const { save, read } = await newVisitor();
    const { response, text } = await save({ ...typed, eventIdFrom });
    expect(response.status).toBe(400);
    expect(text).toMatch(/name="eventIdFrom"[^>]*aria-invalid="true"/);
    expect(text).toContain(`value="${eventIdFrom}"`);
    expect(text).toContain('value="50000"');
    expect(await read()).toMatchObject({ budget: null, eventIdFrom: null });
  });
});

describe('deliveries for which there is no room', () => {
  it('is asked where the sender tries once, and kept', async () => {
    const { save, read, show, path } = await newVisitor();
    expect((await show(path)).text).not.toContain('name="burst"');
    await save({ sender: 'github' });
    const { text } = await show(path);
    expect(text).toMatch(/name="burst"\s+value="hold"/);
    expect(text).toContain('GitHub sends each delivery once: refused deliveries are lost.');
    await save({ sender: 'github', burst: 'hold' });
    expect(await read()).toMatchObject({ burst: 'hold' });
    expect((await show(path)).text).toMatch(/name="burst"[^>]*checked/);
    await save({ sender: 'github' });
    expect(await read()).toMatchObject({ burst: 'refuse' });
  });

  it('is offered while another sender is chosen, with what was ticked', async () => {
    const { submit, path } = await newVisitor();
    const chosen = { ...texts, sender: 'woocommerce', burst: 'hold' };
    const { text } = await submit(path, `${path}/understood`, chosen);
    expect(text).toMatch(/name="burst"[^>]*checked/);
    const other = await submit(path, `${path}/understood`, { ...texts, sender: 'stripe' });
    expect(other.text).not.toContain('name="burst"');
  });
});

describe('deliveries of one reference', () => {
  it('are run in order, and read by later ones, where that is ticked', async () => {
    const { save, read, show, path } = await newVisitor();
    const { text } = await show(path);
    expect(text).toMatch(/Deliveries of one reference\s+<span class="quiet">each for itself/);
    expect(text).toMatch(/a\s+stranger\s+who\s+has\s+the\s+URL\s+may\s+name\s+any\s+reference/);
    for (const name of ['order', 'readsEarlierRuns'])
      expect(text).not.toMatch(new RegExp(`name="${name}"[^>]*checked`));
    await save({ order: 'reference', readsEarlierRuns: 'true' });
    expect(await read()).toMatchObject({ order: 'reference', readsEarlierRuns: true });
    const after = (await show(path)).text;
    expect(after).toContain('in order, earlier ones are read');
    for (const name of ['order', 'readsEarlierRuns'])
      expect(after).toMatch(new RegExp(`name="${name}"[^>]*checked`));
    await save({});
    expect(await read()).toMatchObject({ order: 'none', readsEarlierRuns: false });
  });
});

describe('requests that are expected', () => {
  const orders = { method: 'POST', host: 'api.example.com', path: '/orders' };
  const row = (index: number, typed: object) =>
    Object.fromEntries(Object.entries(typed).map(([member, value]) => [`expects.${index}.${member}`, value]));

  it('are saved by their rows, without the blank ones, and shown with one more', async () => {
    const { save, read, show, path } = await newVisitor();
    await save({
      ...row(0, { method: 'GET', host: '' }),
      ...row(1, orders),
      ...row(2, { method: 'PATCH', host: 'crm.example.com', status: '204', when: 'body.paid' }),
    });
    const patch = { method: 'PATCH', host: 'crm.example.com', status: 204, when: 'body.paid' };
    expect(await read()).toMatchObject({ expects: [orders, patch] });
    const { text } = await show(path);
    expect(text).toMatch(/name="expects\.0\.host"\s+value="api\.example\.com"/);
    expect(text).toMatch(/name="expects\.2\.host"\s+value=""/);
    await save({ name: 'Renamed' });
    expect(await read()).toMatchObject({ expects: [orders, patch] });
    await save(row(0, { method: 'POST', host: '' }));
    expect(await read()).toMatchObject({ expects: [] });
  });

  it.each([
    ['host', 'https://api.example.com/orders'],
    ['path', '/orders?id=7'],
    ['when', 'body.paid ='],
  ])('are refused with what was typed: %s %s', async (member, value) => {
    const { save, read } = await newVisitor();
    const { response, text } = await save(row(0, { ...orders, [member]: value }));
    expect(response.status).toBe(400);
    expect(text).toMatch(new RegExp(`name="expects\\.0\\.${member}"[^>]*aria-invalid="true"`));
    expect(text).toContain(`value="${value}"`);
    expect(await read()).toMatchObject({ expects: [] });
  });

  it('are told as those of the plan where there are none', async () => {
    const { submit, path } = await newVisitor();
    const instructions = 'POST https://api.example.com/orders with the order id.';
    const { text } = await submit(path, `${path}/understood`, { ...texts, instructions });
    expect(text).toContain('POST <bdi class="foreign">api.example.com/orders</bdi></code> is failed');
  });
});

it('are said of a new automation, and copied with it', async () => {
  const { submit, read } = await newVisitor();
  const path = '/console/automations/new';
  const id = idIn(await submit(path, path, { ...texts, ...typed, eventIdFrom: 'x-order-id' }));
  expect(await read(id)).toMatchObject({ budget, eventIdFrom: 'x-order-id' });
  const copying = `/console/automations/${id}/duplicate`;
  expect(await read(idIn(await submit(copying, copying, {})))).toMatchObject({
    budget,
    eventIdFrom: 'x-order-id',
  });
});
