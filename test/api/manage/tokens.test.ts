import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hashOfToken } from '#domain/token.ts';
import { keys } from '#store/records/index.ts';
import { createTokens } from '#store/token/tokens.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

type Owner = Awaited<ReturnType<typeof api.newOwner>>;
interface Token {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly for: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

async function create({ manage }: Owner, name: string, role: string) {
  const response = await manage('POST', '/tokens', { name, role });
  expect(response.status).toBe(201);
  return (await response.json()) as Token & { token: string };
}

async function list({ manage }: Owner): Promise<readonly Token[]> {
  return ((await (await manage('GET', '/tokens')).json()) as { items: Token[] }).items;
}

const statusWith = async (token: string) =>
  (await fetch(`${api.url}/manage/workspace`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('POST /manage/tokens', () => {
  it('makes a token whose value is shown once and stored nowhere', async () => {
    const owner = await api.newOwner();
    const { token, ...view } = await create(owner, ' Dashboard ', 'viewer');
    expect(view).toMatchObject({
      id: expect.stringMatching(/^tok_/),
      name: 'Dashboard',
      role: 'viewer',
      lastUsedAt: null,
    });
    expect(await statusWith(token)).toBe(200);
    expect(JSON.stringify(await list(owner))).not.toContain(token);
    for (const key of await api.redis.keys(`*${owner.workspace.id}*`)) {
      expect(key).not.toContain(token);
      if ((await api.redis.type(key)) === 'hash')
        expect(JSON.stringify(await api.redis.hGetAll(key))).not.toContain(token);
    }
  });

  it.each([
    { role: 'viewer' },
    { name: ' ', role: 'viewer' },
    { name: 'x'.repeat(201), role: 'viewer' },
    { name: 'x' },
    { name: 'x', role: 'admin' },
    { name: 'x', role: 'Owner' },
  ])('answers 400 to %j', async (body) => {
    const { manage } = await api.newOwner();
    const response = await manage('POST', '/tokens', body);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  });
});

describe('a token of /mcp', () => {
  const make = ({ manage }: Owner, role: string) =>
    manage('POST', '/tokens', { name: 'Assistant', role, for: 'mcp' });

  it.each(['owner', 'approver'])('is refused the role %s', async (role) => {
    const response = await make(await api.newOwner(), role);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'INVALID_REQUEST', message: expect.stringMatching(/^role: must be editor or viewer/) },
    ]);
  });

  it('does not open the management API, and its row says so; others are of the management API', async () => {
    const owner = await api.newOwner();
    const { token } = (await (await make(owner, 'editor')).json()) as { token: string };
    expect(await statusWith(token)).toBe(401);
    expect((await list(owner)).map((row) => [row.name, row.for])).toEqual([
      ['Assistant', 'mcp'],
      ['First token', 'manage'],
    ]);
  });
});

describe('GET /manage/tokens', () => {
  it('lists them newest first, that of the workspace among them, and none of others', async () => {
    const [owner, other] = [await api.newOwner(), await api.newOwner()];
    await create(other, 'Of another', 'owner');
    await create(owner, 'Editor', 'editor');
    const items = await list(owner);
    expect(items.map(({ name, role }) => [name, role])).toEqual([
      ['Editor', 'editor'],
      ['First token', 'owner'],
    ]);
  });

  it('tells when a token was last used', async () => {
    const owner = await api.newOwner();
    const { token, id } = await create(owner, 'Used', 'viewer');
    expect(await statusWith(token)).toBe(200);
    await until(
      'the note',
      async () => (await list(owner)).find((item) => item.id === id)?.lastUsedAt != null,
      {
        timeoutMs: 10_000,
      },
    );
  });

  it('goes on page by page', async () => {
    const owner = await api.newOwner();
    for (const name of ['b', 'c']) await create(owner, name, 'viewer');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const response = await owner.manage('GET', `/tokens?limit=1${query}`);
      const page = (await response.json()) as { items: Token[]; nextCursor: string | null };
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen.toSorted()).toEqual(['First token', 'b', 'c']);
  });
});

describe('DELETE /manage/tokens/{tokenId}', () => {
  it('ends what the token opens, at once', async () => {
    const owner = await api.newOwner();
    const { token, id } = await create(owner, 'Gone', 'editor');
    expect((await owner.manage('DELETE', `/tokens/${id}`)).status).toBe(204);
    expect(await statusWith(token)).toBe(401);
    expect(await createTokens({ redis: api.redis }).authorizeId(owner.workspace.id, id)).toBeNull();
    expect((await owner.manage('DELETE', `/tokens/${id}`)).status).toBe(404);
  });

  it('refuses the last one of an owner, also where others have a lower role', async () => {
    const owner = await api.newOwner();
    await create(owner, 'Editor', 'editor');
    const [first] = (await list(owner)).filter(({ role }) => role === 'owner');
    const response = await owner.manage('DELETE', `/tokens/${first?.id}`);
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'LAST_OWNER_TOKEN' }]);
    expect(await statusWith(owner.workspace.token)).toBe(200);
  });

  it('takes the token of the workspace once there is another owner, and it stays gone', async () => {
    const owner = await api.newOwner();
    const [first] = await list(owner);
    const second = await create(owner, 'Second', 'owner');
    expect((await owner.manage('DELETE', `/tokens/${first?.id}`)).status).toBe(204);
    expect(await statusWith(owner.workspace.token)).toBe(401);
    expect(await statusWith(second.token)).toBe(200);
    await api.redis.set(keys.workspaceToken(hashOfToken(owner.workspace.token)), owner.workspace.id);
    expect(await statusWith(owner.workspace.token)).toBe(401);
  });

  it('leaves one owner where two delete each other at the same time', async () => {
    const owner = await api.newOwner();
    const [first] = await list(owner);
    const second = await create(owner, 'Second', 'owner');
    const deletions = [first?.id, second.id].map((id) => owner.manage('DELETE', `/tokens/${id}`));
    const statuses = (await Promise.all(deletions)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    const opened = await Promise.all([owner.workspace.token, second.token].map(statusWith));
    expect(opened).toEqual(expect.arrayContaining([200, 401]));
  });

  it('does not find the token of another workspace', async () => {
    const [owner, other] = [await api.newOwner(), await api.newOwner()];
    const { id, token } = await create(other, 'Theirs', 'viewer');
    expect((await owner.manage('DELETE', `/tokens/${id}`)).status).toBe(404);
    expect(await statusWith(token)).toBe(200);
  });
});
