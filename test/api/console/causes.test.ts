import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createRuns } from '#store/run/runs.ts';
import { createTokens } from '#store/token/tokens.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
/** The status that the target answers. */
let status = 201;
beforeAll(async () => {
  const answer = async (
    _: unknown,
    response: { writeHead: (code: number) => { end: (body: string) => void } },
  ) => {
    response.writeHead(status).end('{"detail":"total is missing"}');
    await Promise.resolve();
  };
  [api, target] = await Promise.all([startApi(), startOrderTarget({ key: 'k', answer })]);
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

interface Policy {
  readonly domain: string;
  readonly headerName?: string;
  readonly headerValue?: string;
}

const withKey: Policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'k' };

/** A signed-in owner, one of whose deliveries failed; `policy`: null for none. */
async function setUp(policy: Policy | null, instructions = `POST ${target.url}/orders with the order id.`) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ instructions, retry: { tries: 1 } });
  if (policy !== null) await owner.manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const read = async (id: string) =>
    (await (await owner.manage('GET', `/deliveries/${id}`)).json()) as { outcome: string };
  async function start(id: number): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ order: { id } });
    const response = await fetch(automation.hook, { method: 'POST', headers, body });
    return ((await response.json()) as { deliveryId: string }).deliveryId;
  }
  async function deliver(id: number): Promise<string> {
    const deliveryId = await start(id);
    await expect.poll(async () => (await read(deliveryId)).outcome).not.toBe('running');
    return deliveryId;
  }
  const list = `/console/causes?automationId=${automation.id}`;
  async function causePath(): Promise<string> {
    const { text } = await visitor.show(list);
    return /href="(\/console\/causes\/[^"?]+)"/.exec(text)?.[1] ?? '';
  }
  const causePage = async () => (await visitor.show(await causePath())).text;
  return { ...owner, automation, visitor, list, start, deliver, causePath, causePage };
}

const words = (text: string) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

describe('the page of a cause', () => {
  it('tells how many failed, what was sent and answered, and where to mend it', async () => {
    const { automation, deliver, causePage } = await setUp(withKey);
    status = 422;
    const [first, , last] = [await deliver(41), await deliver(42), await deliver(43)];
    const page = await causePage();
    const { host } = new URL(target.url);
    expect(words(page)).toContain(`422 from ${host}`);
    expect(words(page)).toMatch(/3 deliveries of Orders failed so since/);
    expect(page).toContain(`<a href="/console/deliveries/${first}">`);
    expect(page).toContain(`<a href="/console/deliveries/${last}">`);
    expect(page).toMatch(/41[^]*total is missing[^]*43[^]*total is missing/);
    expect(words(page)).toContain('The target did not accept the content');
    expect(page).toMatch(
      new RegExp(`<a href="/console/automations/${automation.id}"\\s*>Change the automation`),
    );
    expect(words(page)).toContain('Replay 3');
  });

  it.each([
    [
      'no policy',
      null,
      201,
      'Network Access did not let it out',
      /network-access\?[^"]*domain=127\.0\.0\.1#add/,
    ],
    ['no key', { domain: '127.0.0.1' }, 201, 'No credential was sent', /network-access\/pol_[^"]*"/],
    ['a wrong key', withKey, 401, 'did not accept the credential', /network-access\/pol_[^"]*"/],
  ])('leads to the policy that helps for %s', async (_, policy, answered, sentence, link) => {
    const { deliver, causePage } = await setUp(policy);
    status = answered;
    await deliver(1);
    const page = await causePage();
    expect(words(page)).toContain(sentence);
    expect(page).toMatch(link);
  });

  it('leaves out, as a replay of chosen deliveries does, what wrote before it failed', async () => {
    const both = `POST ${target.url}/held/written with the order id. POST ${target.url}/orders with the order id.`;
    const { deliver, visitor, causePath } = await setUp(withKey, both);
    target.release('/held/written');
    status = 500;
    const failed = await deliver(1);
    const { text } = await visitor.show(await causePath());
    expect(words(text)).toContain('1 left out, because a replay would repeat a write');
    expect(words(text)).toContain('was already answered 201: a replay would send it again.');
    expect(text).toContain(`href="/console/deliveries/${failed}"`);
    expect(text).not.toContain('>Replay 1<');
    const chosen = await visitor.submit('/console/activity', '/console/activity/replay', {
      deliveryId: failed,
    });
    expect(words(chosen.text)).toContain('0 started; 1 left out, because a replay would repeat a write.');
    expect(words(chosen.text)).toContain('was already answered 201');
  });

  it('starts the replays, says what was started, and shows a refusal in its place', async () => {
    const { automation, manage, deliver, visitor, causePath } = await setUp(withKey);
    status = 503;
    for (const id of [1, 2]) await deliver(id);
    const path = await causePath();
    await manage('POST', `/automations/${automation.id}/pause`);
    const refused = await visitor.submit(path, `${path}/replay`, {});
    expect(refused.response.status).toBe(400);
    expect(words(refused.text)).toContain('the automation is paused');
    await manage('POST', `/automations/${automation.id}/resume`);
    status = 201;
    const before = target.seen.length;
    const { text } = await visitor.submit(path, `${path}/replay`, {});
    expect(text).toContain('<h1>2 replayed</h1>');
    expect(words(text)).toContain('2 started.');
    await expect.poll(() => target.seen.length).toBe(before + 2);
    await expect.poll(async () => words((await visitor.show(path)).text)).toMatch(/2 succeeded/);
    const { text: after } = await visitor.show(path);
    expect(words(after)).toContain('2 of them were replayed.');
    expect(after).not.toContain('class="primary">Replay');
  });

  it('offers no replay to a viewer', async () => {
    const { workspace, deliver, causePath } = await setUp(withKey);
    status = 500;
    await deliver(1);
    const path = await causePath();
    const { token } = await createTokens(api).create(workspace.id, { name: 'V', role: 'viewer' });
    const viewer = consoleVisitor(api.url);
    await viewer.signIn(token);
    const { text } = await viewer.show(path);
    expect(words(text)).toContain('your token is that of a viewer');
    expect(text).not.toContain(`${path}/replay`);
  });

  it('offers no replay of an unknown effect', async () => {
    const held = `POST ${target.url}/held/unknown with the order id.`;
    const { automation, workspace, start, causePage } = await setUp(withKey, held);
    const deliveryId = await start(1);
    await expect.poll(() => target.holding('/held/unknown')).toBe(1);
    const run = {
      kind: 'delivery',
      workspaceId: workspace.id,
      automationId: automation.id,
      deliveryId,
    } as const;
    const ended = await createRuns({ redis: api.redis }).finish(run, { outcome: 'failed', reason: null });
    expect(ended.ending.outcome).toBe('unknown_effect');
    target.release('/held/unknown');
    const page = await causePage();
    expect(words(page)).toContain('Look at the target, then replay one by one');
    expect(page).not.toContain('class="primary">Replay');
  });
});

it('the causes are found from the automation, the list of deliveries and the delivery', async () => {
  const { automation, visitor, list, deliver, causePath } = await setUp(withKey);
  expect((await visitor.show(list)).text).toContain('No failures');
  status = 500;
  const deliveryId = await deliver(1);
  const path = await causePath();
  const linked = async (page: string) => (await visitor.show(page)).text;
  expect(await linked(`/console/automations/${automation.id}`)).toContain(`href="${list}"`);
  expect(await linked(`/console/activity?automationId=${automation.id}`)).toContain(`href="${list}"`);
  for (const page of ['/console/activity', `/console/deliveries/${deliveryId}`])
    expect(await linked(page)).toContain(`href="${path}"`);
  const other = path.endsWith('-') ? '_' : '-';
  expect((await visitor.show(`${path.slice(0, -1)}${other}`)).response.status).toBe(404);
});
