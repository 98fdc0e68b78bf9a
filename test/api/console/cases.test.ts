import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { formIn } from '#test/support/form-in.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let target: Awaited<ReturnType<typeof startOrderTarget>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  target = await startOrderTarget({ key: 'k' });
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const wordsOf = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** The signed-in owner of an automation that posts orders over 10, with a query in the URL. */
async function visitorWithOrders() {
  const owner = await api.newOwner();
  const ordersUrl = `${target.url}/orders?source=shop`;
  const automation = await owner.newAutomation({
    condition: 'body.amount > 10',
    plan: {
      steps: [{ request: { method: 'POST', url: ordersUrl, body: { amount: '{{body.amount}}' } } }],
      answer: 'Done.',
    },
  });
  const { id, agentId, hook } = automation;
  await owner.manage('POST', `/agents/${agentId}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: 'k',
  });
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const json = async (path: string) => (await (await owner.manage('GET', path)).json()) as never;
  async function deliver(amount: number) {
    const headers = { 'content-type': 'application/json', 'x-service-event-id': randomUUID() };
    const response = await fetch(hook, { method: 'POST', headers, body: JSON.stringify({ amount }) });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    const outcome = async () => (await json(`/deliveries/${deliveryId}`))['outcome'];
    await expect.poll(outcome, { timeout: 10_000 }).not.toBe('running');
    return `/console/deliveries/${deliveryId}`;
  }
  const cases = async () =>
    (await json(`/automations/${id}/cases`))['items'] as readonly Record<string, unknown>[];
  /** The form of a page, sent with some fields changed. */
  async function sendForm(page: string, formId: string, fields: Readonly<Record<string, string>>) {
    const form = formIn((await visitor.show(page)).text, formId);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return await visitor.post(page, form);
  }
  const keep = (page: string, fields: Readonly<Record<string, string>> = {}) =>
    sendForm(`${page}/case`, 'keep', fields);
  const path = `/console/automations/${id}`;
  const save = (fields: Readonly<Record<string, string>>) => sendForm(path, 'automation', fields);
  const read = () => json(`/automations/${id}`) as Promise<{ condition: string; revision: number }>;
  return { ...owner, ...visitor, automation, ordersUrl, path, deliver, cases, keep, save, read };
}

describe('a delivery as a case', () => {
  it('is kept as its run did, listed with its state, and deleted', async () => {
    const { deliver, keep, cases, show, submit, path } = await visitorWithOrders();
    const page = await deliver(50);
    expect((await show(page)).text).toContain(`href="${page}/case"`);
    const { response } = await keep(page, { name: 'A <large> one', mustHold: 'true' });
    expect(response.headers.get('location')).toBe(`${path}/cases?kept`);
    const { text } = await show(`${path}/cases?kept`);
    expect(wordsOf(text)).toMatch(
      /Kept as a case\..* A &lt;large&gt; one POST .*orders\?source=shop .* holds must hold/,
    );
    expect(text).toContain(`<a href="${page}">`);
    const [one] = await cases();
    expect(one).toMatchObject({ name: 'A <large> one', mustHold: true, holds: true });
    await submit(`${path}/cases`, `${path}/cases/${one?.['id'] as string}/delete`, {});
    expect(await cases()).toEqual([]);
    expect((await show(`${path}/cases`)).text).toContain('No case is kept yet');
  });

  it('is corrected from the whole requests of its run, and again from what was kept', async () => {
    const { deliver, keep, cases, show, ordersUrl } = await visitorWithOrders();
    const page = await deliver(50);
    const form = formIn((await show(`${page}/case`)).text, 'keep');
    expect(Object.fromEntries(form)).toMatchObject({
      expected: 'done',
      'expected.requests.0.method': 'POST',
      'expected.requests.0.url': ordersUrl,
      'expected.requests.0.body': '{"amount":50}',
      'expected.requests.1.url': '',
    });
    await keep(page, { expected: 'requests', 'expected.requests.0.body': '{ "amount": "50 EUR" }' });
    const url = ordersUrl.replace('shop', 'web');
    const expected = {
      kind: 'requests',
      requests: [{ title: 'POST', target: ordersUrl, body: '{ "amount": "50 EUR" }' }],
    };
    expect(await cases()).toMatchObject([{ expected, holds: false }]);
    const kept = await show(`${page}/case`);
    expect(kept.text).toContain('This delivery is a case already');
    expect(formIn(kept.text, 'keep').get('expected')).toBe('requests');
    await keep(page, {
      'expected.requests.0.url': '',
      'expected.requests.1.url': url,
      'expected.requests.1.method': 'PATCH',
    });
    const second = { title: 'PATCH', target: url, body: null };
    expect(await cases()).toMatchObject([{ expected: { requests: [second] } }]);
  });

  it('is what the filter should have caught', async () => {
    const { deliver, keep, cases, show, path } = await visitorWithOrders();
    const [large, small] = [await deliver(50), await deliver(5)];
    await keep(large, { expected: 'skipped' });
    expect(await cases()).toMatchObject([{ expected: { kind: 'skipped' }, holds: false }]);
    expect(wordsOf((await show(`${path}/cases`)).text)).toContain(
      'does not hold it should be skipped, and would be run',
    );
    const { text } = await show(`${small}/case`);
    expect(text).not.toContain('<option value="skipped"');
    await keep(small);
    expect(await cases()).toMatchObject([{ expected: { kind: 'skipped' }, holds: true }, { holds: false }]);
  });

  it('is refused beside what was typed', async () => {
    const { deliver, keep, cases } = await visitorWithOrders();
    const typed = { expected: 'requests', 'expected.requests.0.url': 'no address', name: 'Typed' };
    const { response, text } = await keep(await deliver(50), typed);
    expect(response.status).toBe(400);
    expect(text).toMatch(/id="expected.requests.0.url"[^>]*value="no address"[^>]*aria-invalid="true"/);
    expect(text).toMatch(/id="name"[^>]*value="Typed"/);
    expect(await cases()).toEqual([]);
  });

  it('is not offered while nothing judged it, nor of another workspace, and viewers only read', async () => {
    const { deliver, show, manage, automation, path } = await visitorWithOrders();
    const page = await deliver(50);
    await manage('POST', `/automations/${automation.id}/pause`);
    await fetch(automation.hook, { method: 'POST', body: '{"amount":60}' });
    const listed = await manage('GET', `/automations/${automation.id}/activity?outcome=skipped`);
    const { items } = (await listed.json()) as { items: readonly { deliveryId: string }[] };
    expect(items).toHaveLength(1);
    const skipped = `/console/deliveries/${items[0]?.deliveryId}`;
    expect((await show(skipped)).text).not.toContain('Keep as a case');
    const paused = formIn((await show(`${skipped}/case`)).text, 'keep');
    expect(paused.get('expected')).toBe('requests');
    const other = await visitorWithOrders();
    expect((await other.show(`${page}/case`)).response.status).toBe(404);
    expect((await other.show(`${path}/cases`)).response.status).toBe(404);
    const made = await manage('POST', '/tokens', { name: 'Look', role: 'viewer' });
    const viewer = consoleVisitor(api.url);
    await viewer.signIn(((await made.json()) as { token: string }).token);
    expect((await viewer.show(`${page}/case`)).text).toContain('<fieldset disabled>');
    const refused = await viewer.submit(`${page}/case`, `${page}/case`, { expected: 'done' });
    expect(refused.response.status).toBe(403);
  });
});

describe('a save that breaks cases', () => {
  it('is done, and names those that do not hold', async () => {
    const { deliver, keep, save, show, path } = await visitorWithOrders();
    await keep(await deliver(5), { name: 'A small one' });
    const { response } = await save({ condition: 'body.amount > 1' });
    expect(response.headers.get('location')).toBe(`${path}?saved`);
    expect(wordsOf((await show(`${path}?saved`)).text)).toContain(
      'One case does not hold: A small one : it should be skipped, and would be run',
    );
    await save({ condition: 'body.amount > 8' });
    expect((await show(`${path}?saved`)).text).not.toContain('does not hold');
  });

  it('is refused where one must hold, keeps what was typed, and is done all the same on demand', async () => {
    const { deliver, keep, save, read, post, path } = await visitorWithOrders();
    await keep(await deliver(50), { name: 'A large one', mustHold: 'true' });
    const before = await read();
    const { response, text } = await save({ condition: 'body.amount > 100', name: 'Typed' });
    expect(response.status).toBe(409);
    expect(wordsOf(text)).toContain(
      'The change breaks a case that must hold. Nothing was saved. A large one : it should be run, and would be skipped',
    );
    expect(await read()).toEqual(before);
    const form = formIn(text, 'automation');
    expect(form.get('name')).toBe('Typed');
    expect(text).toMatch(/<button name="force" value="true">Save all the same<\/button>/);
    form.set('force', 'true');
    expect((await post(path, form)).response.headers.get('location')).toBe(`${path}?saved`);
    expect(await read()).toMatchObject({ condition: 'body.amount > 100', name: 'Typed' });
  });

  it('does not carry over a change that another save made meanwhile', async () => {
    const { deliver, keep, save, read, post, path, manage, automation } = await visitorWithOrders();
    await keep(await deliver(50), { mustHold: 'true' });
    const { text } = await save({ condition: 'body.amount > 100' });
    await manage('PATCH', `/automations/${automation.id}`, { name: 'Theirs' });
    const form = formIn(text, 'automation');
    form.set('force', 'true');
    const { response, text: answer } = await post(path, form);
    expect(response.status).toBe(409);
    expect(answer).toContain('Changed meanwhile');
    expect(await read()).toMatchObject({ name: 'Theirs', condition: 'body.amount > 10' });
  });

  it('is the return to a revision, too', async () => {
    const { deliver, keep, save, read, submit, show, path } = await visitorWithOrders();
    await save({ condition: 'body.amount > 100' });
    await keep(await deliver(50), { mustHold: 'true' });
    const revisions = `${path}/revisions`;
    const refused = await submit(revisions, `${revisions}/1`, {});
    expect(refused.response.status).toBe(409);
    expect(refused.text).toContain('Return to it all the same');
    expect(await read()).toMatchObject({ condition: 'body.amount > 100' });
    const { response } = await submit(revisions, `${revisions}/1`, { force: 'true' });
    expect(response.headers.get('location')).toBe(`${path}?saved`);
    expect(await read()).toMatchObject({ condition: 'body.amount > 10' });
    expect((await show(`${path}?saved`)).text).toContain('One case does not hold');
  });
});
