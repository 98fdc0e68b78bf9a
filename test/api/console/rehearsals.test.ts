import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { csrfIn, consoleVisitor } from '#test/support/console-visitor.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
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

const instructionsOf = (amount: string) =>
  `POST ${target.url}/orders with JSON {"id": "{{id}}", "amount": ${amount}}. Then reply "Order {{id}} recorded".`;

/** An owner whose automation has run two orders and skipped one, signed in to the console. */
async function setUp() {
  const owner = await api.newOwner();
  const { id, agentId, hook } = await owner.newAutomation({
    instructions: instructionsOf('{{amount}}'),
    condition: 'body.amount > 10',
  });
  await owner.manage('POST', `/agents/${agentId}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: 'k',
  });
  const deliveryIds: string[] = [];
  for (const amount of [5, 20, 500]) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ id: `o-${amount}`, amount });
    const { deliveryId } = (await (await fetch(hook, { method: 'POST', headers, body })).json()) as {
      deliveryId: string;
    };
    const outcome = async () =>
      ((await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as { outcome: string })
        .outcome;
    await expect.poll(outcome, { timeout: 10_000 }).not.toBe('running');
    deliveryIds.push(deliveryId);
  }
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const path = `/console/automations/${id}`;
  const read = async () => (await (await owner.manage('GET', `/automations/${id}`)).json()) as Automation;

  /** Presses the button of the editor, with fields that are typed over those of the form. */
  async function ask(fields: Readonly<Record<string, string>>) {
    const { text } = await visitor.show(path);
    const stored = await read();
    const typed = { name: stored.name, instructions: stored.instructions, condition: stored.condition ?? '' };
    const retry = { 'retry.tries': '5', 'retry.withinMinutes': '10' };
    return await visitor.post(path, {
      csrf: csrfIn(text),
      do: 'rehearse',
      ...typed,
      ...retry,
      filter: '',
      ...fields,
    });
  }

  /** Sends the form that was shown, and follows the rehearsal to its end. */
  async function start(form: string, fields: Readonly<Record<string, string>> = {}) {
    const { response } = await visitor.post(`${path}/rehearsals`, {
      ...fieldsIn(form),
      ...fields,
      do: 'start',
    });
    expect(response.status).toBe(303);
    const at = response.headers.get('location') ?? '';
    await expect
      .poll(async () => (await visitor.show(at)).text, { timeout: 20_000 })
      .toContain('All deliveries are played.');
    return { at, text: (await visitor.show(at)).text };
  }
  return { ...owner, ...visitor, id, path, read, ask, start, deliveryIds };
}

const entities = { quot: '"', gt: '>', lt: '<', amp: '&' } as const;

/** The fields of the form that starts a rehearsal, as they are shown. */
function fieldsIn(page: string): Record<string, string> {
  const form = /<form[^>]*class="rehearse"[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
  const inputs = [...form.matchAll(/<input[^>]*?name="([^"]+)"\s+value="([^"]*)"/g)];
  const fields = inputs.map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/&(\w+);/g, (_, name: keyof typeof entities) => entities[name]),
  ]);
  return { ...Object.fromEntries(fields), reads: 'recorded' };
}

/** The text of a page without its tags. */
const plain = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

describe('a rehearsal that is asked for in the editor', () => {
  it('says before how many deliveries it plays, shows what differs, and saves what was rehearsed', async () => {
    const { ask, start, submit, read, show, path } = await setUp();
    const sent = target.seen.length;
    const asked = await ask({ condition: 'body.amount > 100', instructions: instructionsOf('1') });
    expect(asked.response.status).toBe(200);
    expect(plain(asked.text)).toMatch(/No request that writes is sent\..* 3 deliveries are played\./);
    expect(await read()).toMatchObject({ revision: 1 });
    const { at, text } = await start(asked.text);
    expect(plain(text)).toMatch(/1 the same .*1 different .*1 newly skipped/);
    expect(text).toContain('body.amount');
    expect(text).toMatch(/<mark>500<\/mark>/);
    expect(text).toMatch(/<mark>1<\/mark>/);
    expect(text).toContain('accepted: no answer is recorded');
    expect(target.seen).toHaveLength(sent);
    expect((await show(`${path}/rehearsals`)).text).toContain(`href="${at}"`);
    const { response } = await submit(at, `${at}/save`, {});
    expect(response.headers.get('location')).toBe(`${path}?saved`);
    expect(await read()).toMatchObject({
      revision: 2,
      condition: 'body.amount > 100',
      instructions: instructionsOf('1'),
    });
  });

  it('is not saved over a change that was made meanwhile', async () => {
    const { ask, start, submit, read, manage, id } = await setUp();
    const { at, text } = await start((await ask({ condition: 'body.amount > 100' })).text);
    expect(text).toContain(`action="${at}/save"`);
    await manage('PATCH', `/automations/${id}`, { name: 'Other' });
    const { response, text: refused } = await submit(at, `${at}/save`, {});
    expect(response.status).toBe(409);
    expect(refused).toContain('The automation is at revision 2 now');
    expect(refused).not.toContain(`action="${at}/save"`);
    expect(await read()).toMatchObject({ revision: 2, condition: 'body.amount > 10' });
  });

  it('has nothing to save where nothing was changed', async () => {
    const { ask, start } = await setUp();
    const { text } = await start((await ask({})).text);
    expect(plain(text)).toContain('3 the same');
    expect(text).not.toContain('/save"');
  });

  it('shows the editor again where the condition is none', async () => {
    const { ask } = await setUp();
    const { response, text } = await ask({ condition: 'body.amount >' });
    expect(response.status).toBe(400);
    expect(text).toContain('id="automation"');
    expect(text).toContain('role="alert"');
  });
});

describe('the form that starts a rehearsal', () => {
  it('counts again after another choice, and refuses one that is none', async () => {
    const { ask, post, path } = await setUp();
    const fields = fieldsIn((await ask({})).text);
    const counted = await post(`${path}/rehearsals`, { ...fields, 'deliveries.limit': '2', do: 'count' });
    expect(plain(counted.text)).toContain('2 deliveries are played.');
    const refused = await post(`${path}/rehearsals`, { ...fields, 'deliveries.limit': '0', do: 'start' });
    expect(refused.response.status).toBe(400);
    expect(refused.text).toMatch(/name="deliveries.limit"[^>]*aria-invalid="true"/);
  });

  it('starts with an earlier revision from the page of revisions', async () => {
    const { manage, id, show, path, start, submit, read } = await setUp();
    await manage('PATCH', `/automations/${id}`, { condition: 'body.amount > 100' });
    expect((await show(`${path}/revisions`)).text).toContain(`href="${path}/rehearsals?revision=1"`);
    const form = await show(`${path}/rehearsals?revision=1`);
    expect(form.text).toContain('What would revision 1 have done?');
    expect(form.text).toContain('href="/docs/rehearsals"');
    expect((await show('/docs/rehearsals')).text).toContain('>The comparison</h3>');
    const { at } = await start(form.text);
    await submit(at, `${at}/save`, {});
    expect(await read()).toMatchObject({ revision: 3, condition: 'body.amount > 10' });
  });

  it('plays one delivery alone from its page', async () => {
    const { show, start, path, deliveryIds } = await setUp();
    const link = `${path}/rehearsals?delivery=${deliveryIds[1]}`;
    expect((await show(`/console/deliveries/${deliveryIds[1]}`)).text).toContain(`href="${link}"`);
    const form = await show(link);
    expect(plain(form.text)).toContain('One delivery is played.');
    const { text, at } = await start(form.text);
    expect(plain(text)).toContain('1 of 1');
    const listed = await show(`${at}?verdict=same`);
    expect(listed.text).toContain(`id="play-${deliveryIds[1]}"`);
    expect(plain((await show(`${at}?verdict=fails`)).text)).toContain('0 would fail');
  });

  it('is not shown to a viewer, who reads the rehearsals', async () => {
    const { manage, ask, start, path } = await setUp();
    const { at } = await start((await ask({ condition: 'body.amount > 100' })).text);
    const made = await manage('POST', '/tokens', { name: 'viewer', role: 'viewer' });
    const viewer = consoleVisitor(api.url);
    await viewer.signIn(((await made.json()) as { token: string }).token);
    const list = await viewer.show(`${path}/rehearsals`);
    expect(list.text).toContain(`href="${at}"`);
    expect(list.text).not.toContain('Start the rehearsal');
    const { text } = await viewer.show(at);
    expect(plain(text)).toContain('1 newly skipped');
    expect(text).not.toContain(`action="${at}/save"`);
  });
});

describe('the page of a rehearsal', () => {
  it('is not found for another workspace', async () => {
    const { ask, start } = await setUp();
    const { at } = await start((await ask({})).text);
    const { show, submit, path } = await setUp();
    expect((await show(at)).response.status).toBe(404);
    expect((await submit(path, `${at}/save`, {})).response.status).toBe(404);
    expect((await submit(path, `${at}/cancel`, {})).response.status).toBe(404);
  });
});

describe('a rehearsal that is still running', () => {
  it('is loaded again without scripts, and can be cancelled', async () => {
    const { ask, post, path, show, submit } = await setUp();
    const fields = fieldsIn((await ask({ condition: 'body.amount > 100' })).text);
    await worker[Symbol.asyncDispose]();
    const { response } = await post(`${path}/rehearsals`, { ...fields, do: 'start' });
    const at = response.headers.get('location') ?? '';
    const { text } = await show(at);
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="2" /></noscript>');
    expect(text).toContain('0 of 3');
    expect(text).not.toContain(`action="${at}/save"`);
    await submit(at, `${at}/cancel`, {});
    const after = (await show(at)).text;
    expect(after).toContain('It was cancelled.');
    expect(after).not.toContain('http-equiv="refresh"');
    worker = await startRunsWorker(api);
  });
});
