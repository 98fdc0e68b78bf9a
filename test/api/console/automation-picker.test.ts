import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { automationEditor } from '#test/support/automation-editor.ts';
import { buttonsIn, formIn } from '#test/support/form-in.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** The editor as a browser without scripts uses it: each press sends the form as it is shown, with what was typed. */
async function openEditor(at?: string) {
  const visitor = await automationEditor(api);
  const path = at ?? visitor.path;
  let page = (await visitor.show(path)).text;

  async function press(button: string, typed: Readonly<Record<string, string | readonly string[]>> = {}) {
    const sent = formIn(page, 'automation');
    for (const [name, value] of Object.entries(typed)) {
      sent.delete(name);
      for (const one of typeof value === 'string' ? [value] : value) sent.append(name, one);
    }
    if (button !== 'save') {
      expect(buttonsIn(page)).toContain(button);
      sent.append('do', button);
    }
    const { response, text } = await visitor.post(path, sent);
    page = text;
    return { status: response.status, text, form: formIn(text, 'automation') };
  }

  const pick = (field: string, typed?: Readonly<Record<string, string | readonly string[]>>) => {
    const button = buttonsIn(page).find((value) => new URLSearchParams(value).get('field') === field);
    return press(button ?? `no button for ${field}`, typed);
  };
  const deliver = async (body: unknown, headers = {}) => {
    const sent = { 'content-type': 'application/json', ...headers };
    await fetch(visitor.automation.hook, {
      method: 'POST',
      headers: sent,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  };
  return { ...visitor, press, pick, deliver, page: () => page };
}

const rowsOf = (form: URLSearchParams) =>
  form
    .getAll('row.field')
    .map((field, index) => [field, form.getAll('row.operator')[index], form.getAll('row.value')[index]]);

describe('picking the fields of a condition', () => {
  it('makes rows of the newest delivery, which are saved as a guarded expression', async () => {
    const { deliver, press, pick, read } = await openEditor();
    await deliver({ order: { status: 'open', total: 20 } }, { 'x-service-event-id': 'e1' });
    await deliver({ order: { status: 'paid', total: 120 } }, { 'x-service-event-id': 'e2' });
    await press('rows', { instructions: 'Report id; keep the draft.' });
    const picked = await pick('body.order.status');
    expect(picked.form.get('instructions')).toBe('Report id; keep the draft.');
    expect(rowsOf(picked.form)).toEqual([['body.order.status', 'is', 'paid']]);
    expect(picked.text).toContain('Would run 1 of 2');
    await pick('body.order.total');
    const { status } = await press('save', {
      'row.operator': ['is', 'over'],
      'row.value': ['paid', '99.50'],
    });
    expect(status).toBe(303);
    expect(await read()).toMatchObject({
      condition:
        'has(body.order) && has(body.order.status) && body.order.status == "paid" && has(body.order.total) && body.order.total > 99.5',
      wouldRun: { run: 1, skip: 1, unknown: 0 },
    });
  });

  it('shows a stored expression as rows, removes one of them, and shows the rest as an expression again', async () => {
    const { press } = await openEditor();
    const first = await press('rows', { condition: 'body.total > 100 || event in ["a", "b"]' });
    expect(first.form.get('join')).toBe('any');
    expect(rowsOf(first.form)).toEqual([
      ['body.total', 'over', '100'],
      ['event', 'one_of', 'a, b'],
    ]);
    expect(first.text).toContain('The row is unknown in deliveries that lack it.');
    const rest = await press('drop=0');
    expect(rowsOf(rest.form)).toEqual([['event', 'one_of', 'a, b']]);
    expect((await press('expression')).form.get('condition')).toBe('event in ["a", "b"]');
  });

  it.each([
    'body.a == body.b',
    'body.a == 1 && (body.b == 2 || body.c == 3)',
    String.raw`body.a == "two\nlines"`,
    'body.a > "text"',
    'body.a == 9007199254740993',
  ])('leaves an expression that is more than rows as it is: %s', async (condition) => {
    const { press } = await openEditor();
    const { text, form } = await press('check', { condition });
    expect(text).toContain('This expression is more than rows');
    expect(buttonsIn(text)).not.toContain('rows');
    expect(form.get('condition')).toBe(condition);
    expect(form.has('view')).toBe(false);
  });

  it('compares a text that is a number as a number, and refuses a number that it would round', async () => {
    const { deliver, press, pick, read } = await openEditor();
    await deliver({ total: '120.50', id: 1 });
    await press('rows');
    await pick('body.total');
    const wrong = await press('save', { 'row.operator': 'over', 'row.value': '9007199254740993' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(/role="alert"[\s\S]*Row 1 needs a number of at most 15 digits/);
    expect(wrong.text).toMatch(/aria-invalid="true"/);
    expect(wrong.form.getAll('row.value')).toEqual(['9007199254740993']);
    expect(await read()).toMatchObject({ condition: null });
    expect((await press('save', { 'row.value': '100' })).status).toBe(303);
    expect(await read()).toMatchObject({ condition: 'has(body.total) && number(body.total) > 100' });
  });

  it('follows the newest delivery, unless another one was chosen', async () => {
    const { deliver, press } = await openEditor();
    await deliver({ old: 1 });
    expect((await press('rows')).text).toContain('body.old');
    await deliver({ recent: 1 });
    const { text } = await press('check');
    expect(text).toContain('body.recent');
    expect(text).not.toContain('body.old');
  });

  it('takes a row for some item of a list', async () => {
    const { deliver, press, pick, read } = await openEditor();
    await deliver({ items: [{ sku: 'a', tags: ['x'] }] });
    const { text } = await press('rows');
    expect(text).toContain('body.items[0].tags[0]');
    const { text: picked } = await pick('body.items[].sku');
    expect(picked).toContain('Holds where one item of the list fits.');
    await press('save');
    expect(await read()).toMatchObject({
      condition: 'has(body.items) && body.items.exists(i, has(i.sku) && i.sku == "a")',
    });
  });

  it('offers samples of the sender and a pasted body where nothing is stored', async () => {
    const { press, pick } = await openEditor('/console/automations/new');
    const { text } = await press('rows', { sender: 'stripe' });
    expect(text).toContain('Sample: invoice.payment_failed');
    const sample = await press('fields', { source: 'sample-1' });
    expect(sample.text).toContain('body.data.object.attempt_count');
    const event = await pick('event');
    expect(rowsOf(event.form)).toEqual([['event', 'is', 'invoice.payment_failed']]);
    expect(event.text).toContain('<option value="charge.refunded">');
    const amount = await pick('body.data.object.amount_due');
    expect(amount.text).toContain('1000 is 10.00 euros');
    const form = await press('fields', { source: 'pasted', pasted: 'Body=Hello+you&NumMedia=0' });
    expect(form.text).toContain('&quot;Hello you&quot;');
    const xml = await press('fields', { pasted: '<?xml version="1.0"?><Order><Id>7</Id></Order>' });
    expect(buttonsIn(xml.text).some((value) => value.includes('Id'))).toBe(true);
  });

  it('shows at most 300 fields, cut and escaped, and none of the credentials', async () => {
    const { deliver, press } = await openEditor();
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, index]));
    await deliver(
      { '<b>"odd"': `<script>${'x'.repeat(100)}`, ...many },
      { authorization: 'Bearer hidden-value', 'x-topic': 'orders' },
    );
    const { text } = await press('rows');
    expect(text).toContain('Only the first 300 fields are shown.');
    expect(text).toContain(`&lt;script&gt;${'x'.repeat(51)}…`);
    expect(text).not.toContain('hidden-value');
    expect(buttonsIn(text).filter((value) => value.startsWith('pick')).length).toBe(300);
  });

  it('says that a row more than 30 was left out', async () => {
    const { press } = await openEditor();
    await press('rows');
    const columns = { field: 'event', kind: 'text', operator: 'is_not', value: 'ping', isUnguarded: 'false' };
    const row = Object.entries(columns).map(
      ([name, value]) => [`row.${name}`, Array<string>(31).fill(value)] as const,
    );
    const { status, text, form } = await press('save', Object.fromEntries(row));
    expect(status).toBe(400);
    expect(text).toContain('A condition has at most 30 rows. The last one was left out.');
    expect(form.getAll('row.field').length).toBe(30);
  });

  it('takes no form without its token', async () => {
    const { post, path, read } = await openEditor();
    const { response } = await post(path, { do: 'rows', condition: '' });
    expect(response.status).toBe(403);
    expect(await read()).toMatchObject({ revision: 1 });
  });

  it('marks fields that stored deliveries lack and no guard covers', async () => {
    const { deliver, press } = await openEditor();
    await deliver({ a: 1 });
    const { text } = await press('check', { condition: 'body.total > 100' });
    expect(text).toMatch(/1 of 1 lack <code>[^<]*<bdi[^>]*>body\.total<\/bdi>/);
    expect((await press('check', { condition: 'has(body.total) && body.total > 100' })).text).not.toContain(
      ' lack ',
    );
  });
});
