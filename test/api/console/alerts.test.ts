import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const path = '/console/alerts';
const fields = {
  name: 'On call',
  automation: '',
  condition: 'failures',
  count: '4',
  minutes: '20',
  silence: '60',
  channel: 'webhook',
  url: 'https://example.com/alerts',
  to: '',
};

interface Rule {
  readonly id: string;
  readonly name: string;
}

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const rules = async () =>
    ((await (await owner.manage('GET', '/alerts')).json()) as { items: Rule[] }).items;
  return { ...owner, visitor, rules };
}

it('a rule is made, its secret shown once, and changed, turned off and deleted', async () => {
  const { visitor, rules } = await signedIn();
  expect((await visitor.show(path)).text).toContain('No alert rules yet');
  const { response, text } = await visitor.submit(path, path, fields);
  expect(response.status).toBe(200);
  const secret = /id="made-secret">([^<]+)</.exec(text)?.[1] ?? '';
  expect(secret).toMatch(/^whsec_/);
  const [made] = await rules();
  expect(made).toMatchObject({
    name: 'On call',
    automationId: null,
    condition: { kind: 'failures', count: 4, minutes: 20 },
    channel: { kind: 'webhook', url: 'https://example.com/alerts' },
    state: 'on',
  });
  const page = `${path}/${made?.id}`;
  const shown = await visitor.show(page);
  expect(shown.text).not.toContain(secret);
  expect(shown.text).toMatch(/name="count"[^>]*value="4"/s);
  await visitor.submit(page, page, { ...fields, condition: 'silence', silence: '120' });
  expect((await visitor.show(path)).text).toContain('no delivery for 2 hours');
  for (const [condition, typed, words, shownAgain] of [
    ['refused', { refused: '7', refusedMinutes: '5' }, '7 deliveries refused within 5 minutes', 'refused'],
    ['held', { heldMinutes: '15', held: '' }, 'a delivery is held for 15 minutes', 'heldMinutes'],
    ['held', { heldMinutes: '', held: '7' }, '7 are held', 'held'],
  ] as const) {
    await visitor.submit(page, page, { ...fields, condition, ...typed });
    expect((await visitor.show(path)).text).toContain(words);
    const value = Object.entries(typed).find(([name]) => name === shownAgain)?.[1];
    expect((await visitor.show(page)).text).toMatch(
      new RegExp(`name="${shownAgain}"[^>]*value="${value}"`, 's'),
    );
  }
  await visitor.submit(page, page, { ...fields, condition: 'silence', silence: '120' });
  await visitor.submit(page, `${page}/off`, {});
  expect(await rules()).toMatchObject([{ state: 'off', condition: { kind: 'silence', minutes: 120 } }]);
  const replaced = await visitor.submit(page, `${page}/secret`, {});
  expect(replaced.text).toMatch(/id="made-secret">whsec_/);
  const removed = await visitor.submit(page, `${page}/delete`, {});
  expect(removed.response.headers.get('location')).toBe(path);
  expect(await rules()).toEqual([]);
});

it.each([
  ['a URL that is not public', { url: 'https://10.0.0.1/' }, 400, 'url'],
  ['an address where no mail server is set', { channel: 'email', to: 'ada@example.com' }, 409, 'to'],
  ['a number that is none', { count: 'many' }, 400, 'count'],
])('%s is refused at its field, and everything typed stays', async (_, given, status, field) => {
  const { visitor, rules } = await signedIn();
  const typed = { ...fields, ...given };
  const { response, text } = await visitor.submit(path, path, typed);
  expect(response.status).toBe(status);
  expect(text).toContain('role="alert"');
  for (const value of Object.values({ ...typed, automation: '', condition: '', channel: '' }))
    if (value !== '') expect(text).toContain(`value="${value}"`);
  expect(text).toMatch(new RegExp(`<input[^>]*name="${field}"[^>]*aria-invalid="true"`, 's'));
  expect(await rules()).toEqual([]);
});

it('the page of an automation leads to a rule for it', async () => {
  const { visitor, newAutomation } = await signedIn();
  const { id } = await newAutomation();
  const link = `${path}?automation=${id}#add`;
  expect((await visitor.show(`/console/automations/${id}`)).text).toContain(`href="${link}"`);
  const { text } = await visitor.show(`${path}?automation=${id}`);
  expect(text).toMatch(new RegExp(`<option value="${id}" selected`));
});

it('a test alert is sent from the page and listed with what became of it', async () => {
  await using target = await httpTarget((_, response) => response.writeHead(204).end());
  await using _worker = await startRunsWorker(api);
  const { visitor, rules } = await signedIn();
  await visitor.submit(path, path, { ...fields, url: `${target.url}/x` });
  const page = `${path}/${(await rules())[0]?.id}`;
  const sent = await visitor.submit(page, `${page}/test`, {});
  expect(sent.response.headers.get('location')).toBe(`${page}#log`);
  expect(target.received).toHaveLength(1);
  const { text } = await visitor.show(page);
  expect(text).toMatch(/class="state succeeded">delivered</);
  expect((await visitor.show(path)).text).toMatch(/class="state succeeded">delivered</);
});

it('texts and names from strangers are text in the log and in alerts', async () => {
  await using target = await httpTarget();
  await using _worker = await startRunsWorker(api);
  const { visitor, rules, newAutomation, manage } = await signedIn();
  const { id, hook } = await newAutomation({ instructions: 'Feel what the customer feels.' });
  const markup = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
  await manage('PATCH', `/automations/${id}`, { name: markup });
  await visitor.submit(path, path, { ...fields, condition: 'first_failure', url: `${target.url}/x` });
  await visitor.submit(path, path, { ...fields, condition: 'shape_change', url: `${target.url}/y` });
  /** Sends a delivery and waits for the end of its run. */
  async function post(body: object): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      'x-service-reference': `${markup}${'w'.repeat(900)}`,
      'x-service-reference-url': 'javascript:alert(1)',
    };
    const sent = { ...body, [markup]: markup, long: `\u202e${'x'.repeat(10_000)}` };
    const response = await fetch(hook, { method: 'POST', headers, body: JSON.stringify(sent) });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    const read = async () => (await manage('GET', `/deliveries/${deliveryId}`)).json();
    await expect.poll(async () => ((await read()) as { outcome: string }).outcome).toBe('needs_model');
  }
  for (const total of [1, 2, 3, markup]) await post({ total });
  await expect.poll(() => target.received.length).toBe(2);
  for (const { body } of target.received) {
    const { text } = JSON.parse(body) as { text: string };
    expect(text.split('\n')).toHaveLength(1);
    expect(body).not.toMatch(/x{100}|\u202e/);
  }
  for (const page of [path, ...(await rules()).map((rule) => `${path}/${rule.id}`)]) {
    const { text } = await visitor.show(page);
    const main = text.slice(text.indexOf('<main'));
    expect(main).not.toMatch(/<script|<img|href="javascript|\u202e|x{100}/i);
    expect(main.match(/<\/main>/g)).toHaveLength(1);
  }
});

it('names are text, a viewer only reads, and the rule of another workspace is 404', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  await one.visitor.submit(path, path, { ...fields, name: '<script>alert(1)</script>' });
  const page = `${path}/${(await one.rules())[0]?.id}`;
  expect((await one.visitor.show(path)).text).not.toContain('<script>alert');
  expect((await other.visitor.show(page)).response.status).toBe(404);
  for (const end of ['', '/on', '/off', '/test', '/secret', '/delete'])
    expect((await other.visitor.submit(path, `${page}${end}`, fields)).response.status).toBe(404);
  const made = await one.manage('POST', '/tokens', { name: 'Look', role: 'viewer' });
  const viewer = consoleVisitor(api.url);
  await viewer.signIn(((await made.json()) as { token: string }).token);
  expect((await viewer.show(page)).response.status).toBe(200);
  expect((await viewer.submit(page, `${page}/delete`, {})).response.status).toBe(403);
  expect((await one.visitor.post(`${page}/delete`, {})).response.status).toBe(403);
  expect(await one.rules()).toHaveLength(1);
});
