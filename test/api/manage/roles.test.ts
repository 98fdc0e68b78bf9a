import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newId } from '#domain/ids.ts';
import { startApi } from '#test/support/service.ts';

interface Documented {
  readonly operationId: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

let api: Awaited<ReturnType<typeof startApi>>;
let owner: Awaited<ReturnType<typeof api.newOwner>>;
let documented: readonly { method: string; path: string; operation: Documented }[];
const values: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi({}, { erasureWaitMs: 1 });
  owner = await api.newOwner();
  for (const role of ['owner', 'editor', 'approver', 'viewer']) {
    const response = await owner.manage('POST', '/tokens', { name: role, role });
    values[role] = ((await response.json()) as { token: string }).token;
  }
  const { paths } = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Documented>>;
  };
  documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const ids: Readonly<Record<string, string>> = {
  id: newId('automation'),
  agentId: newId('agent'),
  deliveryId: newId('delivery'),
  policyId: newId('policy'),
  apiId: newId('API'),
  ruleId: newId('alert rule'),
  eventId: newId('event'),
  targetId: newId('event target'),
  conversationId: newId('conversation'),
  tokenId: newId('token'),
  erasureId: newId('erasure'),
  approvalId: newId('approval'),
  rehearsalId: newId('rehearsal'),
  caseId: newId('case'),
  reference: 'None',
  name: 'none',
  revision: '1',
};

/** Operations for owners alone; every other one that is not a GET is for editors too. */
const forOwners = [
  'acceptDocument',
  'changeApi',
  'changeEventTarget',
  'changePolicy',
  'changeSecret',
  'changeWorkspace',
  'connectPolicy',
  'createApi',
  'createEventTarget',
  'createPolicy',
  'createSecret',
  'createToken',
  'deleteAgent',
  'deleteApi',
  'deleteEventTarget',
  'deletePolicy',
  'deleteSecret',
  'deleteToken',
  'disconnectPolicy',
  'eraseDelivery',
  'eraseReference',
  'exportAuditCsv',
  'exportWorkspace',
  'giveDocument',
  'listAudit',
  'listTokens',
  'replaceEventSecret',
  'sendEventAgain',
  'sendTestEvent',
];

/** Operations that change nothing although they are not a GET: they take texts that are too long for an address. */
const forViewers = ['tryNarrowing', 'understandDraft'];
/** Operations that reveal a secret although they are a GET. */
const forEditors = ['readHandshake'];

/** Operations that change nothing but a decision. */
const forApprovers = ['decideApproval'];

const neededFor = ({ method, operation }: (typeof documented)[number]) =>
  forOwners.includes(operation.operationId)
    ? 'owner'
    : forViewers.includes(operation.operationId) ||
        (method === 'GET' && !forEditors.includes(operation.operationId))
      ? 'viewer'
      : forApprovers.includes(operation.operationId)
        ? 'approver'
        : 'editor';

async function call(token: string | undefined, method: string, path: string): Promise<string> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no id for ${name}`);
  const response = await fetch(`${api.url}${filled}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: method === 'GET' || method === 'DELETE' ? null : '{}',
  });
  const text = await response.text();
  if (response.status === 403) return `403 ${(JSON.parse(text) as { code: string }).code}`;
  expect(response.status, `${method} ${path}: ${text}`).not.toBe(401);
  return 'let through';
}

describe.each(['viewer', 'approver', 'editor', 'owner'])('a token with the role %s', (role) => {
  it('may do what every operation of the workspace says, and nothing more', async () => {
    const ranks = ['viewer', 'approver', 'editor', 'owner'];
    const ofWorkspace = documented.filter(({ operation }) =>
      operation.security.some((scheme) => 'workspaceToken' in scheme),
    );
    expect(ofWorkspace.length).toBeGreaterThan(30);
    for (const entry of ofWorkspace) {
      const { method, path } = entry;
      const isEnough = ranks.indexOf(role) >= ranks.indexOf(neededFor(entry));
      const answer = await call(values[role], method, path);
      expect([method, path, answer]).toEqual([
        method,
        path,
        isEnough ? 'let through' : '403 INSUFFICIENT_ROLE',
      ]);
    }
  });
});

it('the reference says which role an operation needs', () => {
  for (const entry of documented) {
    const isOfWorkspace = entry.operation.security.some((scheme) => 'workspaceToken' in scheme);
    const needed = isOfWorkspace ? neededFor(entry) : 'viewer';
    const sentence = {
      viewer: null,
      approver: 'Needs a token with the role `approver`, `editor` or `owner`.',
      editor: 'Needs a token with the role `editor` or `owner`.',
      owner: 'Needs a token with the role `owner`.',
    }[needed];
    const description = entry.operation.description ?? '';
    expect([
      entry.operation.operationId,
      /Needs a token with the role .*/.exec(description)?.[0] ?? null,
    ]).toEqual([entry.operation.operationId, sentence]);
  }
});

it('a refusal names the role that is needed and changes nothing', async () => {
  const { id } = await owner.newAutomation();
  const response = await fetch(`${api.url}/manage/automations/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${values['viewer']}` },
  });
  expect([response.status, await response.json()]).toMatchObject([
    403,
    { code: 'INSUFFICIENT_ROLE', message: expect.stringMatching(/role editor.*viewer/) },
  ]);
  expect((await owner.manage('GET', `/automations/${id}`)).status).toBe(200);
});
