import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
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

async function newVisitor() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ instructions: 'Report the order id.' });
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const path = `/console/automations/${automation.id}/try`;
  const send = (fields: Readonly<Record<string, string>>) => visitor.submit(path, path, fields);
  const outcome = async (deliveryId: string) => {
    const record = await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json();
    return (record as { outcome: string }).outcome;
  };
  return { ...owner, ...visitor, automation, path, send, outcome };
}

const deliveryOf = (response: Response) =>
  /^\/console\/deliveries\/(dlv_[\w-]+)$/.exec(response.headers.get('location') ?? '')?.[1] ?? '';
const order = { contentType: 'application/json', body: '{"order": {"id": "A-7"}}' };

describe('a delivery that is sent from the page', () => {
  it('is processed, and leads to its page', async () => {
    const { send, outcome } = await newVisitor();
    const { response } = await send({ ...order, eventId: 'e-1' });
    expect(response.status).toBe(303);
    await expect.poll(() => outcome(deliveryOf(response))).toBe('succeeded');
  });

  it('begins with what arrived last, and another event id', async () => {
    const { show, send, path, automation } = await newVisitor();
    await fetch(automation.hook, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-service-event-id': 'real-1',
        'x-service-reference': 'Order </textarea><b>',
      },
      body: 'name=%3C/textarea%3E&x=</textarea><script>',
    });
    const { text } = await show(path);
    expect(text).toContain('name=%3C/textarea%3E&amp;x=&lt;/textarea&gt;&lt;script&gt;');
    expect(text).toContain('Order &lt;/textarea&gt;&lt;b&gt;');
    expect(text).toMatch(/value="application\/x-www-form-urlencoded"\s+selected/);
    expect(text).not.toContain('value="real-1"');
    const { response } = await send({ ...order, eventId: /value="(try-\w+)"/.exec(text)?.[1] ?? '' });
    expect(deliveryOf(response)).not.toBe('');
  });

  it('says that it is a duplicate, and keeps what was typed', async () => {
    const { send } = await newVisitor();
    const first = await send({ ...order, eventId: 'e-1' });
    const { response, text } = await send({ ...order, body: '{"typed": "here"}', eventId: 'e-1' });
    expect(response.status).toBe(200);
    expect(text).toContain('accepted before');
    expect(text).toContain(`/console/deliveries/${deliveryOf(first.response)}`);
    expect(text).toContain('{&quot;typed&quot;: &quot;here&quot;}');
  });

  it('says that a paused automation skipped it', async () => {
    const { send, manage, automation } = await newVisitor();
    await manage('POST', `/automations/${automation.id}/pause`);
    expect((await send(order)).text).toContain('It was skipped: the automation is paused.');
  });

  it('comes again with the reason where it is refused', async () => {
    const { send } = await newVisitor();
    const { response, text } = await send({ ...order, eventId: 'x'.repeat(300) });
    expect(response.status).toBe(400);
    expect(text).toMatch(/role="alert"/);
    expect(text).toContain('A-7');
  });

  it('is not found for another workspace', async () => {
    const { automation } = await newVisitor();
    const { show, submit } = await newVisitor();
    const path = `/console/automations/${automation.id}/try`;
    expect((await show(path)).response.status).toBe(404);
    expect((await submit('/console/automations', path, order)).response.status).toBe(404);
  });
});
