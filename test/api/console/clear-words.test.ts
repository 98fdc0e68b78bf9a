import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { consoleVisitor, csrfIn } from '#test/support/console-visitor.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

async function signedIn(role?: 'viewer') {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  const made = role && (await owner.manage('POST', '/tokens', { name: role, role }));
  const { token } = made === undefined ? owner.workspace : ((await made.json()) as { token: string });
  await visitor.signIn(token);
  return { ...owner, visitor };
}

const wordsOf = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

/** The contents of a form: its named inputs and text areas. */
const fieldsOf = (page: string) =>
  Object.fromEntries([
    ...[...page.matchAll(/<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"/gs)]
      .filter(([tag]) => !/type="(checkbox|radio)"/.test(tag))
      .map(([, name, value]) => [name, value]),
    ...[...page.matchAll(/<textarea[^>]*?name="([^"]+)"[^>]*>\n?([^<]*)/gs)].map(([, name, text]) => [
      name,
      text,
    ]),
  ]) as Record<string, string>;

describe('the form of an automation', () => {
  it('saves nothing over what was saved meanwhile, shows the difference, and then saves', async () => {
    const { visitor, newAutomation, manage } = await signedIn();
    const { id } = await newAutomation({ instructions: 'Reply "first".' });
    const page = `/console/automations/${id}`;
    const typed = { ...fieldsOf((await visitor.show(page)).text), instructions: 'Reply "mine".' };
    await manage('PATCH', `/automations/${id}`, { instructions: 'Reply "theirs".' });
    const { response, text } = await visitor.post(page, typed);
    expect(response.status).toBe(409);
    expect(wordsOf(text)).toContain('Changed meanwhile: this is revision 2 now');
    expect(text).toMatch(/<ins>theirs<\/ins>/);
    expect(text).toContain('Reply &quot;mine&quot;.');
    const stored = async () =>
      ((await (await manage('GET', `/automations/${id}`)).json()) as { instructions: string }).instructions;
    expect(await stored()).toBe('Reply "theirs".');
    const again = { ...typed, ...fieldsOf(text), instructions: 'Reply "mine".' };
    expect((await visitor.post(page, again)).response.status).toBe(303);
    expect(await stored()).toBe('Reply "mine".');
  });

  it('takes one of two saves at the same moment and shows it to the other', async () => {
    const { visitor, newAutomation, manage } = await signedIn();
    const { id } = await newAutomation({ instructions: 'Reply "first".' });
    const page = `/console/automations/${id}`;
    const shown = fieldsOf((await visitor.show(page)).text);
    const words = ['one', 'two', 'three', 'four'];
    const saves = await Promise.all(
      words.map(async (word) => visitor.post(page, { ...shown, instructions: `Reply "${word}".` })),
    );
    expect(saves.map(({ response }) => response.status).toSorted((a, b) => a - b)).toEqual([
      303, 409, 409, 409,
    ]);
    const winner = words[saves.findIndex(({ response }) => response.status === 303)];
    for (const { text } of saves.filter(({ response }) => response.status === 409))
      expect(text).toContain(`<ins>${winner}</ins>`);
    expect(await (await manage('GET', `/automations/${id}`)).json()).toMatchObject({
      instructions: `Reply "${winner}".`,
      revision: 2,
    });
  });

  it('takes the key of a host that it allows', async () => {
    const { visitor, manage } = await signedIn();
    const { text } = await visitor.show('/console/automations/new');
    const { response } = await visitor.post('/console/automations/new', {
      ...fieldsOf(text),
      name: 'Orders',
      instructions: 'GET https://api.example.com/orders and report status.',
      allow: 'true',
      headerName: 'X-Key',
      headerValue: 'key-0123456789',
    });
    expect(response.status).toBe(303);
    const { items: agents } = (await (await manage('GET', '/agents')).json()) as { items: { id: string }[] };
    const policies = await manage('GET', `/agents/${agents[0]?.id}/network-access`);
    expect(await policies.json()).toMatchObject({
      items: [{ domain: 'api.example.com', headerName: 'X-Key', hasHeaderValue: true }],
    });
  });

  it('marks the header of a key that cannot be one', async () => {
    const { visitor } = await signedIn();
    const { text } = await visitor.submit('/console/automations/new', '/console/automations/new', {
      name: 'Orders',
      instructions: 'GET https://api.example.com/orders and report status.',
      allow: 'true',
      headerName: 'X Key',
      headerValue: 'key-0123456789',
    });
    expect(text).toMatch(/name="headerName"[^>]*aria-invalid="true"/);
    expect(text).not.toContain('key-0123456789');
  });

  it('shows what the newest delivery would make of the instructions', async () => {
    const { visitor, newAutomation, manage } = await signedIn();
    const { id, hook } = await newAutomation({ instructions: 'Reply "seen".' });
    await fetch(hook, { method: 'POST', body: '{"order":"A-7"}' });
    const path = `/console/automations/${id}`;
    const { text } = await visitor.submit(path, `${path}/understood`, {
      name: 'Orders',
      instructions: 'POST https://api.example.com/orders with JSON {"id": "{{order}}"}.',
      filter: '',
    });
    expect(wordsOf(text)).toMatch(
      /newest delivery .*POST https:\/\/api\.example\.com\/orders \{"id":\s?"A-7"\}/,
    );
    expect(wordsOf(text)).toContain('Nothing was sent.');
    const { items } = (await (await manage('GET', '/deliveries')).json()) as { items: object[] };
    expect(items).toHaveLength(1);
  });
});

it('a try carries the headers of the delivery that it is begun with, so that a filter decides the same', async () => {
  const { visitor, newAutomation, manage } = await signedIn();
  const { id, hook } = await newAutomation({
    filter: 'Only run when header x-shop-event is "order.paid"',
    instructions: 'Reply "seen".',
  });
  const headers = {
    'content-type': 'application/json',
    'x-shop-event': 'order.paid',
    authorization: 'Bearer x',
  };
  await fetch(hook, { method: 'POST', headers, body: '{"n":1}' });
  const path = `/console/automations/${id}/try`;
  const { text } = await visitor.show(path);
  expect(fieldsOf(text)['headers']).toBe('x-shop-event: order.paid');
  const fields = { ...fieldsOf(text), contentType: 'application/json' };
  const { response } = await visitor.post(path, fields);
  const made = /dlv_[\w-]+$/.exec(response.headers.get('location') ?? '')?.[0] ?? '';
  const read = async () => (await (await manage('GET', `/deliveries/${made}`)).json()) as { outcome: string };
  await expect.poll(async () => (await read()).outcome).toBe('succeeded');
  const wrong = await visitor.post(path, { ...fields, eventId: 'try-2', headers: 'no name of one: x' });
  expect(wrong.response.status).toBe(400);
});

describe('the form of an alert rule', () => {
  const fields = { name: 'On call', automation: '', channel: 'webhook', url: 'https://example.com/a' };

  it('marks the field that is wrong, in its own words', async () => {
    const { visitor } = await signedIn();
    const { text } = await visitor.submit('/console/alerts', '/console/alerts', {
      ...fields,
      condition: 'silence',
      count: '3',
      minutes: '10',
      silence: '1',
    });
    expect(text.match(/aria-invalid/g)).toHaveLength(1);
    expect(text).toMatch(/name="silence"[^>]*aria-invalid/s);
    expect(wordsOf(text)).toContain('Silent for how many minutes: must be at least 5');
    expect(text).not.toContain('condition.minutes');
    expect(text).toMatch(/type="number"\s+min="5"/);
  });

  it('offers no e-mail where the service sends none', async () => {
    const { visitor } = await signedIn();
    const { text } = await visitor.show('/console/alerts');
    expect(text).toMatch(/value="email"\s+disabled/);
    expect(wordsOf(text)).toContain('This service sends no e-mail.');
  });
});

it('a viewer reads on every page that it can only be read, and its fields are disabled', async () => {
  const { visitor } = await signedIn('viewer');
  for (const path of ['network-access', 'settings', 'alerts', 'chat', 'automations/new']) {
    const { text } = await visitor.show(`/console/${path}`);
    expect(wordsOf(text), path).toContain('You can only read this: your token is that of a viewer.');
    expect(text, path).toMatch(/<fieldset\s+disabled/);
  }
});

it('a refusal in a chat leads to the form that allows the domain, and an example is sent by its button', async () => {
  const { visitor } = await signedIn();
  const { text } = await visitor.show('/console/chat');
  const agent = /name="agent" value="([^"]+)"/.exec(text)?.[1] ?? '';
  expect(text).toMatch(/<button name="message" value="Reply &quot;Hello&quot;\."/);
  const { response } = await visitor.post('/console/chat', {
    csrf: csrfIn(text),
    agent,
    message: 'GET https://closed.example/',
  });
  const page = response.headers.get('location') ?? '';
  await expect
    .poll(async () => (await visitor.show(page)).text)
    .toMatch(/href="\/console\/network-access[^"]*closed\.example[^"]*"[^>]*>Allow this domain/);
});

it('refusals at the door lead to their reasons', async () => {
  const { visitor, newAutomation, manage } = await signedIn();
  const { id, hook } = await newAutomation();
  await fetch(hook, { method: 'POST', body: Buffer.alloc(6_000_000) });
  const signed = await newAutomation({ sender: 'stripe', signingSecret: 'whsec_0123456789' });
  for (let count = 0; count < 2; count += 1) await fetch(signed.hook, { method: 'POST', body: '{}' });
  const { text } = await visitor.show('/console/activity');
  const [, path = ''] = /href="([^"]+)"[^>]*><b>3<\/b> refused at the door/.exec(text) ?? [];
  const listed = await visitor.show(path.replaceAll('&amp;', '&'));
  expect(listed.text).toContain(`href="/console/automations/${id}/sender"`);
  const words = wordsOf(listed.text);
  expect(words).toMatch(/Orders SIGNATURE_INVALID 2 deliveries were refused .*It has no stripe-signature/);
  expect(words).toMatch(/Orders PAYLOAD_TOO_LARGE [^<]* 1 /);
  const sender = await visitor.show(`/console/automations/${signed.id}/sender`);
  expect(wordsOf(sender.text)).toContain('It has no stripe-signature. Was it sent by Stripe?');
  await manage('DELETE', `/automations/${id}`);
  const without = wordsOf((await visitor.show('/console/activity/refused')).text);
  expect(without).toContain('Others, or deleted PAYLOAD_TOO_LARGE');
});
