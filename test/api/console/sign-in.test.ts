import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { createSessions } from '#store/token/sessions.ts';
import { hashOfToken } from '#domain/token.ts';
import { consoleVisitor, csrfIn } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ TRUSTED_PROXY_HOPS: '1' });
});
afterAll(() => api[Symbol.asyncDispose]());

const visit = () => consoleVisitor(api.url);

describe('the way in', () => {
  it('leads whoever is not signed in to the form, and back to the page that was asked for', async () => {
    const { workspace } = await api.newOwner();
    const visitor = visit();
    const { response } = await visitor.show('/console');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/console/sign-in']);
    const asked = await visitor.show('/console/automations?x=1');
    const form = asked.response.headers.get('location') ?? '';
    expect(form).toBe('/console/sign-in?next=%2Fconsole%2Fautomations%3Fx%3D1');
    const signedIn = await visitor.submit(form, '/console/sign-in', {
      token: workspace.token,
      next: '/console/automations?x=1',
    });
    expect(signedIn.response.status).toBe(303);
    expect(signedIn.response.headers.get('location')).toBe('/console/automations?x=1');
    expect((await visitor.show('/console/automations')).text).toContain('<h1>Automations</h1>');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/console/\\evil',
    '/console//evil.example',
    '/docs',
    '/console/a\r\nSet-Cookie: x=1',
    '/console/aĀ',
    '/console/a b',
  ])('leads nowhere else: %s', async (next) => {
    const { workspace } = await api.newOwner();
    const visitor = visit();
    const { response } = await visitor.submit('/console/sign-in', '/console/sign-in', {
      token: workspace.token,
      next,
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/console']);
  });

  it('keeps the session from scripts and other sites', async () => {
    const { workspace } = await api.newOwner();
    const { response } = await visit().signIn(workspace.token);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('reveille='));
    expect(cookie).toMatch(/; path=\/.*; samesite=lax; httponly/i);
    expect(cookie).not.toContain(workspace.token);
  });

  it('answers a wrong token with the form and a sentence', async () => {
    const { response, text } = await visit().signIn('wrong');
    expect(response.status).toBe(401);
    expect(text).toContain('role="alert"');
    expect(text).toContain('name="token"');
    expect(text).not.toContain('value="wrong"');
  });

  it('refuses a form that no page of this browser made', async () => {
    const { workspace } = await api.newOwner();
    for (const fields of [{}, { csrf: 'x' }]) {
      const { response, text } = await visit().post('/console/sign-in', {
        token: workspace.token,
        ...fields,
      });
      expect(response.status).toBe(403);
      expect(text).toContain('CSRF_INVALID');
    }
  });

  it('tells a client that guesses to wait, and lets a right token in all the same', async () => {
    const { workspace } = await api.newOwner();
    const from = (address: string, token: string) => {
      const visitor = visit();
      return visitor.show('/console/sign-in').then(({ text }) =>
        fetch(`${api.url}/console/sign-in`, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            'x-forwarded-for': address,
            cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; '),
          },
          body: new URLSearchParams({ csrf: csrfIn(text), token }),
        }),
      );
    };
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await from('192.0.2.7', `guess ${guess}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const late = await from('192.0.2.7', 'guess 12');
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await from('192.0.2.8', 'guess')).status).toBe(401);
    expect((await from('192.0.2.7', workspace.token)).status).toBe(303);
  });
});

describe('a session', () => {
  it('ends when it is signed out, also for a copy of its cookie', async () => {
    const { workspace } = await api.newOwner();
    const visitor = visit();
    await visitor.signIn(workspace.token);
    const copy = consoleVisitor(api.url);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    expect((await copy.show('/console/automations')).response.status).toBe(200);
    const { response } = await visitor.submit('/console/automations', '/console/sign-out', {});
    expect(response.headers.get('location')).toBe('/console/sign-in');
    expect((await copy.show('/console/automations')).response.status).toBe(303);
  });

  it('ends when the same browser signs in again, also for a copy of its cookie', async () => {
    const [one, other] = [await api.newOwner(), await api.newOwner()];
    const visitor = visit();
    await visitor.signIn(one.workspace.token);
    const copy = consoleVisitor(api.url);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    const csrf = csrfIn((await visitor.show('/console/automations')).text);
    await visitor.post('/console/sign-in', { csrf, token: other.workspace.token });
    expect((await visitor.show('/console/automations')).response.status).toBe(200);
    expect((await copy.show('/console/automations')).response.status).toBe(303);
  });

  it('ends after a day without a request, and after seven days in any case', async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    let now = Date.now();
    const sessions = createSessions({ redis: api.redis, now: () => now });
    const cookie = await sessions.open('hash of a token');
    const key = keys.session(hashOfToken(cookie));
    const leftMs = async () => await api.redis.pTTL(key);
    expect(await leftMs()).toBeLessThanOrEqual(dayMs);
    await api.redis.pExpire(key, 60_000);
    expect(await sessions.look(cookie)).not.toBeNull();
    expect(await leftMs()).toBeLessThanOrEqual(60_000);
    expect(await sessions.find(cookie)).not.toBeNull();
    expect(await leftMs()).toBeGreaterThan(dayMs - 60_000);
    now += 6.5 * dayMs;
    expect(await sessions.find(cookie)).not.toBeNull();
    expect(await leftMs()).toBeLessThanOrEqual(dayMs / 2);
    now += dayMs;
    expect(await sessions.find(cookie)).toBeNull();
  });

  it('changes nothing without what its own forms carry', async () => {
    const [one, other] = [await api.newOwner(), await api.newOwner()];
    const [visitor, stranger] = [visit(), visit()];
    await visitor.signIn(one.workspace.token);
    await stranger.signIn(other.workspace.token);
    const { text } = await stranger.show('/console/automations');
    const foreign = csrfIn(text);
    expect(foreign).not.toBe('');
    for (const fields of [{}, { csrf: foreign }]) {
      const { response } = await visitor.post('/console/sign-out', fields);
      expect(response.status).toBe(403);
    }
    expect((await visitor.show('/console/automations')).response.status).toBe(200);
  });

  it('begins by a link once', async () => {
    const { workspace } = await api.newOwner();
    const code = await createSessions({ redis: api.redis }).makeCode(hashOfToken(workspace.token));
    const visitor = visit();
    const first = await visitor.show(`/console/sign-in?code=${code}`);
    expect([first.response.status, first.response.headers.get('location')]).toEqual([303, '/console']);
    expect((await visitor.show('/console/automations')).response.status).toBe(200);
    const again = await visit().show(`/console/sign-in?code=${code}`);
    expect(again.response.status).toBe(401);
    expect(again.text).toContain('used already');
  });
});

it('every answer forbids scripts and styles that are not ours, and frames', async () => {
  for (const path of ['/console/sign-in', '/console', '/console/nowhere']) {
    const { response } = await visit().show(path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|http/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

it('sends pages compressed to browsers that take that, and no others', async () => {
  const encodings = async (encoding: string) => {
    const response = await fetch(`${api.url}/console/sign-in`, { headers: { 'accept-encoding': encoding } });
    expect(await response.text()).toContain('<h1>Sign in to Reveille</h1>');
    return [response.headers.get('content-encoding'), response.headers.get('vary')];
  };
  expect(await encodings('gzip')).toEqual(['gzip', 'Accept-Encoding']);
  expect(await encodings('identity')).toEqual([null, 'Accept-Encoding']);
});
