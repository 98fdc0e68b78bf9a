import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import type { AuditEntry } from '#contracts/audit.ts';
import { newId } from '#domain/ids.ts';
import { createApprovals } from '#store/approval/approvals.ts';
import { keys } from '#store/records/index.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let tokens: Awaited<ReturnType<typeof httpTarget>>;
beforeAll(async () => {
  tokens = await httpTarget((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"access_token":"${canary}"}`),
  );
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await tokens[Symbol.asyncDispose]();
});

type Owner = Awaited<ReturnType<typeof api.newOwner>>;
type Body = Readonly<Record<string, unknown>>;

/** Stands in every value that a request brings. */
const canary = 'canary4711';

const entriesOf = async ({ manage }: Pick<Owner, 'manage'>) =>
  ((await (await manage('GET', '/audit?limit=200')).json()) as { items: readonly AuditEntry[] }).items;

const operator = async (method: string, path: string, body?: object) =>
  await fetch(`${api.url}/manage/workspaces${path}`, {
    method,
    headers: {
      authorization: `Bearer ${api.config.ADMIN_TOKEN}`,
      'content-type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
  });

/** A workspace, and calls that keep the ids of what they make by name. */
async function setUp() {
  const owner = await api.newOwner();
  const ids: Record<string, string> = { id: owner.workspace.id };
  let hook = '';
  const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no ${name}`);
  async function call(method: string, path: string, body?: object, as?: string): Promise<Body> {
    const response = await owner.manage(method, filled(path), body);
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    const answer = (text === '' ? {} : JSON.parse(text)) as Body;
    if (as !== undefined) ids[as] = answer['id'] as string;
    if (typeof answer['url'] === 'string' && answer['url'].includes('/hooks/'))
      hook = answer['url'].replace(api.config.PUBLIC_URL, api.url);
    return answer;
  }
  async function deliver(body: object) {
    const response = await fetch(hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-reference': canary },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  }
  return { owner, ids, call, deliver };
}
type Set = Awaited<ReturnType<typeof setUp>>;

/** A change and its entry: names of ids in its target, or a value that begins with `=`, and members. */
interface Step {
  readonly does: (set: Set) => Promise<unknown>;
  readonly target: Readonly<Record<string, string>>;
  readonly fields?: readonly string[];
  readonly by?: 'operator';
}

const [aut, access] = ['/automations/{automation}', '/agents/{agent}/network-access'];
const apis = '/agents/{agent}/apis';
const documentOf = (operationId: string) => ({
  openapi: '3.0.0',
  paths: { '/orders': { post: { operationId } } },
});
const https = `https://example.com/${canary}`;

/** The operations that change something, in an order in which each can be done. */
const changes: Readonly<Record<string, Step>> = {
  changeWorkspace: {
    does: ({ call }) => call('PATCH', '/workspace', { timeZone: 'Europe/Berlin' }),
    target: {},
    fields: ['timeZone'],
  },
  createAgent: {
    does: ({ call }) => call('POST', '/agents', { name: canary }, 'agent'),
    target: { id: 'agent' },
  },
  changeAgent: {
    does: ({ call }) => call('PATCH', '/agents/{agent}', { name: `${canary}2` }),
    target: { agentId: 'agent' },
    fields: ['name'],
  },
  createPolicy: {
    does: ({ call }) =>
      call(
        'POST',
        access,
        { domain: `${canary}.example.com`, headerName: 'X-Key', headerValue: canary },
        'policy',
      ),
    target: { agentId: 'agent', id: 'policy' },
  },
  createApi: {
    does: ({ call }) =>
      call('POST', `${apis}?name=shop&host=${canary}.example.com`, documentOf('order'), 'api'),
    target: { agentId: 'agent', id: 'api' },
  },
  changeApi: {
    does: ({ call }) => call('PATCH', `${apis}/{api}`, { operations: [{ name: 'order' }] }),
    target: { agentId: 'agent', apiId: 'api' },
    fields: ['operations'],
  },
  giveDocument: {
    does: ({ call }) => call('POST', `${apis}/{api}/document`, documentOf('cancel')),
    target: { agentId: 'agent', apiId: 'api' },
  },
  acceptDocument: {
    does: async ({ call }) => {
      const { next } = (await call('GET', `${apis}/{api}`)) as unknown as { next: { digest: string } };
      await call('POST', `${apis}/{api}/document/accept`, { digest: next.digest });
    },
    target: { agentId: 'agent', apiId: 'api' },
    fields: ['digest'],
  },
  deleteApi: {
    does: ({ call }) => call('DELETE', `${apis}/{api}`),
    target: { agentId: 'agent', apiId: 'api' },
  },
  changePolicy: {
    does: ({ call }) =>
      call('PATCH', `${access}/{policy}`, {
        oauth: {
          grant: 'client_credentials',
          clientId: canary,
          clientSecret: canary,
          tokenUrl: `${tokens.url}/${canary}`,
        },
      }),
    target: { agentId: 'agent', policyId: 'policy' },
    fields: ['oauth'],
  },
  connectPolicy: {
    does: ({ call }) => call('POST', `${access}/{policy}/connect`),
    target: { agentId: 'agent', policyId: 'policy' },
  },
  disconnectPolicy: {
    does: ({ call }) => call('POST', `${access}/{policy}/disconnect`),
    target: { agentId: 'agent', policyId: 'policy' },
  },
  deletePolicy: {
    does: ({ call }) => call('DELETE', `${access}/{policy}`),
    target: { agentId: 'agent', policyId: 'policy' },
  },
  createSecret: {
    does: ({ call }) =>
      call('POST', '/secrets', { name: 'key', value: canary, domains: [`${canary}.example.com`] }),
    target: { name: '=key' },
  },
  changeSecret: {
    does: ({ call }) => call('PATCH', '/secrets/key', { value: `${canary}2` }),
    target: { name: '=key' },
    fields: ['value'],
  },
  deleteSecret: { does: ({ call }) => call('DELETE', '/secrets/key'), target: { name: '=key' } },
  createToken: {
    does: ({ call }) => call('POST', '/tokens', { name: canary, role: 'viewer' }, 'token'),
    target: { id: 'token' },
  },
  deleteToken: { does: ({ call }) => call('DELETE', '/tokens/{token}'), target: { tokenId: 'token' } },
  createAutomation: {
    does: ({ call }) =>
      call(
        'POST',
        '/automations',
        { name: canary, instructions: `Reply "${canary}".`, sender: 'notion' },
        'automation',
      ),
    target: { id: 'automation' },
  },
  acceptHandshake: {
    does: async ({ call, deliver }) => {
      await deliver({ verification_token: `${canary}-secret` });
      const { at } = await call('GET', `${aut}/handshake`);
      await call('POST', `${aut}/handshake`, { at });
    },
    target: { id: 'automation' },
    fields: ['at'],
  },
  discardHandshake: {
    does: async ({ call, deliver }) => {
      await deliver({ verification_token: `${canary}-another` });
      await call('DELETE', `${aut}/handshake`);
    },
    target: { id: 'automation' },
  },
  changeAutomation: {
    does: ({ call }) =>
      call('PATCH', aut, { sender: 'stripe', signingSecret: canary, filter: `order is ${canary}` }),
    target: { id: 'automation' },
    fields: ['sender', 'signingSecret', 'filter'],
  },
  confirmPlan: {
    does: async ({ call }) => {
      const { planDigest } = await call('GET', aut);
      await call('POST', `${aut}/plan/confirm`, { digest: planDigest });
    },
    target: { id: 'automation' },
    fields: ['digest'],
  },
  pauseAutomation: { does: ({ call }) => call('POST', `${aut}/pause`), target: { id: 'automation' } },
  resumeAutomation: { does: ({ call }) => call('POST', `${aut}/resume`), target: { id: 'automation' } },
  keepCase: {
    does: async ({ call, ids }) => {
      const { deliveryId } = await call('POST', `${aut}/deliveries`, {
        body: '{}',
        contentType: 'application/json',
      });
      const workflow = api.temporal.client.workflow;
      const record = await call('GET', `/deliveries/${deliveryId as string}`);
      await workflow.getHandle((record['workflow'] as { id: string }).id).result();
      const expected = { kind: 'skipped' };
      const made = await call('POST', `${aut}/cases`, { deliveryId, name: canary, expected });
      ids['case'] = made['id'] as string;
    },
    target: { id: 'case' },
  },
  deleteCase: {
    does: ({ call }) => call('DELETE', `${aut}/cases/{case}`),
    target: { id: 'automation', caseId: 'case' },
  },
  eraseDelivery: {
    does: async ({ call, ids }) => {
      const { deliveryId } = await call('POST', `${aut}/deliveries`, {
        contentType: 'text/plain',
        body: canary,
      });
      ids['delivery'] = deliveryId as string;
      await call('DELETE', '/deliveries/{delivery}');
    },
    target: { deliveryId: 'delivery' },
  },
  eraseReference: { does: ({ call }) => call('DELETE', `/references/${canary}`), target: {} },
  deleteAutomation: { does: ({ call }) => call('DELETE', aut), target: { id: 'automation' } },
  createAlertRule: {
    does: ({ call }) =>
      call(
        'POST',
        '/alerts',
        { name: canary, condition: { kind: 'first_failure' }, channel: { kind: 'webhook', url: https } },
        'rule',
      ),
    target: { id: 'rule' },
  },
  changeAlertRule: {
    does: ({ call }) => call('PATCH', '/alerts/{rule}', { name: `${canary}2` }),
    target: { ruleId: 'rule' },
    fields: ['name'],
  },
  replaceAlertSecret: {
    does: ({ call }) => call('POST', '/alerts/{rule}/secret'),
    target: { ruleId: 'rule' },
  },
  deleteAlertRule: { does: ({ call }) => call('DELETE', '/alerts/{rule}'), target: { ruleId: 'rule' } },
  createEventTarget: {
    does: ({ call }) => call('POST', '/event-targets', { url: https }, 'target'),
    target: { id: 'target' },
  },
  changeEventTarget: {
    does: ({ call }) => call('PATCH', '/event-targets/{target}', { url: `${https}2` }),
    target: { targetId: 'target' },
    fields: ['url'],
  },
  replaceEventSecret: {
    does: ({ call }) => call('POST', '/event-targets/{target}/secret'),
    target: { targetId: 'target' },
  },
  deleteEventTarget: {
    does: ({ call }) => call('DELETE', '/event-targets/{target}'),
    target: { targetId: 'target' },
  },
  decideApproval: {
    does: async ({ call, ids, owner }) => {
      const approvals = createApprovals({ redis: api.redis });
      const id = newId('approval');
      ids['approval'] = id;
      const one = { callId: 'c1', name: 'http_request', method: 'POST', url: https } as const;
      const place = {
        agentId: 'agt_1',
        turn: 0,
        request: 1,
        policyId: 'pol_1',
        workflowId: 'none',
        hours: 1,
      };
      await approvals.ask({ kind: 'owner', workspaceId: owner.workspace.id }, [{ id, call: one, ...place }]);
      await call('POST', '/approvals/{approval}', { decision: 'refuse', reason: canary });
    },
    target: { approvalId: 'approval' },
    fields: ['decision', 'reason'],
  },
  deleteAgent: { does: ({ call }) => call('DELETE', '/agents/{agent}'), target: { agentId: 'agent' } },
  changeManagedWorkspace: {
    does: ({ ids }) => operator('PATCH', `/${ids['id']}`, { name: canary }),
    target: { id: 'id' },
    fields: ['name'],
    by: 'operator',
  },
};

/** They are no GET and change nothing that is in the log. */
const noChanges = [
  'understandDraft',
  'testFilter',
  'searchSender',
  'tryInstructions',
  'sendDelivery',
  'replayAutomation',
  'replayDelivery',
  'runDuplicate',
  'runSkipped',
  'startRehearsal',
  'cancelRehearsal',
  'sendTestAlert',
  'sendTestEvent',
  'sendEventAgain',
  'checkRequest',
  'tryNarrowing',
  'previewApi',
  'sendRequest',
  'sendMessage',
  'deleteWorkspace',
];

describe('GET /manage/audit', () => {
  it('has exactly one entry for each change, and no value of any', async () => {
    const set = await setUp();
    const { id, token } = set.owner.workspace;
    let before = 0;
    for (const [action, { does, target, fields = [], by }] of Object.entries(changes)) {
      await does(set);
      const entries = await entriesOf(set.owner);
      const named = Object.entries(target).map(([key, of]) => [
        key,
        of.startsWith('=') ? of.slice(1) : set.ids[of],
      ]);
      const caller =
        by === 'operator'
          ? { by, tokenId: null, role: null }
          : { by: expect.any(String), tokenId: expect.stringMatching(/^tok_/), role: 'owner' };
      expect([action, entries.length]).toEqual([action, before + 1]);
      expect(entries[0]).toEqual({
        id: expect.stringMatching(/^aud_\d+-\d+$/),
        at: expect.any(String),
        action,
        outcome: 'changed',
        ...caller,
        via: 'api',
        target: Object.fromEntries(named),
        fields: expect.toSatisfy(
          (found: readonly string[]) => found.toSorted().join() === fields.toSorted().join(),
        ),
      });
      before = entries.length;
    }
    const stored = JSON.stringify(await api.redis.xRange(keys.audit(id), '-', '+'));
    expect(stored).not.toContain(canary);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('whsec_');
  }, 60_000);

  it('knows every operation that is no GET', async () => {
    const { paths } = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const managing = Object.entries(paths).filter(([path]) => path.startsWith('/manage/'));
    const found = managing.flatMap(([, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
    );
    const known = [...Object.keys(changes), ...noChanges, 'createWorkspace', 'replaceOwnerToken'];
    expect(found.toSorted()).toEqual(known.toSorted());
  });

  it('begins with the workspace, and names the operator who replaced its tokens', async () => {
    const { id } = (await (await operator('POST', '', { name: 'Shop' })).json()) as { id: string };
    const replaced = (await (await operator('POST', `/${id}/token`)).json()) as { token: string };
    const response = await fetch(`${api.url}/manage/audit`, {
      headers: { authorization: `Bearer ${replaced.token}` },
    });
    const by = { by: 'operator', tokenId: null, role: null, via: 'api', fields: [], target: { id } };
    expect(await response.json()).toMatchObject({
      items: [
        { action: 'replaceOwnerToken', ...by },
        { action: 'createWorkspace', ...by },
      ],
      nextCursor: null,
    });
    expect(await api.redis.xLen(keys.audit(id))).toBe(2);
  });

  it('has no refused change, no trial and nothing of another workspace', async () => {
    const [owner, other] = [await api.newOwner(), await api.newOwner()];
    const { id, agentId } = await other.newAutomation();
    expect((await owner.manage('PATCH', `/automations/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await owner.manage('POST', '/automations', { name: '' })).status).toBe(400);
    const check = { method: 'GET', url: 'https://example.com' };
    expect((await other.manage('POST', `/agents/${agentId}/network-access/check`, check)).status).toBe(200);
    expect(
      (await other.manage('POST', `/automations/${id}/deliveries`, { contentType: 'text/plain', body: 'a' }))
        .status,
    ).toBe(200);
    expect(await entriesOf(owner)).toEqual([]);
    expect(await entriesOf(other)).toMatchObject([{ action: 'createAutomation', target: { id } }]);
  });

  it('says which token it was, also after that was deleted', async () => {
    const owner = await api.newOwner();
    const { id: automationId } = await owner.newAutomation();
    const made = await owner.manage('POST', '/tokens', { name: 'Deploy', role: 'editor' });
    const { id, token } = (await made.json()) as { id: string; token: string };
    const headers = { authorization: `Bearer ${token}` };
    const path = `/automations/${automationId}`;
    expect((await owner.manage('PATCH', path, { name: 'Renamed' }, headers)).status).toBe(200);
    expect((await owner.manage('GET', '/audit', undefined, headers)).status).toBe(403);
    expect((await owner.manage('GET', '/audit.csv', undefined, headers)).status).toBe(403);
    await owner.manage('DELETE', `/tokens/${id}`);
    const [, changed] = await entriesOf(owner);
    expect(changed).toMatchObject({ action: 'changeAutomation', by: 'Deploy', tokenId: id, role: 'editor' });
    const revisions = (await (await owner.manage('GET', `${path}/revisions`)).json()) as { items: unknown[] };
    expect(revisions.items).toMatchObject([
      { revision: 2, by: 'Deploy' },
      { revision: 1, by: expect.any(String) },
    ]);
  });

  it('is listed in pages', async () => {
    const owner = await api.newOwner();
    for (const name of ['One', 'Two', 'Three']) await owner.manage('POST', '/agents', { name });
    const page = async (query: string) =>
      (await (await owner.manage('GET', `/audit?limit=2${query}`)).json()) as {
        items: AuditEntry[];
        nextCursor: string | null;
      };
    const first = await page('');
    const second = await page(`&cursor=${first.nextCursor}`);
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
    expect([...first.items, ...second.items]).toEqual(await entriesOf(owner));
    expect((await owner.manage('GET', '/audit?cursor=none')).status).toBe(400);
  });
});

test('GET /manage/audit.csv has a row for each change and runs no formula; the export has the same', async () => {
  const owner = await api.newOwner();
  const made = await owner.manage('POST', '/tokens', { name: '=1+1', role: 'owner' });
  const { token } = (await made.json()) as { token: string };
  const { id } = await owner.newAutomation();
  const headers = { authorization: `Bearer ${token}` };
  await owner.manage('PATCH', `/automations/${id}`, { name: 'A', filter: null }, headers);
  const response = await owner.manage('GET', '/audit.csv');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const rows = (await response.text()).split('\r\n');
  expect(rows[0]).toBe('at,id,action,outcome,by,tokenId,role,via,target,fields');
  expect(rows[1]).toMatch(
    new RegExp(`,changeAutomation,changed,'=1\\+1,tok_[\\w-]+,owner,api,${id},(name filter|filter name)$`),
  );
  expect(rows).toHaveLength(5);
  const lines = (await (await owner.manage('GET', '/export')).text()).trimEnd().split('\n');
  const exported = lines
    .map((line) => JSON.parse(line) as { kind: string })
    .filter((l) => l.kind === 'audit');
  expect(exported).toEqual((await entriesOf(owner)).map((entry) => ({ kind: 'audit', ...entry })));
});
