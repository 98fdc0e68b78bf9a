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

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const read = async (id: string) =>
    (await (await owner.manage('GET', `/deliveries/${id}`)).json()) as { outcome: string };
  async function post(hook: string, body: string, headers: Record<string, string> = {}) {
    const response = await fetch(hook, { method: 'POST', headers, body });
    return ((await response.json()) as { deliveryId: string }).deliveryId;
  }
  /** A delivery whose run is over. */
  async function done(hook: string, body: string, headers: Record<string, string> = {}) {
    const id = await post(hook, body, headers);
    await expect.poll(async () => (await read(id)).outcome).not.toBe('running');
    return id;
  }
  /** The deliveries that a page lists, in its order. */
  const listed = async (path: string) => idsIn((await visitor.show(path)).text);
  const replaysOf = async (id: string) => {
    const { items } = (await (await owner.manage('GET', `/deliveries?replayOf=${id}`)).json()) as {
      items: { deliveryId: string }[];
    };
    return items.map(({ deliveryId }) => deliveryId);
  };
  return { ...owner, visitor, read, post, done, listed, replaysOf };
}

const idsIn = (page: string) => [...page.matchAll(/<tr id="(dlv_[^"]+)"/g)].map(([, id]) => id);

describe('the activity', () => {
  it('lists deliveries of all automations, newest first, and filters them', async () => {
    const { newAutomation, done, listed, visitor } = await signedIn();
    const orders = await newAutomation({ filter: 'Only run when the status is paid' });
    const tickets = await newAutomation({ instructions: 'Reply "seen".' });
    const paid = await done(orders.hook, '{"status":"paid"}', { 'x-service-reference': 'Order A-1' });
    const open = await done(orders.hook, '{"status":"open"}', { 'x-service-event-id': 'evt-7' });
    const ticket = await done(tickets.hook, '{"ticket":4}', { 'x-service-reference': 'Order A-1' });
    const at = (query: Record<string, string>) =>
      listed(`/console/activity?${new URLSearchParams(query).toString()}`);
    expect(await at({})).toEqual([ticket, open, paid]);
    expect(await at({ outcome: 'skipped' })).toEqual([open]);
    expect(await at({ automationId: tickets.id })).toEqual([ticket]);
    expect(await at({ q: 'evt-7' })).toEqual([open]);
    expect(await at({ q: paid })).toEqual([paid]);
    expect(await at({ q: 'Order A-1' })).toEqual([ticket, paid]);
    expect(await at({ q: 'status was "open"' })).toEqual([open]);
    expect(await at({ period: 'hour' })).toEqual([ticket, open, paid]);
    expect(await at({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    const { text } = await visitor.show('/console/activity?outcome=skipped&q=status');
    expect(text).toContain('value="status"');
    expect(text).toMatch(/<option value="skipped" selected/);
    expect(await listed('/console/references/Order%20A-1')).toEqual([ticket, paid]);
  });

  it('goes on behind a cursor, with the same filters, and says why something was skipped', async () => {
    const { newAutomation, post, visitor, manage } = await signedIn();
    const automation = await newAutomation();
    await manage('POST', `/automations/${automation.id}/pause`);
    for (let count = 0; count < 51; count += 1) await post(automation.hook, `{"n":${count}}`);
    const { text } = await visitor.show('/console/activity?outcome=skipped');
    expect(new Set(idsIn(text)).size).toBe(50);
    expect(text).toContain('paused');
    const next = /<a rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toContain('outcome=skipped');
    const { text: last } = await visitor.show(next);
    expect(new Set([...idsIn(text), ...idsIn(last)]).size).toBe(51);
    // A later page stays as it is.
    expect(last).not.toMatch(/id="list"[^>]*hx-get/);
  });

  it('counts outcomes, duplicates and what was refused, in a drawing and in a table', async () => {
    const { newAutomation, done, post, visitor } = await signedIn();
    const automation = await newAutomation({ instructions: 'Reply "seen".' });
    await done(automation.hook, '{"n":1}', { 'x-service-event-id': 'evt-1' });
    await post(automation.hook, '{"n":1}', { 'x-service-event-id': 'evt-1' });
    await fetch(automation.hook, { method: 'POST', body: Buffer.alloc(6_000_000) });
    const { text } = await visitor.show('/console/activity');
    expect(text).toMatch(/<b>1<\/b>\s*<span class="outcome succeeded">/);
    expect(text).toMatch(/<b>1<\/b> duplicate,/);
    expect(text).toMatch(/PAYLOAD_TOO_LARGE<\/code> 1/);
    expect(text).toContain('arrived 1 more time');
    expect(text).toMatch(/aria-label="1 deliveries in 24 hours, at most 1 in one"/);
    expect(text.match(/<rect\s+class="succeeded"/g)).toHaveLength(1);
    expect(text.match(/<th scope="row">\d\d:\d\d<\/th>/g)).toHaveLength(24);
  });

  it('replays the chosen, once, and says what became of each', async () => {
    const { newAutomation, done, visitor, manage, replaysOf } = await signedIn();
    const [orders, paused] = [await newAutomation({ instructions: 'Reply "seen".' }), await newAutomation()];
    const [one, two] = [await done(orders.hook, '{"n":1}'), await done(orders.hook, '{"n":2}')];
    const three = await done(paused.hook, '{"n":3}');
    await manage('POST', `/automations/${paused.id}/pause`);
    const { text } = await visitor.show('/console/activity');
    const fields = new URLSearchParams({ csrf: csrfIn(text) });
    for (const id of [three, two, one, two]) fields.append('deliveryId', id);
    const { response, text: said } = await visitor.post('/console/activity/replay', fields);
    expect(response.status).toBe(200);
    expect(said).toContain('<h1>2 of 3 replayed</h1>');
    expect(said).toMatch(new RegExp(`${three}</code>: [^<]*paused`));
    for (const id of [one, two]) expect(await replaysOf(id)).toHaveLength(1);
    // The same form again starts nothing.
    const { text: again } = await visitor.post('/console/activity/replay', fields);
    expect(again).toContain('<h1>0 of 3 replayed</h1>');
    for (const id of [one, two]) expect(await replaysOf(id)).toHaveLength(1);
  });

  it('says of a failed row that a replay of it succeeded, and leaves it out of those that failed', async () => {
    const { newAutomation, done, listed, visitor, manage, replaysOf, read } = await signedIn();
    const { id: automationId, hook } = await newAutomation({ instructions: 'GET https://closed.example/' });
    const failed = [await done(hook, '{"n":1}'), await done(hook, '{"n":2}'), await done(hook, '{"n":3}')];
    for (const id of failed) expect((await read(id)).outcome).toBe('failed');
    await manage('PATCH', `/automations/${automationId}`, { instructions: 'Reply "seen".' });
    const [one = '', two = '', three = ''] = failed;
    const page = `/console/deliveries/${one}`;
    const { text: shown } = await visitor.show(page);
    const [, key = ''] = /name="idempotencyKey" value="([^"]+)"/.exec(shown) ?? [];
    for (let times = 0; times < 2; times += 1)
      await visitor.submit(page, `${page}/replay`, { idempotencyKey: key });
    const [replay = '', ...others] = await replaysOf(one);
    expect(others).toEqual([]);
    await expect.poll(async () => (await read(replay)).outcome).toBe('succeeded');

    const list = '/console/activity?outcome=failed';
    expect(await listed(list)).toEqual([three, two]);
    expect(await listed(`${list}&replayed=shown`)).toEqual([three, two, one]);
    const { text } = await visitor.show('/console/activity');
    expect(text).toMatch(new RegExp(`replayed,\\s*<a href="/console/deliveries/${replay}"\\s*>succeeded</a`));

    expect((await visitor.show(list)).text).toContain('Replay all 2 that match');
    const { text: asked } = await visitor.show('/console/activity/replay-all?outcome=failed&replayed=shown');
    expect(asked).toContain('3 deliveries match; 1 succeeded when replayed, and is left out.');
    expect(asked).toContain('>Replay 2</button>');
    const hidden = [...asked.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = new URLSearchParams(
      hidden.map(([, name = '', value = '']): [string, string] => [name, value]),
    );
    const { text: started } = await visitor.post('/console/activity/replay-all', fields);
    expect(started).toContain('<h1>2 of 2 replayed</h1>');
    const [, progress = ''] = /id="progress"\s+hx-get="([^"]+)"/.exec(started) ?? [];
    const came = async () => (await visitor.show(progress.replaceAll('&amp;', '&'))).text;
    await expect.poll(came).toMatch(/<b>3<\/b>\s*<span class="outcome succeeded">/);
    const { text: later } = await visitor.post('/console/activity/replay-all', fields);
    expect(later).toContain('<h1>0 of 0 replayed</h1>');
    for (const id of failed) expect(await replaysOf(id)).toHaveLength(1);
    expect(await listed(list)).toEqual([]);
  });

  it('says of each row what came of it: the answer, the words of the target, a replay, a try', async () => {
    const { newAutomation, done, visitor, manage } = await signedIn();
    const { id: automationId, hook } = await newAutomation({ instructions: 'Reply "Order {{n}} noted".' });
    const first = await done(hook, '{"n":7}');
    const replayed = await manage('POST', `/deliveries/${first}/replay`);
    const { deliveryId: replay } = (await replayed.json()) as { deliveryId: string };
    const path = `/console/automations/${automationId}/try`;
    await visitor.submit(path, path, {
      contentType: 'application/json',
      body: '{"n":8}',
      eventId: 'try-0123abcd',
    });
    const rowOf = async (id: string) =>
      new RegExp(`<tr id="${id}">.*?</tr>`, 's').exec((await visitor.show('/console/activity')).text)?.[0];
    await expect.poll(() => rowOf(first)).toMatch(/<p class="detail">\s*<bdi class="foreign">Order 7 noted/);
    await expect
      .poll(() => rowOf(replay))
      .toMatch(new RegExp(`replay of\\s*<a href="/console/deliveries/${first}"`));
    const { text } = await visitor.show('/console/activity?q=try-0123abcd');
    expect(text).toMatch(/<span class="quiet">try<\/span>/);
    expect(await rowOf(first)).not.toMatch(/<span class="quiet">try</);
  });

  it('replays all that a text finds', async () => {
    const { newAutomation, done, visitor, replaysOf } = await signedIn();
    const { hook } = await newAutomation({ instructions: 'GET https://closed.example/' });
    const [one, other] = [
      await done(hook, '{"n":1}', { 'x-service-reference': 'A-1' }),
      await done(hook, '{}'),
    ];
    const { text } = await visitor.submit('/console/activity', '/console/activity/replay-all', {
      outcome: 'failed',
      q: 'A-1',
    });
    expect(text).toContain('<h1>1 of 1 replayed</h1>');
    expect(await replaysOf(one)).toHaveLength(1);
    expect(await replaysOf(other)).toEqual([]);
  });

  it('says what to do where nothing was chosen', async () => {
    const { visitor } = await signedIn();
    const { text } = await visitor.submit('/console/activity', '/console/activity/replay', {});
    expect(text).toContain('No delivery was chosen');
  });

  it('is exported as it is shown', async () => {
    const { newAutomation, done, visitor } = await signedIn();
    const automation = await newAutomation({ filter: 'Only run when the status is paid' });
    await done(automation.hook, '{"status":"paid"}');
    const open = await done(automation.hook, '{"status":"open"}', { 'x-service-reference': '=1+1' });
    const csv = await visitor.show('/console/activity/export.csv?outcome=skipped&period=day');
    expect(csv.response.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"');
    expect(csv.text.trim().split('\r\n')).toHaveLength(2);
    expect(csv.text).toContain(open);
    expect(csv.text).not.toMatch(/(^|,)=1/m);
    const lines = await visitor.show('/console/activity/export.jsonl');
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toHaveLength(2);
  });

  it('keeps to its workspace', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const automation = await one.newAutomation();
    const id = await one.post(automation.hook, '{}', { 'x-service-reference': 'Shared' });
    expect(await other.listed('/console/activity')).toEqual([]);
    expect(await other.listed(`/console/activity?q=${id}`)).toEqual([]);
    expect(await other.listed(`/console/activity?automationId=${automation.id}`)).toEqual([]);
    expect(await other.listed('/console/references/Shared')).toEqual([]);
    const { text } = await other.visitor.show('/console/activity');
    const { text: said } = await other.visitor.post(
      '/console/activity/replay',
      new URLSearchParams({ csrf: csrfIn(text), deliveryId: id }),
    );
    expect(said).toContain('<h1>0 of 1 replayed</h1>');
    expect((await other.visitor.show('/console/activity/export.jsonl')).text).toBe('');
  });

  it('lists what arrived between two moments of the owner, and keeps them in its links', async () => {
    const { newAutomation, done, listed, visitor, manage } = await signedIn();
    const { hook } = await newAutomation({ filter: 'Only run when the status is paid' });
    const id = await done(hook, '{"status":"open"}');
    await manage('PATCH', '/workspace', { timeZone: 'Asia/Kolkata' });
    const { receivedAt } = (await (await manage('GET', `/deliveries/${id}`)).json()) as {
      receivedAt: string;
    };
    const offsetMs = 5.5 * 60 * 60 * 1_000;
    const local = (minutes: number) =>
      new Date(Date.parse(receivedAt) + offsetMs + minutes * 60_000).toISOString().slice(0, 16);
    const at = (query: Record<string, string>) =>
      `/console/activity?${new URLSearchParams(query).toString()}`;
    const around = { period: 'between', from: local(-2), to: local(2) };
    expect(await listed(at(around))).toEqual([id]);
    expect(await listed(at({ ...around, to: local(-1) }))).toEqual([]);
    expect(await listed(at({ ...around, from: local(1) }))).toEqual([]);
    const { text } = await visitor.show(at(around));
    expect(text).toMatch(/<option value="between" selected/);
    expect(text).toContain(`value="${local(-2)}"`);
    const [, totals = ''] = /<ul class="totals"([\s\S]*?)<\/ul>/.exec(text) ?? [];
    const [, link = ''] = /href="([^"]*outcome=skipped[^"]*)"/.exec(totals) ?? [];
    expect(link.replaceAll('&amp;', '&')).toContain(new URLSearchParams({ from: local(-2) }).toString());
    expect(await listed(link.replaceAll('&amp;', '&'))).toEqual([id]);
    // The form sends the moments too where its menu says something else.
    const any = await visitor.show(at({ ...around, period: '', from: local(1) }));
    expect(idsIn(any.text)).toEqual([id]);
    expect(await listed(at({ ...around, period: 'hour', from: local(1) }))).toEqual([id]);
  });

  it('answers a query that it does not take with a sentence', async () => {
    const { visitor } = await signedIn();
    for (const query of ['outcome=lost', 'cursor=x', 'from=yesterday']) {
      const { response, text } = await visitor.show(`/console/activity?${query}`);
      expect(response.status).toBe(400);
      expect(text).toContain('INVALID_REQUEST');
    }
  });

  it('shows names and references as text, and links to the web only', async () => {
    const { newAutomation, post, visitor, manage } = await signedIn();
    const automation = await newAutomation();
    const markup = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
    await manage('PATCH', `/automations/${automation.id}`, { name: markup });
    await post(automation.hook, '{}', {
      'x-service-reference': `${markup}/../?#%2F`,
      'x-service-reference-url': 'javascript:alert(1)',
    });
    const q = encodeURIComponent(`"><b>${markup}`);
    const reference = encodeURIComponent(`${markup}/../?#%2F`);
    for (const path of [
      '/console/activity',
      `/console/activity?q=${q}`,
      `/console/references/${reference}`,
    ]) {
      const { response, text } = await visitor.show(path);
      expect(response.status).toBe(200);
      const main = text.slice(text.indexOf('<main'));
      expect(main).not.toMatch(/<script|<img|<b>"|href="javascript/i);
    }
    expect(idsIn((await visitor.show(`/console/references/${reference}`)).text)).toHaveLength(1);
  });

  it('shows everything of a reference that no path can hold, behind the link on its delivery', async () => {
    const { newAutomation, post, visitor, listed } = await signedIn();
    const automation = await newAutomation();
    const references = ['.', '..', 'a/b/../c', '100% %2F', 'back\\slash', '?a=1&b#c', 'x'.repeat(10_000)];
    for (const [n, reference] of references.entries()) {
      const id = await post(automation.hook, `{"n":${n}}`, { 'x-service-reference': reference });
      const { text } = await visitor.show(`/console/deliveries/${id}`);
      const link = /<a class="quiet" href="(\/console\/references[^"]*)"/.exec(text)?.[1] ?? '';
      // As a browser asks for it.
      const { pathname, search } = new URL(link.replaceAll('&amp;', '&'), api.url);
      expect(await listed(`${pathname}${search}`)).toEqual([id]);
      expect(await listed(`/console/references?${new URLSearchParams({ reference }).toString()}`)).toEqual([
        id,
      ]);
    }
    expect((await visitor.show('/console/references')).response.status).toBe(404);
  });
});
