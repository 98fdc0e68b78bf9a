import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { stripe } from '#senders/stripe.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const thanks = 'https://shop.example.com/thanks?from=contact';
const site = 'https://www.example.com';

const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
};

async function hookOf(form?: object, content: object = {}) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ ...content, ...(form !== undefined && { form }) });
  const path = `/automations/${automation.id}`;
  const json = async (of: string): Promise<unknown> => (await owner.manage('GET', of)).json();
  return {
    ...owner,
    automation,
    send: (body: string | URLSearchParams | FormData, headers: Record<string, string> = {}) =>
      fetch(automation.hook, { method: 'POST', body, headers, redirect: 'manual' }),
    change: (change: object) => owner.manage('PATCH', path, change),
    read: () => json(path),
    count: async () => ((await json(`${path}/activity`)) as { items: unknown[] }).items.length,
    refused: async () =>
      ((await json(`${path}/stats`)) as { total: { refused: Record<string, number> } }).total.refused,
  };
}

/** As a browser posts it, with the boundary or the type that belongs to the body. */
const fields = (values: Record<string, string> = {}) =>
  new URLSearchParams({ name: 'Ada', message: 'Hello', ...values });
function multipart(values: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of fields(values)) form.append(name, value);
  form.append('file', new Blob(['x']), 'a.txt');
  return form;
}

describe('without settings for forms', () => {
  test('a form post is answered like every delivery', async () => {
    const hook = await hookOf();
    const response = await hook.send(fields(), { ...browser, origin: site });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toMatchObject({ status: 'accepted' });
    expect([response.headers.get('access-control-allow-origin'), response.headers.get('vary')]).toEqual([
      null,
      null,
    ]);
    expect(await hook.read()).toMatchObject({ form: null, revision: 1 });
  });

  test('a refusal is JSON, and a preflight 405', async () => {
    const hook = await hookOf();
    const large = await hook.send(fields({ text: 'x'.repeat(1_000_001) }), browser);
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }]);
    const headers = { origin: site, 'access-control-request-method': 'POST' };
    const preflight = await fetch(hook.automation.hook, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([405, 'POST']);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a visitor', () => {
  test.each([
    ['urlencoded', fields],
    ['multipart', multipart],
  ])('is sent on to the page of the owner, a second time too: %s', async (_, body) => {
    const hook = await hookOf({ redirectUrl: thanks });
    const content = body();
    // The bytes of a form with files are others each time.
    const headers = { ...browser, 'x-service-event-id': 'one' };
    for (let i = 0; i < 2; i += 1) {
      const response = await hook.send(content, headers);
      expect([response.status, response.headers.get('location')]).toEqual([303, thanks]);
    }
    expect(await hook.count()).toBe(1);
  });

  test('is sent on where the browser does not say what it wants', async () => {
    const hook = await hookOf({ redirectUrl: 'http://localhost:3000/thanks' });
    const response = await hook.send(fields(), { accept: '*/*' });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      'http://localhost:3000/thanks',
    ]);
  });

  test('sees the text of the owner on a page that runs nothing', async () => {
    const hook = await hookOf({
      text: 'Thank you <script>alert(1)</script>\nBye & "see" you',
      origins: [site],
    });
    const response = await hook.send(fields(), browser);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`frame-ancestors ${site}`);
    expect(policy).not.toContain('unsafe');
    const page = await response.text();
    expect(page).toContain('Thank you &lt;script&gt;alert(1)&lt;/script&gt;\nBye &amp; &quot;see&quot; you');
    expect(page).not.toContain('<script');
    expect(await hook.count()).toBe(1);
  });

  test('after a change of the automation gets the new settings', async () => {
    const hook = await hookOf({ redirectUrl: thanks });
    expect((await hook.send(fields({ n: '1' }), browser)).status).toBe(303);
    await hook.change({ form: { text: 'Thanks' } });
    expect(await (await hook.send(fields({ n: '2' }), browser)).text()).toContain('Thanks');
    await hook.change({ form: null });
    expect(await (await hook.send(fields({ n: '3' }), browser)).json()).toMatchObject({ status: 'accepted' });
    expect(await hook.read()).toMatchObject({ form: null, revision: 1 });
  });

  test('a refusal keeps its code and tells the visitor the remedy', async () => {
    const hook = await hookOf({ redirectUrl: thanks, origins: [site] });
    const content = fields({ text: 'x'.repeat(1_000_001) });
    const page = await hook.send(content, { ...browser, origin: site });
    expect([page.status, page.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('This is too large');
    expect(text).toContain('PAYLOAD_TOO_LARGE');
    const program = await hook.send(content, { accept: 'application/json' });
    expect([program.status, await program.json()]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }]);
  });

  test('a request without a form is that of a sender', async () => {
    const hook = await hookOf({ redirectUrl: thanks });
    const response = await hook.send('{"a":1}', { ...browser, 'content-type': 'application/json' });
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'accepted' }]);
  });

  test('cannot do without the signature that the automation wants', async () => {
    const hook = await hookOf({ redirectUrl: thanks }, { sender: 'stripe', signingSecret: 'whsec_12' });
    const response = await hook.send(fields(), browser);
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.stringContaining('SIGNATURE_INVALID'),
    ]);
    const { headers, body } = stripe.sample;
    expect((await hook.send(body, headers)).status).toBe(401);
  });
});

describe('a honeypot', () => {
  test.each([
    ['urlencoded', fields],
    ['multipart', multipart],
  ])('that is filled in is answered like success, and nothing wakes: %s', async (_, body) => {
    const hook = await hookOf({ redirectUrl: thanks, honeypot: 'website' });
    const [person, robot] = [body({ website: ' ' }), body({ website: 'https://spam.example' })];
    const taken = await hook.send(person, browser);
    const spam = await hook.send(robot, browser);
    const shown = ({ status, headers }: Response) => [
      status,
      headers.get('location'),
      [...headers.keys()].toSorted(),
    ];
    expect(shown(spam)).toEqual(shown(taken));
    expect(await hook.count()).toBe(1);
    expect(await hook.refused()).toEqual({ SPAM: 1 });
    const bodies = await api.redis.keys(`{${hook.workspace.id}}:delivery:*:body`);
    expect(bodies).toHaveLength(1);
  });

  test('looks like success to a program, too', async () => {
    const hook = await hookOf({ honeypot: 'website' });
    const answer = await (await hook.send(fields({ website: 'x' }))).json();
    expect(answer).toEqual({
      status: 'accepted',
      deliveryId: expect.stringMatching(/^dlv_/),
      eventId: expect.any(String),
      eventIdSource: 'payload',
    });
    expect(await hook.count()).toBe(0);
  });

  test('is no field of JSON, and none once it is taken back', async () => {
    const hook = await hookOf({ honeypot: 'website' });
    await hook.send('{"website":"x"}', { 'content-type': 'application/json' });
    await hook.send(fields({ website: 'x' }));
    await hook.change({ form: null });
    await hook.send(fields({ website: 'x' }));
    expect(await hook.count()).toBe(2);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'website=x'],
    ['a body that is none', 'multipart/form-data; boundary=x', 'website=x'],
    [
      'a body that ends too early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="we',
    ],
    ['nothing', 'application/x-www-form-urlencoded', ''],
  ])('takes %s for a delivery', async (_, type, body) => {
    const hook = await hookOf({ honeypot: 'website' });
    expect((await hook.send(body, { 'content-type': type })).status).toBe(200);
    expect(await hook.count()).toBe(1);
  });

  test('that floods is refused like every flood', async () => {
    const hook = await hookOf({ redirectUrl: thanks, honeypot: 'website' });
    expect((await hook.send(fields({ website: 'x' }), browser)).status).toBe(303);
    await api.redis.set(`{${hook.workspace.id}}:automation:${hook.automation.id}:requests`, '600', {
      PX: 60_000,
    });
    const response = await hook.send(fields({ website: 'x' }), browser);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    expect(await response.text()).toContain('DELIVERY_RATE_EXCEEDED');
  });
});

describe('scripts', () => {
  const preflightOf = (url: string, origin: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });

  test('on the listed sites may post, and read their answer', async () => {
    const hook = await hookOf({ redirectUrl: thanks, origins: [`${site}/`, 'http://localhost:3000'] });
    expect(await hook.read()).toMatchObject({ form: { origins: [site, 'http://localhost:3000'] } });
    const preflight = await preflightOf(hook.automation.hook, site);
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining('Content-Type'),
      vary: 'Origin',
    });
    const headers = { origin: site, 'sec-fetch-mode': 'cors', accept: '*/*' };
    const response = await hook.send(fields(), headers);
    expect(response.headers.get('access-control-allow-origin')).toBe(site);
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'accepted' }]);
    const large = await hook.send(fields({ text: 'x'.repeat(1_000_001) }), headers);
    expect([large.status, large.headers.get('access-control-allow-origin')]).toEqual([413, site]);
  });

  test('on other sites may not', async () => {
    const hook = await hookOf({ origins: [site] });
    for (const origin of [
      'https://example.com',
      'http://www.example.com',
      'https://www.example.com:8443',
      'null',
    ]) {
      const preflight = await preflightOf(hook.automation.hook, origin);
      expect([origin, preflight.status, preflight.headers.get('allow')]).toEqual([origin, 405, 'POST']);
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      const response = await hook.send(fields({ origin }), { origin });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    }
  });

  test('learn nothing from a preflight at an address that is none', async () => {
    const preflight = await preflightOf(`${api.url}/hooks/${'A'.repeat(43)}`, site);
    expect([preflight.status, await preflight.json()]).toMatchObject([405, { code: 'METHOD_NOT_ALLOWED' }]);
  });
});
