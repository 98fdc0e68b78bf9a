import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json' };
const event = '{"id":"evt-1","type":"page.created","entity":{"id":"p1","type":"page"}}';
const signed = (secret: string) => ({
  ...json,
  'x-notion-signature': `sha256=${createHmac('sha256', secret).update(event).digest('hex')}`,
});

interface Shown {
  readonly at: string;
  readonly digest: string;
  readonly secret: string | null;
  readonly later: { readonly count: number } | null;
  readonly unsigned: { readonly count: number } | null;
}

async function notionHook(signingSecret?: string) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({
    sender: 'notion',
    ...(signingSecret === undefined ? {} : { signingSecret }),
  });
  const path = `/automations/${automation.id}`;
  const send = async (body: string, headers: Readonly<Record<string, string>> = json) =>
    (await fetch(automation.hook, { method: 'POST', headers, body })).status;
  return {
    ...owner,
    send,
    greet: async (verification_token: string) =>
      expect(await send(JSON.stringify({ verification_token }))).toBe(200),
    look: async () => (await (await owner.manage('GET', `${path}/handshake`)).json()) as Shown,
    accept: async (shown?: object) => {
      const response = await owner.manage('POST', `${path}/handshake`, shown);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    discard: async () => (await owner.manage('DELETE', `${path}/handshake`)).status,
    patch: async (change: object) => expect((await owner.manage('PATCH', path, change)).status).toBe(200),
    read: async () => (await (await owner.manage('GET', path)).json()) as Record<string, unknown>,
  };
}

describe('a handshake that waits', () => {
  test('is not replaced by one of a stranger, which is counted', async () => {
    const hook = await notionHook();
    await hook.greet('secret_genuine');
    const shown = await hook.look();
    await hook.greet('secret_evil');
    await hook.greet('secret_evil_2');
    expect(await hook.look()).toEqual({ ...shown, later: { count: 2, lastAt: expect.any(String) } });
    expect(await hook.read()).toMatchObject({ handshake: { waitsFor: 'secret', later: 2, unsigned: 0 } });
    expect(await hook.accept({ at: shown.at })).toEqual({
      status: 200,
      body: { secretTaken: true, confirmed: false },
    });
    expect(await hook.send(event, signed('secret_genuine'))).toBe(200);
    expect(await hook.send(event, signed('secret_evil'))).toBe(401);
  });

  test('may be sent again by its sender, and is not lost to a later one that brings nothing', async () => {
    const owner = await api.newOwner();
    const { hook, id } = await owner.newAutomation({ sender: 'asana' });
    const send = (headers: Readonly<Record<string, string>>) =>
      fetch(hook, { method: 'POST', headers: { ...json, ...headers }, body: '{"events":[]}' });
    const secret = { 'x-hook-secret': 'b537207f20cbfa02357cf448134da559' };
    for (const headers of [secret, secret, { 'x-hook-signature': 'any' }])
      expect((await send(headers)).status).toBe(200);
    const shown = (await (await owner.manage('GET', `/automations/${id}/handshake`)).json()) as Shown;
    expect(shown).toMatchObject({ secret: secret['x-hook-secret'], later: null });
  });

  test('is accepted by what was shown of it alone', async () => {
    const hook = await notionHook();
    await hook.greet('secret_first');
    const first = await hook.look();
    expect(await hook.discard()).toBe(204);
    expect((await hook.look()).secret).toBeNull();
    await hook.greet('secret_second');
    for (const shown of [{ at: first.at }, { digest: first.digest }, { at: '2026-11-23T00:00:00Z' }])
      expect(await hook.accept(shown)).toMatchObject({ status: 409, body: { code: 'HANDSHAKE_CHANGED' } });
    expect(await hook.read()).toMatchObject({ hasSigningSecret: false });
    const { digest } = await hook.look();
    expect((await hook.accept({ digest })).body).toEqual({ secretTaken: true, confirmed: false });
    expect(await hook.send(event, signed('secret_second'))).toBe(200);
  });

  test('is not accepted by a caller that does not say what it saw', async () => {
    const hook = await notionHook();
    await hook.greet('secret_first');
    expect(await hook.accept({})).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', message: expect.stringContaining('GET …/handshake') },
    });
    expect(await hook.accept()).toMatchObject({ status: 400 });
    expect(await hook.read()).toMatchObject({ hasSigningSecret: false });
  });

  test('is one of two that come at once, and stays', async () => {
    const hook = await notionHook();
    const tokens = Array.from({ length: 8 }, (_, index) => `secret_${index}`);
    await Promise.all(tokens.map(hook.greet));
    const shown = await hook.look();
    expect(tokens).toContain(shown.secret);
    expect(shown.later?.count).toBe(7);
  });
});

describe('an unsigned handshake of an automation with a secret', () => {
  test('is answered, counted, and cannot be accepted', async () => {
    const hook = await notionHook('secret_of_the_owner');
    await hook.greet('secret_evil');
    const shown = await hook.look();
    expect(shown).toMatchObject({ secret: null, unsigned: { count: 1 } });
    expect(await hook.accept({ at: shown.at })).toMatchObject({ body: { secretTaken: false } });
    expect(await hook.send(event, signed('secret_evil'))).toBe(401);
    expect(await hook.send(event, signed('secret_of_the_owner'))).toBe(200);
    expect(await hook.read()).toMatchObject({ handshake: { waitsFor: null, unsigned: 1 } });
  });

  test('is not accepted either where the secret was entered after it', async () => {
    const hook = await notionHook();
    await hook.greet('secret_evil');
    const { at } = await hook.look();
    await hook.patch({ signingSecret: 'secret_of_the_owner' });
    expect(await hook.accept({ at })).toMatchObject({
      status: 400,
      body: { message: 'The handshake is not signed with the signing secret' },
    });
    expect(await hook.send(event, signed('secret_of_the_owner'))).toBe(200);
    await hook.patch({ signingSecret: null });
    expect((await hook.accept({ at })).body).toMatchObject({ secretTaken: true });
  });
});

test('a handshake is answered as that of the sender of this moment only', async () => {
  const hook = await notionHook();
  await hook.greet('secret_genuine');
  expect((await hook.look()).secret).toBe('secret_genuine');
  await hook.discard();
  await hook.patch({ sender: 'generic' });
  expect(await hook.send('{"verification_token":"secret_late"}')).toBe(200);
  const rows = await hook.manage('GET', '/deliveries');
  expect(await rows.json()).toMatchObject({ items: [{ eventId: expect.stringMatching(/./) }] });
});
