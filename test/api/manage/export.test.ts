import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

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

type Owner = Awaited<ReturnType<typeof api.newOwner>>;
type Line = Readonly<Record<string, unknown>> & { readonly kind: string };

async function exported({ manage }: Owner): Promise<readonly Line[]> {
  const response = await manage('GET', '/export');
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('application/jsonl'),
  ]);
  const text = await response.text();
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('GET /manage/export', () => {
  it('tells everything of the workspace, the bodies byte for byte, and no credential', async () => {
    const [owner, other] = [await api.newOwner(), await api.newOwner()];
    await other.newAutomation();
    const automation = await owner.newAutomation();
    const { agentId } = automation;
    const policy = {
      domain: 'api.example.com',
      headerName: 'X-API-Key',
      headerValue: 'secret-of-the-policy',
    };
    await owner.manage('POST', `/agents/${agentId}/network-access`, policy);
    await owner.manage('PATCH', `/automations/${automation.id}`, { instructions: 'Report id.' });
    const viewer = await owner.manage('POST', '/tokens', { name: 'Dashboard', role: 'viewer' });
    const { token } = (await viewer.json()) as { token: string };
    const body = Buffer.from([0, 255, 10, 13, 34, 0xe2, 0x82, 0xac]);
    const delivered = await fetch(automation.hook, { method: 'POST', body });
    const { deliveryId } = (await delivered.json()) as { deliveryId: string };
    await owner.manage('POST', `/agents/${agentId}/chat`, { message: 'Report id.' });
    const deleted = await owner.newAutomation();
    await owner.manage('DELETE', `/automations/${deleted.id}`);
    await until(
      'the end of the run',
      async () =>
        ((await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as { outcome: string })
          .outcome !== 'running',
      { timeoutMs: 30_000 },
    );
    const expected = { kind: 'skipped' };
    await owner.manage('POST', `/automations/${automation.id}/cases`, { deliveryId, name: 'One', expected });

    const lines = await exported(owner);
    const of = (kind: string) => lines.filter((line) => line.kind === kind);
    expect(of('workspace')).toMatchObject([{ id: owner.workspace.id, usage: expect.any(Object) }]);
    expect(of('token')).toMatchObject([{ name: 'Dashboard', role: 'viewer' }, { role: 'owner' }]);
    expect(of('agent')).toMatchObject([{ id: agentId }]);
    expect(of('policy')).toMatchObject([
      { agentId, domain: 'api.example.com', headerName: 'X-API-Key', hasHeaderValue: true },
    ]);
    expect(of('automation')).toMatchObject([
      { id: automation.id, state: 'active', revision: 2 },
      { id: deleted.id, state: 'deleted' },
    ]);
    expect(of('revision').filter(({ automationId }) => automationId === automation.id)).toMatchObject([
      { revision: 1, instructions: 'Summarise the delivery.' },
      { revision: 2, instructions: 'Report id.' },
    ]);
    expect(of('case')).toMatchObject([
      {
        automationId: automation.id,
        deliveryId,
        name: 'One',
        expected,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(of('delivery')).toMatchObject([
      { deliveryId, body: body.toString('base64'), steps: expect.any(Array) },
    ]);
    expect(of('conversation')).toMatchObject([{ agentId }]);
    expect(of('message')).toMatchObject([{ message: 'Report id.' }]);
    expect(lines.at(-1)).toEqual({ kind: 'end', records: lines.length - 1 });
    const secrets = [owner.workspace.token, token, 'secret-of-the-policy', automation.url.split('/').at(-1)];
    const text = JSON.stringify(lines);
    expect(secrets.filter((secret) => text.includes(secret ?? ''))).toEqual([]);
  });

  it('has the alert rules without their secrets, and what they told, whatever strangers sent', async () => {
    await using target = await httpTarget();
    const owner = await api.newOwner();
    const automation = await owner.newAutomation({ instructions: 'Feel what the customer feels.' });
    const made = await owner.manage('POST', '/alerts', {
      name: 'On call',
      condition: { kind: 'first_failure' },
      channel: { kind: 'webhook', url: `${target.url}/alerts` },
    });
    const { id: ruleId, secret } = (await made.json()) as { id: string; secret: string };
    const sent = 'line\u2028{"kind":"end"}<script>\u202e';
    const delivered = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-reference': '"}{"kind":"end"}' },
      body: JSON.stringify({ sent }),
    });
    const { deliveryId } = (await delivered.json()) as { deliveryId: string };
    await until('the alert', () => target.received.length === 1, { timeoutMs: 60_000 });
    const lines = await exported(owner);
    const of = (kind: string) => lines.filter((line) => line.kind === kind);
    expect(of('alertRule')).toMatchObject([{ id: ruleId, name: 'On call' }]);
    expect(of('alert')).toMatchObject([{ ruleId, type: 'automation.failed', deliveryId, changes: [] }]);
    expect(of('end')).toEqual([{ kind: 'end', records: lines.length - 1 }]);
    expect(JSON.stringify([of('alertRule'), of('alert')])).not.toMatch(/script|\u202e|"\}\{/);
    expect(JSON.stringify(lines)).not.toContain(secret.slice('whsec_'.length));
    expect(target.received[0]?.body).not.toContain('script');
  });

  it('goes on over many pages', async () => {
    const owner = await api.newOwner();
    const names = Array.from({ length: 230 }, (_, index) => `Agent ${index}`);
    for (const name of names) await owner.manage('POST', '/agents', { name });
    const agents = (await exported(owner)).filter(({ kind }) => kind === 'agent');
    expect(new Set(agents.map(({ name }) => name))).toEqual(new Set(['Agent', ...names]));
    expect(agents).toHaveLength(231);
  });

  it('is open to the owners of a suspended workspace', async () => {
    const owner = await api.newOwner();
    await fetch(`${api.url}/manage/workspaces/${owner.workspace.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${api.config.ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: '{"state":"suspended"}',
    });
    expect((await exported(owner)).at(-1)).toMatchObject({ kind: 'end' });
  });
});
