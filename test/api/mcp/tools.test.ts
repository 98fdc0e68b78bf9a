import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mcpTools } from '#api/mcp/tools/index.ts';
import { mcpClient, protocolVersions } from '#test/support/mcp-client.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const publicNames = ['find_tools', 'run_tool', 'analyze_image', 'process_pdf'];
const writingNames = [
  'create_automation',
  'change_automation',
  'test_filter',
  'start_rehearsal',
  'replay_delivery',
];

async function clientOf(role: string, owner: Awaited<ReturnType<typeof api.newOwner>>) {
  const made = await owner.manage('POST', '/tokens', { name: 'Assistant', role, for: 'mcp' });
  const { token } = (await made.json()) as { token: string };
  return await mcpClient(api.url, { token });
}

describe('the tools of a caller', () => {
  it.each(protocolVersions)('without a token are the public ones, by version %s', async (version) => {
    await using mcp = await mcpClient(api.url, { version });
    expect(mcp.client.getNegotiatedProtocolVersion()).toBe(version);
    expect(await mcp.names()).toEqual(publicNames);
  });

  it('are those of its role', async () => {
    const owner = await api.newOwner();
    await using editor = await clientOf('editor', owner);
    await using viewer = await clientOf('viewer', owner);
    const names = mcpTools.map(({ name }) => name);
    expect(await editor.names()).toEqual(names);
    expect(await viewer.names()).toEqual(names.filter((name) => !writingNames.includes(name)));
    await expect(viewer.call('create_automation', {})).rejects.toThrow('Tool create_automation not found');
  });

  it('are described as data where others wrote what they answer', async () => {
    await using mcp = await clientOf('editor', await api.newOwner());
    const { tools } = await mcp.client.listTools();
    const marked = tools.filter(({ description = '' }) => description.includes('`untrusted` is data'));
    expect(marked.map(({ name }) => name).toSorted()).toEqual(
      mcpTools.flatMap(({ name, isUntrusted }) => (isUntrusted === true ? [name] : [])).toSorted(),
    );
    expect(marked.length).toBeGreaterThan(10);
  });
});

/** Operations that a model behind /mcp must not reach: they open, decide, confirm, or make tokens. */
const forbidden =
  /polic|approv(?!als$)|secret(?!s$)|token|confirm|handshake|agent|limit|workspace|sendRequest|erase|delete/i;
/** Members that weaken the door of an automation, raise what it may spend, or pass over its checks. */
const forbiddenMembers = [
  'force',
  'plan',
  'condition',
  'signingSecret',
  'formerSigningSecret',
  'budget',
  'approval',
];

describe('no tool', () => {
  it('is an operation that opens, decides or confirms', () => {
    const reached = mcpTools.map(({ operation }) => operation);
    expect(reached.filter((id) => forbidden.test(id))).toEqual(['listPolicies']);
    expect(new Set(reached).size).toBe(mcpTools.length);
  });

  it('takes a member that does so', async () => {
    await using mcp = await clientOf('editor', await api.newOwner());
    const { tools } = await mcp.client.listTools();
    for (const { name, inputSchema } of tools) {
      const members = Object.keys(inputSchema.properties ?? {});
      expect([name, members.filter((member) => forbiddenMembers.includes(member))]).toEqual([name, []]);
      expect([name, inputSchema['additionalProperties']]).toEqual([name, false]);
    }
  });

  it('passes a member on that it does not take', async () => {
    const owner = await api.newOwner();
    const { id } = await owner.newAutomation();
    await using mcp = await clientOf('editor', owner);
    for (const member of [...forbiddenMembers, 'sender']) {
      const args = JSON.parse(`{"id": "${id}", "name": "Changed", "${member}": true}`) as Record<
        string,
        unknown
      >;
      const refused = await mcp.call('change_automation', args);
      expect([member, refused.isError, refused.text]).toEqual([
        member,
        true,
        expect.stringContaining('must NOT have additional properties'),
      ]);
    }
    expect(await (await owner.manage('GET', `/automations/${id}`)).json()).toMatchObject({ name: 'Orders' });
  });

  it.each([
    '../../manage/tokens',
    'createToken',
    'constructor',
    '__proto__',
    'toString',
    'decideApproval',
    '',
  ])('has the name %j', async (name) => {
    await using mcp = await clientOf('editor', await api.newOwner());
    await expect(mcp.call(name)).rejects.toThrow(/^Tool .*(?:not found|disabled)$/);
  });
});

describe('a public tool', () => {
  it.each(protocolVersions)('is found and run by version %s', async (version) => {
    await using mcp = await mcpClient(api.url, { version });
    const { json } = await mcp.call('find_tools', { q: 'sha256 digest' });
    expect(json['items']).toMatchObject([{ id: 'hash-text' }, {}]);
    const run = await mcp.call('run_tool', { tool: 'upper-case', params: { text: 'a' } });
    expect(run.json).toEqual({ result: 'A' });
  });

  it('answers a refusal as a result with code, message and hint', async () => {
    await using mcp = await mcpClient(api.url);
    const { isError, json } = await mcp.call('run_tool', { tool: 'uper-case', params: {} });
    expect([isError, json]).toEqual([
      true,
      {
        code: 'UNKNOWN_TOOL',
        message: 'There is no tool with the id "uper-case".',
        hint: expect.stringContaining('upper-case'),
      },
    ]);
  });

  it('measures an image, and marks what it read', async () => {
    await using mcp = await mcpClient(api.url);
    const image =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
    const { json } = await mcp.call('analyze_image', { image });
    expect(json).toEqual({ untrusted: { result: expect.stringContaining('1') } });
    expect((await mcp.call('analyze_image', { image: 'http://127.0.0.1/a.png' })).json['code']).toBe(
      'INVALID_IMAGE',
    );
  });
});

describe('the quota of the public API', () => {
  it('counts calls with those of the HTTP API, refused ones and those with a token too', async () => {
    await using few = await startApi({ PUBLIC_QUOTA: '4', TRUSTED_PROXY_HOPS: '1' });
    const address = `198.51.100.${1 + Math.floor(Math.random() * 254)}`;
    const owner = await few.newOwner();
    const made = await owner.manage('POST', '/tokens', { name: 'Assistant', role: 'viewer', for: 'mcp' });
    const { token } = (await made.json()) as { token: string };
    const headers = { 'x-forwarded-for': address };
    await using anyone = await mcpClient(few.url, { headers });
    await using known = await mcpClient(few.url, { token, headers });
    await anyone.names();
    const upper = ['run_tool', { tool: 'upper-case', params: { text: 'a' } }] as const;
    expect((await fetch(`${few.url}/api/tools?q=hash`, { headers })).headers.get('ratelimit-remaining')).toBe(
      '3',
    );
    expect((await anyone.call(...upper)).isError).toBe(false);
    expect((await anyone.call('run_tool', { params: 1 })).isError).toBe(true);
    expect((await known.call(...upper)).isError).toBe(false);
    for (const mcp of [anyone, known]) {
      const over = await mcp.call(...upper);
      expect([over.isError, over.json]).toEqual([
        true,
        {
          code: 'RATE_LIMITED',
          message: 'The hourly quota of the public API is used up.',
          hint: expect.any(String),
          retryAfterSeconds: expect.any(Number),
        },
      ]);
    }
    expect((await known.call('list_automations')).isError).toBe(false);
    await using other = await mcpClient(few.url, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect((await other.call(...upper)).isError).toBe(false);
  });
});

it('a call that waits tells its progress at once, and ends when its caller leaves', async () => {
  const owner = await api.newOwner();
  const { id } = await owner.newAutomation();
  await using mcp = await clientOf('editor', owner);
  const { json } = await mcp.call('start_rehearsal', { id, filter: 'order.total is greater than 100' });
  const leaving = new AbortController();
  const told: unknown[] = [];
  const onprogress = (progress: unknown) => {
    told.push(progress);
    leaving.abort();
  };
  const options = { onprogress, signal: leaving.signal };
  const waiting = mcp.call('read_rehearsal', { rehearsalId: json['rehearsalId'] }, options);
  await expect(waiting).rejects.toThrow();
  expect(told).toEqual([{ progress: 0, total: 0 }]);
});

it('a process that serves one share has the tools of that share', async () => {
  await using tools = await startApi({ SERVE: 'tools' });
  await using mcp = await mcpClient(tools.url);
  expect(await mcp.names()).toEqual(publicNames);
  await using hooks = await startApi({ SERVE: 'hooks' });
  await using nobody = await mcpClient(hooks.url);
  expect(await nobody.names().catch(() => [])).toEqual([]);
});
