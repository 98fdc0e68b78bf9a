import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLoopLinks } from '#store/loop-links.ts';
import { createVault } from '#store/secret/vault.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
const key = 'key-of-the-target';
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
  target = await startOrderTarget({ key });
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  async function ended(deliveryId: string) {
    const read = async () => (await owner.manage('GET', `/deliveries/${deliveryId}`)).json();
    await expect.poll(async () => ((await read()) as { outcome: string }).outcome).not.toBe('running');
  }
  async function post(hook: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    const answer = (await (await fetch(hook, sent as RequestInit)).json()) as { deliveryId: string };
    return answer.deliveryId;
  }
  return { ...owner, visitor, ended, post };
}

/** The words of a page, without its markup. */
const wordsOf = (page: string) =>
  page
    .slice(page.indexOf('<main'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

describe('the page of a delivery', () => {
  it('leads to its replays, newest first, each beside it', async () => {
    const { visitor, newAutomation, manage, ended, post } = await signedIn();
    const [one, other] = [await newAutomation(), await newAutomation()];
    const id = await post(one.hook, '{"n":1}', { 'x-service-event-id': 'evt-1' });
    const unrelated = await post(other.hook, '{"n":1}', { 'x-service-event-id': 'evt-1' });
    for (const delivery of [id, unrelated]) await ended(delivery);
    const replays: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { response } = await visitor.submit(
        `/console/deliveries/${id}`,
        `/console/deliveries/${id}/replay`,
        {},
      );
      const [, replay = ''] = /deliveries\/(dlv_[\w-]+)$/.exec(response.headers.get('location') ?? '') ?? [];
      await ended(replay);
      replays.unshift(replay);
    }
    const linked = (text: string) =>
      [...text.matchAll(/deliveries\/(dlv_[\w-]+)#beside/g)].map(([, found]) => found);
    expect(linked((await visitor.show(`/console/deliveries/${id}`)).text)).toEqual(replays);
    expect(linked((await visitor.show(`/console/deliveries/${unrelated}`)).text)).toEqual([]);
    expect((await visitor.show(`/console/deliveries/${replays[0]}`)).text).toContain('Beside the original');
    const listed = (await (await manage('GET', `/deliveries?replayOf=${id}`)).json()) as {
      items: { deliveryId: string }[];
    };
    expect(listed.items.map(({ deliveryId }) => deliveryId)).toEqual(replays);
    const foreign = await (await api.newOwner()).manage('GET', `/deliveries?replayOf=${id}`);
    expect(await foreign.json()).toMatchObject({ items: [] });
  });

  it('says that a loop was stopped, and is linked with what caused it both ways', async () => {
    const { visitor, workspace, newAutomation, ended, post } = await signedIn();
    const { seal } = createLoopLinks({ vault: createVault(api.config.MASTER_KEYS) });
    const { hook } = await newAutomation();
    const cause = await post(hook, '{"n":1}');
    await ended(cause);
    const sealed = (round: number) => ({
      'x-reveille-loop': seal({ workspaceId: workspace.id, cause, round }),
    });
    const ran = await post(hook, '{"n":2}', sealed(0));
    await ended(ran);
    await post(hook, '{"n":3}', sealed(5));
    const page = await visitor.show(`/console/deliveries/${cause}`);
    const said = `The loop limit was reached here: this was sent by the run of ${cause} , round 6. The agent was not woken.`;
    expect(wordsOf(page.text)).toContain(said);
    expect(page.text).toContain(`href="/console/deliveries/${ran}"`);
    const [, stopped = ''] =
      [...page.text.matchAll(/<tr id="(dlv_[\w-]+)"/g)].find(([, id]) => id !== ran) ?? [];
    for (const path of [`/console/deliveries/${stopped}`, '/console/activity'])
      expect(wordsOf((await visitor.show(path)).text)).toContain(said);
    const shown = (await visitor.show(`/console/deliveries/${ran}`)).text;
    expect(wordsOf(shown)).toContain(`Caused by the run of ${cause} , round 1`);
    expect(shown).toContain(`href="/console/deliveries/${cause}"`);
    expect(shown).not.toMatch(/x-reveille-loop/i);
  });

  it('tells what arrived, what was done and what it cost', async () => {
    const { visitor, newAutomation, manage, ended, post } = await signedIn();
    const automation = await newAutomation({
      filter: 'Only run when the status is paid',
      instructions: `POST ${target.url}/orders with JSON {"order": "{{order}}"}. Then reply "Order {{order}} recorded".`,
    });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: key };
    await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
    const deliveryId = await post(
      automation.hook,
      '{"order":"A-1","status":"paid","sum":12345678901234567890.10}',
      {
        'x-service-event-id': 'evt-1',
        'x-service-reference': 'Order A-1',
        'x-service-reference-url': 'https://shop.example.com/orders/A-1',
      },
    );
    await ended(deliveryId);
    const { response, text } = await visitor.show(`/console/deliveries/${deliveryId}`);
    expect(response.status).toBe(200);
    const words = wordsOf(text);
    for (const said of [
      'Orders: Order A-1',
      'succeeded',
      'Order A-1 recorded',
      'evt-1 from the header',
      'Filter: passed',
      'Turn: offline/rules-1',
      `POST ${new URL(target.url).host}/orders answered 201`,
      'X-API-Key',
      'Body sent { "order": "A-1" } Body answered',
      `POST ${target.url}/orders allowed 15 bytes 201`,
      'no model',
      '1 automation run',
      'revision 1',
      '"sum": 12345678901234567890.10',
    ])
      expect(words).toContain(said);
    expect(text).toContain('href="https://shop.example.com/orders/A-1"');
    expect(text).toContain('href="/console/references/Order%20A-1"');
    expect(text).not.toContain(key);
    expect(text).not.toContain(automation.url);
    // A run that is over changes no more.
    expect(text).not.toContain('hx-get');
  });

  it('says once why a run failed', async () => {
    const { visitor, newAutomation, manage, ended, post } = await signedIn();
    const { agentId, hook } = await newAutomation({ instructions: `POST ${target.url}/orders.` });
    const closed = await newAutomation({ instructions: 'POST https://closed.example/orders.' });
    await manage('POST', `/agents/${agentId}/network-access`, { domain: '127.0.0.1' });
    for (const [url, sentence] of [
      [hook, '401 Unauthorized; the request was not successful'],
      [closed.hook, 'Outbound request to &#39;closed.example&#39; is not allowed'],
    ] as const) {
      const deliveryId = await post(url, '{"order":"A-1"}');
      await ended(deliveryId);
      const { text } = await visitor.show(`/console/deliveries/${deliveryId}`);
      expect(text.split(sentence)).toHaveLength(2);
    }
  });

  it('leads from a target that wants a key to the policy that has none', async () => {
    const { visitor, newAutomation, manage, ended, post } = await signedIn();
    const { agentId, hook } = await newAutomation({
      instructions: `POST ${target.url}/orders with the whole payload.`,
    });
    const policy = await manage('POST', `/agents/${agentId}/network-access`, { domain: '127.0.0.1' });
    const { id: policyId } = (await policy.json()) as { id: string };
    const deliveryId = await post(hook, '{"order":"A-1"}');
    await ended(deliveryId);
    const { text } = await visitor.show(`/console/deliveries/${deliveryId}`);
    const [, path = ''] = /href="(\/console\/network-access\/[^"]+)"[^>]*>Add a key for/.exec(text) ?? [];
    expect(path).toContain(policyId);
    expect((await visitor.show(path.replaceAll('&amp;', '&'))).text).toContain('name="headerValue"');
  });

  it('tells who sent it, what happened, and that the signature was right', async () => {
    const { visitor, manage, post } = await signedIn();
    const signingSecret = 'whsec_dGhlIHNlY3JldCBvZiB0aGlzIHRlc3Qgc2VuZGVy';
    const made = await manage('POST', '/automations', {
      name: 'Payments',
      instructions: 'Reply "seen".',
      sender: 'github',
      signingSecret,
    });
    const { url } = (await made.json()) as { url: string };
    const body = '{"action":"opened","pull_request":{"number":7}}';
    const deliveryId = await post(url.replace(api.config.PUBLIC_URL, api.url), body, {
      'x-github-event': 'pull_request',
      'x-github-delivery': 'gh-1',
      'x-hub-signature-256': `sha256=${createHmac('sha256', signingSecret).update(body).digest('hex')}`,
    });
    const words = wordsOf((await visitor.show(`/console/deliveries/${deliveryId}`)).text);
    expect(words).toMatch(/Sender github: pull_request\S* signature verified/);
    expect(words).toContain('gh-1 the sender’s own');
  });

  it('gives the body byte for byte, raw and arranged', async () => {
    const { visitor, newAutomation, post } = await signedIn();
    const automation = await newAutomation();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const binary = await post(automation.hook, bytes, { 'content-type': 'application/octet-stream' });
    const { response } = await visitor.show(`/console/deliveries/${binary}/body`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${binary}.bin"`);
    const again = await fetch(`${api.url}/console/deliveries/${binary}/body`, {
      headers: { cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') },
    });
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(bytes);
    const form = await post(automation.hook, 'name=Ada+L&note=a%26b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(wordsOf((await visitor.show(`/console/deliveries/${form}`)).text)).toMatch(
      /name\s+Ada L\s+note\s+a&b/,
    );
    expect(wordsOf((await visitor.show(`/console/deliveries/${form}?body=raw`)).text)).toContain(
      'name=Ada+L&note=a%26b',
    );
  });

  it('replays, and shows the result beside the original', async () => {
    const { visitor, newAutomation, manage, ended, post } = await signedIn();
    const automation = await newAutomation({ instructions: 'Reply "first".' });
    const first = await post(automation.hook, '{"order":"A-1"}');
    await ended(first);
    await manage('PATCH', `/automations/${automation.id}`, { instructions: 'Reply "second".' });
    const page = `/console/deliveries/${first}`;
    const { response } = await visitor.submit(page, `${page}/replay`, {});
    const location = response.headers.get('location') ?? '';
    expect([response.status, location]).toEqual([303, expect.stringMatching(/^\/console\/deliveries\/dlv_/)]);
    await ended(location.slice('/console/deliveries/'.length));
    const words = wordsOf((await visitor.show(location)).text);
    expect(words).toContain('Beside the original');
    expect(words).toMatch(/Revision 1 2 Answer .{0,60}first .{0,60}second Took/);
    const { text } = await visitor.show(page);
    expect(wordsOf(text)).toContain('revision 1, today 2');
    expect(wordsOf(text)).toContain('Changes from revision 1 to 2');
    expect(text).toMatch(/<del>first<\/del>\s*<ins>second<\/ins>/);
  });

  it('says why a replay was refused', async () => {
    const { visitor, newAutomation, manage, post } = await signedIn();
    const automation = await newAutomation();
    const deliveryId = await post(automation.hook, '{}');
    await manage('POST', `/automations/${automation.id}/pause`);
    const page = `/console/deliveries/${deliveryId}`;
    const { response, text } = await visitor.submit(page, `${page}/replay`, {});
    expect(response.status).toBe(400);
    expect(text).toContain('role="alert"');
    expect(wordsOf(text)).toContain('Resume the automation');
  });

  it('runs what was no duplicate, and tells the automation where the id is', async () => {
    const { visitor, newAutomation, manage, post } = await signedIn();
    const automation = await newAutomation();
    const deliveryId = await post(automation.hook, '{"event_id":"e","id":1}');
    await post(automation.hook, '{"event_id":"e","id":2}');
    const page = `/console/deliveries/${deliveryId}`;
    expect(wordsOf((await visitor.show(page)).text)).toMatch(/Arrived again .* with another body/);
    const refused = await visitor.submit(page, `${page}/run-duplicate`, { eventIdFrom: 'two words' });
    expect(refused.text).toMatch(/name="eventIdFrom"\s+value="two words"/);
    expect([refused.response.status, refused.text]).toEqual([400, expect.stringContaining('role="alert"')]);
    const { response } = await visitor.submit(page, `${page}/run-duplicate`, { eventIdFrom: '/id' });
    const location = response.headers.get('location') ?? '';
    expect([response.status, location]).toEqual([303, expect.stringMatching(/^\/console\/deliveries\/dlv_/)]);
    expect(wordsOf((await visitor.show(location)).text)).toContain('"id": 2');
    expect(await (await manage('GET', `/automations/${automation.id}`)).json()).toMatchObject({
      eventIdFrom: '/id',
    });
    expect((await visitor.show(page)).text).toContain(`href="${location}"`);
  });

  it('runs deliveries that a pause skipped, once', async () => {
    const { visitor, newAutomation, manage, post } = await signedIn();
    const automation = await newAutomation();
    await manage('POST', `/automations/${automation.id}/pause`);
    await post(automation.hook, '{"event_id":"kept"}');
    const activity = await manage('GET', `/automations/${automation.id}/activity`);
    const { items } = (await activity.json()) as { items: { deliveryId: string }[] };
    const page = `/console/deliveries/${items[0]!.deliveryId}`;
    expect(wordsOf((await visitor.show(page)).text)).toContain('"event_id": "kept"');
    expect((await visitor.submit(page, `${page}/run-skipped`, {})).response.status).toBe(400);
    await manage('POST', `/automations/${automation.id}/resume`);
    const { response } = await visitor.submit(page, `${page}/run-skipped`, {});
    const location = response.headers.get('location') ?? '';
    expect([response.status, location === page]).toEqual([303, false]);
    const { text } = await visitor.show(page);
    expect(text).toContain(`href="${location}"`);
    expect(text).not.toContain(`${page}/run-skipped`);
    expect((await visitor.show(location)).text).toContain(`href="${page}"`);
  });

  it('is not there for another workspace, nor are its body, its command and its replay', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const deliveryId = await one.post((await one.newAutomation()).hook, '{}');
    for (const end of ['', '/body', '/curl'])
      expect((await other.visitor.show(`/console/deliveries/${deliveryId}${end}`)).response.status).toBe(404);
    for (const action of ['replay', 'run-duplicate', 'run-skipped']) {
      const path = `/console/deliveries/${deliveryId}/${action}`;
      expect((await other.visitor.submit('/console/automations', path, {})).response.status).toBe(404);
    }
  });

  it('leads from a host that no policy covers to the form that allows it', async () => {
    const { visitor, newAutomation, ended, post } = await signedIn();
    const instructions = 'POST https://api.example.org/leads with JSON {"id": {{id}}}.';
    const { hook, agentId } = await newAutomation({ instructions });
    const deliveryId = await post(hook, '{"id":7}');
    await ended(deliveryId);
    const link = `/console/network-access?agent=${agentId}&amp;domain=api.example.org#add`;
    expect((await visitor.show(`/console/deliveries/${deliveryId}`)).text).toContain(`href="${link}"`);
  });

  it('shows whatever a stranger sent as text, and follows links of the web only', async () => {
    const { visitor, newAutomation, post } = await signedIn();
    const automation = await newAutomation();
    const markup = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const bidi = '\u{202e}evil\u{2066}';
    const long = 'x'.repeat(10_000);
    const deliveryId = await post(
      automation.hook,
      JSON.stringify({ [markup]: `${markup}${bidi}`, long, closing: '</pre></main>' }),
      {
        'x-service-event-id': '"><b>evt',
        'x-service-reference': markup,
        'x-service-reference-url': 'javascript:alert(1)',
        'x-long': 'y'.repeat(4_000),
      },
    );
    for (const view of ['', '?body=raw', '/curl']) {
      const { response, text } = await visitor.show(`/console/deliveries/${deliveryId}${view}`);
      expect(response.status).toBe(200);
      const main = text.slice(text.indexOf('<main'));
      expect(main).not.toMatch(/<script|<img|<b>|href="javascript/i);
      expect(main.match(/<\/main>/g)).toHaveLength(1);
      if (view !== '/curl') {
        expect(main).not.toMatch(/[\u{202a}-\u{202e}\u{2066}-\u{2069}]/u);
        expect(wordsOf(text)).toContain('U+202E evil');
      }
    }
  });
});

describe('the command that sends a delivery again', () => {
  it('is understood by a shell as the same request, whatever is in the body', async () => {
    const { visitor, newAutomation, manage, post } = await signedIn();
    const automation = await newAutomation();
    const body = `{"note":"it's $HOME \`id\` \\\\ \\n 'quoted'"}`;
    const deliveryId = await post(automation.hook, body, { 'x-shop': "Ada's" });
    const { text } = await visitor.show(`/console/deliveries/${deliveryId}/curl`);
    const command = (/<pre[^>]*>([^]*?)<\/pre>/.exec(text)?.[1] ?? '')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(command).toContain(automation.url);

    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `${command.replace(automation.url, automation.hook)} -s`,
    ]);
    const { deliveryId: again } = JSON.parse(stdout) as { deliveryId: string };
    expect(again).not.toBe(deliveryId);
    const record = await (await manage('GET', `/deliveries/${again}`)).json();
    expect(record).toMatchObject({ arrived: { text: body, headers: { 'x-shop': "Ada's" } } });
  });
});
