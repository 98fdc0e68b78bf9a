import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor, type ConsoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({}, { liveHeartbeatMs: 20 });
});
afterAll(() => api[Symbol.asyncDispose]());

const cookieOf = ({ cookies }: ConsoleVisitor) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The stream of a page, from the moment that nothing is missed any more. */
async function listen(visitor: ConsoleVisitor, url = api.url) {
  const cancel = new AbortController();
  const response = await fetch(`${url}/console/live`, {
    headers: { cookie: cookieOf(visitor) },
    signal: cancel.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let [text, isOver] = ['', false];
  /** Reads until the text holds this, or the stream ends. */
  async function told(wanted: string): Promise<boolean> {
    while (!isOver && !text.includes(wanted)) {
      const { done, value = '' } = await reader.read();
      isOver = done;
      text += value;
    }
    return text.includes(wanted);
  }
  await told('event: resync');
  return { response, told, text: () => text, [Symbol.dispose]: () => cancel.abort() };
}

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  return { owner, visitor };
}

it('tells the pages of a workspace what arrives there, and no other workspace', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  using mine = await listen(one.visitor);
  using foreign = await listen(other.visitor);
  expect(mine.response.headers.get('content-type')).toContain('text/event-stream');
  const automation = await one.owner.newAutomation();
  const delivered = await fetch(automation.hook, { method: 'POST', body: '{"order": 1}' });
  const { deliveryId } = (await delivered.json()) as { deliveryId: string };
  await mine.told('event: delivery');
  await mine.told('</tr>');
  const [, data = ''] = /event: delivery\ndata: (.*)\n/.exec(mine.text()) ?? [];
  expect(JSON.parse(data)).toEqual({
    deliveryId,
    automationId: automation.id,
    outcome: 'running',
    receivedAt: expect.stringMatching(/^\d{4}-/),
    row: expect.stringContaining(`href="/console/deliveries/${deliveryId}"`),
  });
  const second = await other.owner.newAutomation();
  await fetch(second.hook, { method: 'POST', body: '{"order": 2}' });
  await foreign.told('event: delivery');
  expect(foreign.text()).not.toContain(deliveryId);
});

it('ends with the session, and says so', async () => {
  const { visitor } = await signedIn();
  using open = await listen(visitor);
  await visitor.submit('/console/automations', '/console/sign-out', {});
  expect(await open.told('event: signed-out')).toBe(true);
  expect(await open.told('never')).toBe(false);
});

it('ends when the token is deleted that the session was begun with', async () => {
  const { owner } = await signedIn();
  const made = await owner.manage('POST', '/tokens', { name: 'Phone', role: 'viewer' });
  const { id, token } = (await made.json()) as { id: string; token: string };
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(token);
  using open = await listen(visitor);
  expect((await owner.manage('DELETE', `/tokens/${id}`)).status).toBe(204);
  expect(await open.told('event: signed-out')).toBe(true);
});

it('leads a page without a session to the form for signing in, in place of a part of it', async () => {
  const response = await fetch(`${api.url}/console/live`, {
    redirect: 'manual',
    headers: { 'hx-request': 'true', 'hx-current-url': `${api.url}/console/automations?x=1` },
  });
  expect(response.status).toBe(401);
  expect(response.headers.get('hx-redirect')).toBe('/console/sign-in?next=%2Fconsole%2Fautomations%3Fx%3D1');
});

it('does not keep the service from stopping', async () => {
  const service = await startApi();
  const owner = await service.newOwner();
  const visitor = consoleVisitor(service.url);
  await visitor.signIn(owner.workspace.token);
  using open = await listen(visitor, service.url);
  await service[Symbol.asyncDispose]();
  expect(await open.told('never')).toBe(false);
});
