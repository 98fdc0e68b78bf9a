import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function workspaceWith(role: 'viewer' | 'editor') {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const { token } = (await (await owner.manage('POST', '/tokens', { name: role, role })).json()) as {
    token: string;
  };
  const manage = (method: string, path: string, body?: object) =>
    fetch(`${api.url}/manage${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const secretEnd = automation.url.slice(automation.url.lastIndexOf('/') + 1);
  return { ...owner, automation, token, manage, ofOwner: owner.manage, secretEnd };
}

describe('the URL of a hook', () => {
  test('is in nothing that a viewer reads', async () => {
    const { automation, manage, token, secretEnd } = await workspaceWith('viewer');
    const sent = await fetch(automation.hook, { method: 'POST', body: '{}' });
    const { deliveryId } = (await sent.json()) as { deliveryId: string };
    for (const path of [`/automations/${automation.id}`, `/automations/${automation.id}?wouldRun=false`])
      expect(await (await manage('GET', path)).json()).toMatchObject({ id: automation.id, url: null });
    expect(await (await manage('GET', '/automations')).json()).toMatchObject({ items: [{ url: null }] });

    const visitor = consoleVisitor(api.url);
    await visitor.signIn(token);
    const base = `/console/automations/${automation.id}`;
    const pages = [
      '/console/automations',
      ...['', '/connect', '/connect?show', '/try', '/sender', '/revisions'].map((end) => `${base}${end}`),
      `/console/deliveries/${deliveryId}`,
      `/console/deliveries/${deliveryId}/curl`,
    ];
    for (const page of pages) {
      const { response, text } = await visitor.show(page);
      expect([page, response.status]).toEqual([page, 200]);
      expect(text).not.toContain(secretEnd);
    }
    expect((await visitor.show(`${base}/connect?show`)).text).toContain('shown to editors and owners');
  });

  test('is shown to an editor, with what whoever has it can do without a signing secret', async () => {
    const { automation, manage, token } = await workspaceWith('editor');
    expect(await (await manage('GET', `/automations/${automation.id}`)).json()).toMatchObject({
      url: automation.url,
    });
    const visitor = consoleVisitor(api.url);
    await visitor.signIn(token);
    const { text } = await visitor.show(`/console/automations/${automation.id}/connect?show`);
    expect(text).toContain(automation.url);
    expect(text).toMatch(/Without a signing secret, they can also send an event id/);
  });
});

test('answers of the management API are kept by no cache and taken for nothing but their type', async () => {
  const { ofOwner, manage, automation } = await workspaceWith('viewer');
  for (const response of [
    await ofOwner('GET', `/automations/${automation.id}`),
    await ofOwner('POST', '/tokens', { name: 'x', role: 'viewer' }),
    await ofOwner('GET', '/export'),
    await manage('GET', '/tokens'),
    await ofOwner('GET', '/nowhere'),
  ]) {
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a named secret is sent by an editor only where the instructions have it, and by an owner within its domains', async () => {
  await using target = await httpTarget();
  const { automation, manage, ofOwner } = await workspaceWith('editor');
  await ofOwner('POST', '/secrets', { name: 'slack', value: 'T000-B000-XXXX', domains: ['127.0.0.1'] });
  const agent = `/agents/${automation.agentId}`;
  await ofOwner('POST', `${agent}/network-access`, { domain: '127.0.0.1' });
  const body = { method: 'POST', url: `${target.url}/log`, body: { text: '{{secret.slack}}' } };
  const refused = await manage('POST', `${agent}/requests`, body);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'INSUFFICIENT_ROLE' }]);
  expect(target.received).toHaveLength(0);
  const url = `${target.url}/services/{{secret.slack}}`;
  expect((await manage('POST', `${agent}/requests`, { method: 'POST', url })).status).toBe(403);
  await ofOwner('PATCH', `/automations/${automation.id}`, {
    instructions: `POST ${url} with JSON {"id": 1}.`,
  });
  expect((await manage('POST', `${agent}/requests`, { method: 'POST', url })).status).not.toBe(403);
  expect((await manage('POST', `${agent}/requests`, body)).status).toBe(403);
  expect((await ofOwner('POST', `${agent}/requests`, body)).status).not.toBe(403);
});
