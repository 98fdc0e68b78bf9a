import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hashOfToken, idOfToken } from '#domain/token.ts';
import { keys } from '#store/records/index.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const path = '/console/settings';

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  return { ...owner, visitor };
}

it('a token of the console opens it with its role, and its sessions end when it is revoked', async () => {
  const { visitor, manage } = await signedIn();
  const { text } = await visitor.submit(path, `${path}/tokens`, { name: 'Look', role: 'viewer' });
  const token = /id="made-token">([^<]+)</.exec(text)?.[1] ?? '';
  const viewer = consoleVisitor(api.url);
  await viewer.signIn(token);
  expect((await viewer.show(path)).response.status).toBe(200);
  const refused = await viewer.submit(path, `${path}/time-zone`, { timeZone: 'Europe/Berlin' });
  expect(refused.response.status).toBe(403);
  const { items } = (await (await manage('GET', '/tokens')).json()) as {
    items: { id: string; name: string }[];
  };
  const id = items.find(({ name }) => name === 'Look')?.id ?? '';
  await visitor.submit(path, `${path}/tokens/${id}/delete`, {});
  expect((await viewer.show(path)).response.status).toBe(303);
  expect((await visitor.show(path)).text).not.toContain(token);
});

it('a token of /mcp is made and shown here, and does not sign in', async () => {
  const { visitor } = await signedIn();
  const made = { name: 'Assistant', role: 'editor', for: 'mcp' };
  const { text } = await visitor.submit(path, `${path}/tokens`, made);
  const token = /id="made-token">([^<]+)</.exec(text)?.[1] ?? '';
  expect(text).toMatch(/Assistant[^]*<td[^>]*>mcp</);
  const agent = consoleVisitor(api.url);
  await agent.signIn(token);
  expect((await agent.show(path)).response.status).toBe(303);
  const refused = await visitor.submit(path, `${path}/tokens`, { ...made, role: 'owner' });
  expect(refused.response.status).toBe(400);
  expect(refused.text).toMatch(/value="mcp"[^>]*checked/);
});

it('a time zone that is none is refused in the words of its form', async () => {
  const { visitor } = await signedIn();
  const { text } = await visitor.submit(path, `${path}/time-zone`, { timeZone: 'Berlin' });
  expect(text).toContain('<p>Time zone &quot;Berlin&quot; is not the name of a time zone.</p>');
  expect(text).toMatch(/name="timeZone"[^>]*aria-invalid="true"/);
});

it('models are chosen, and what else is set of an agent stays', async () => {
  const { visitor, manage } = await signedIn();
  const agents = (await (await manage('GET', '/agents')).json()) as { items: { id: string }[] };
  const agent = agents.items[0]?.id ?? '';
  await manage('PATCH', `/agents/${agent}`, { model: { effort: 'low' } });
  const send = (fields: object) => visitor.submit(path, `${path}/model`, { agent, ...fields });
  expect((await send({ main: 'offline/rules-1', fallback: '' })).response.status).toBe(303);
  const read = async () => (await manage('GET', `/agents/${agent}`)).json();
  expect(await read()).toMatchObject({ modelSettings: { main: 'offline/rules-1', effort: 'low' } });
  const refused = await send({ main: 'no such model', fallback: '' });
  expect(refused.response.status).toBe(400);
  expect(refused.text).toContain('value="no such model"');
  await send({ main: '', fallback: '' });
  expect(await read()).toMatchObject({ modelSettings: { effort: 'low' } });
});

it('the limits in use are told as numbers', async () => {
  const { visitor, newAutomation } = await signedIn();
  const { hook } = await newAutomation();
  expect((await fetch(hook, { method: 'POST', body: '{}' })).status).toBe(200);
  const { text } = await visitor.show(path);
  // Nothing works on runs here: its slot stays taken.
  expect(text).toMatch(/In progress now<\/span>\s*<span class="number">1 of 8</);
  expect(text).toMatch(/Stored today \(UTC\)<\/span>\s*<span class="number">\d[\d.]* (?:bytes|kB) of /);
});

it('how long deliveries are kept is said among the limits, below the last of them, and on the page of each', async () => {
  const { visitor, newAutomation } = await signedIn();
  const { hook } = await newAutomation();
  const sent = await fetch(hook, { method: 'POST', body: '{}' });
  const { deliveryId } = (await sent.json()) as { deliveryId: string };
  const sentence = 'A delivery is kept for 400 days after it arrived.';
  expect((await visitor.show(path)).text).toContain(sentence);
  expect((await visitor.show('/console/activity')).text).toContain(sentence);
  const { text } = await visitor.show(`/console/deliveries/${deliveryId}`);
  expect(text).toMatch(
    /kept until\s+<time\s+datetime="[^"]+"\s+title="[^"]+ UTC"\s*>\d{4}-\d\d-\d\d \d\d:\d\d</,
  );
});

it('the usage of the months is downloaded, amounts that are not known empty', async () => {
  const { visitor } = await signedIn();
  const { response, text } = await visitor.show('/console/usage/months.csv');
  expect(response.headers.get('content-disposition')).toContain('usage.csv');
  const [header, newest, ...rest] = text.trimEnd().split('\r\n');
  expect(header).toBe('month,runs,input_tokens,output_tokens,cost_state,cost_micros,currency');
  expect(newest).toMatch(/^\d{4}-\d{2},0,0,0,none,,USD$/);
  expect(rest).toHaveLength(35);
});

it('the operator makes, suspends and resumes workspaces, and replaces lost tokens', async () => {
  const { workspace, visitor } = await signedIn();
  const operator = consoleVisitor(api.url);
  await operator.signIn(api.config.ADMIN_TOKEN);
  const page = '/console/operator';
  expect((await operator.show('/console')).response.headers.get('location')).toBe(page);
  const shown = (await operator.show(page)).text;
  expect(shown).toContain(workspace.id);
  for (const [part, state] of [
    ['Redis', 'ready'],
    ['Temporal', 'ready'],
    ['Slots', String.raw`\d+ taken\s+<span class="quiet">· each workspace has 8`],
    ['Last sweep', ''],
  ] as const)
    expect(shown).toMatch(new RegExp(`<dt>${part}</dt>\\s*<dd>[^/]*${state}`));
  await operator.submit(page, `${page}/workspaces/${workspace.id}/suspend`, {});
  expect((await visitor.submit(path, `${path}/time-zone`, { timeZone: 'UTC' })).response.status).toBe(403);
  await operator.submit(page, `${page}/workspaces/${workspace.id}/resume`, {});
  expect((await visitor.submit(path, `${path}/time-zone`, { timeZone: 'UTC' })).response.status).toBe(303);
  const { text } = await operator.submit(page, `${page}/workspaces/${workspace.id}/token`, {});
  expect((await visitor.show(path)).response.status).toBe(303);
  const token = /id="made-token">([^<]+)</.exec(text)?.[1] ?? '';
  expect((await consoleVisitor(api.url).signIn(token)).response.status).toBe(303);
  expect((await operator.show(`${page}/waitlist/Waitlist`)).response.headers.get('content-type')).toMatch(
    /csv/,
  );
  for (const missing of [
    `${page}/workspaces/ws_x/suspend`,
    `${page}/workspaces/ws_${'x'.repeat(20)}/suspend`,
  ])
    expect((await operator.submit(page, missing, {})).response.status).toBe(404);
});

it('the operator sets limits of a workspace, which its settings show, and takes them back', async () => {
  const { workspace, visitor } = await signedIn();
  const operator = consoleVisitor(api.url);
  await operator.signIn(api.config.ADMIN_TOKEN);
  const [page, form] = ['/console/operator', `/console/operator/workspaces/${workspace.id}/limits`];
  const set = await operator.submit(page, form, { 'limits.deliveriesPerMinute': '700' });
  expect(set.response.status).toBe(303);
  expect((await visitor.show(path)).text).toContain('0 of 700');
  const refused = await operator.submit(page, form, { 'limits.concurrentDeliveries': 'many' });
  expect(refused.response.status).toBe(400);
  await operator.submit(page, form, {});
  expect((await visitor.show(path)).text).toContain('0 of 60');
});

describe('the sessions of a workspace', () => {
  /** Browsers that are signed in with this token. */
  async function browsers(token: string, count: number) {
    const visitors = Array.from({ length: count }, () => consoleVisitor(api.url));
    for (const visitor of visitors) await visitor.signIn(token);
    return visitors;
  }
  const isIn = async (visitor: ReturnType<typeof consoleVisitor>) =>
    (await visitor.show(path)).response.status === 200;
  const endable = (text: string) =>
    [...text.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = '']) => id);

  it('are listed by token, and an owner ends one of them or all others', async () => {
    const { visitor, workspace, manage } = await signedIn();
    const made = await manage('POST', '/tokens', { name: 'Phone', role: 'viewer' });
    const { token } = (await made.json()) as { token: string };
    const [phone] = await browsers(token, 1);
    const { text } = await visitor.show(path);
    expect(text).toMatch(/Phone\s*<\/th>/);
    expect(text).toMatch(/First token\s*<span class="quiet">this session/);
    const [id = '', ...others] = endable(text);
    expect(others).toEqual([]);
    await visitor.submit(path, `${path}/sessions`, { session: id });
    expect(await isIn(phone!)).toBe(false);
    const more = await browsers(workspace.token, 2);
    expect(endable((await visitor.show(path)).text)).toHaveLength(2);
    await visitor.submit(path, `${path}/sessions`, {});
    for (const one of more) expect(await isIn(one)).toBe(false);
    expect(endable((await visitor.show(path)).text)).toEqual([]);
  });

  it('are ended by its owners alone', async () => {
    const { visitor, manage } = await signedIn();
    const stranger = await signedIn();
    const made = await manage('POST', '/tokens', { name: 'Phone', role: 'viewer' });
    const [viewer] = await browsers(((await made.json()) as { token: string }).token, 1);
    const [id = ''] = endable((await visitor.show(path)).text);
    for (const fields of [{ session: id }, {}])
      await stranger.visitor.submit(path, `${path}/sessions`, fields);
    expect(await isIn(viewer!)).toBe(true);
    const refused = await viewer!.submit(path, `${path}/sessions`, {});
    expect(refused.response.status).toBe(403);
    expect(await isIn(visitor)).toBe(true);
    expect((await viewer!.show(path)).text).not.toContain('Signed in');
  });

  it('that were begun by an earlier release are listed from their next request on', async () => {
    const { visitor, workspace } = await signedIn();
    await browsers(workspace.token, 1);
    await api.redis.del(keys.tokenSessions(idOfToken(hashOfToken(workspace.token))));
    const { text } = await visitor.show(path);
    expect(endable(text)).toEqual([]);
    expect(text).toContain('this session');
  });
});
