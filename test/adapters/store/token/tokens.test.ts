import { describe, expect, it } from 'vitest';

import { hashOfToken, idOfToken } from '#domain/token.ts';
import type { Redis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';
import { createTokens } from '#store/token/tokens.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { testRedis } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

/** A workspace as it was stored before tokens had records. */
async function makeOldWorkspace(redis: Redis) {
  const { id, token } = await createWorkspaces({ redis }).create({ name: 'Old' });
  const tokenId = idOfToken(hashOfToken(token));
  await redis.del([keys.tokens(id), keys.token(id, tokenId)]);
  return { id, token, tokenId };
}

const usedAt = async (redis: Redis, id: string, tokenId: string) =>
  await redis.hGet(keys.token(id, tokenId), 'lastUsedAt');

describe('the use of a token', () => {
  it('is noted once a minute', async () => {
    await using connection = await testRedis();
    const { redis } = connection;
    let at = Date.UTC(2026, 0, 1);
    const tokens = createTokens({ redis, now: () => at });
    const { id, token } = await createWorkspaces({ redis }).create({ name: 'W' });
    const first = await tokens.authorize(token);
    const tokenId = first?.tokenId ?? '';
    await until('the note', async () => (await usedAt(redis, id, tokenId)) === String(at), {
      timeoutMs: 10_000,
    });
    const noted = at;
    at += 59_999;
    await tokens.authorize(token);
    // Commands of one connection are carried out in order: a note would be there.
    expect(await usedAt(redis, id, tokenId)).toBe(String(noted));
    at += 1;
    await tokens.authorizeId(id, tokenId);
    expect(await usedAt(redis, id, tokenId)).toBe(String(at));
  });

  it('makes no record of a token that is deleted meanwhile', async () => {
    await using connection = await testRedis();
    const { redis } = connection;
    const tokens = createTokens({ redis });
    const { id } = await createWorkspaces({ redis }).create({ name: 'W' });
    const made = await tokens.create(id, { name: 'Short', role: 'viewer' });
    await Promise.all([
      tokens.authorize(made.token),
      tokens.remove(id, made.id),
      tokens.authorize(made.token),
    ]);
    expect(await tokens.authorizeId(id, made.id)).toBeNull();
    expect(await redis.exists(keys.token(id, made.id))).toBe(0);
  });
});

describe('a workspace from before tokens had records', () => {
  it('is opened by its token as its owner, which is listed from then on', async () => {
    await using connection = await testRedis();
    const { redis } = connection;
    const { id, token, tokenId } = await makeOldWorkspace(redis);
    const tokens = createTokens({ redis });
    expect(await tokens.authorize(token)).toEqual({
      id,
      name: 'Old',
      role: 'owner',
      tokenId,
      tokenName: 'First token',
      suspended: false,
      timeZone: 'UTC',
    });
    const { items } = await tokens.list(id, { limit: 10 });
    expect(items).toMatchObject([{ id: tokenId, name: 'First token', role: 'owner' }]);
  });

  it('lists its token before that was used', async () => {
    await using connection = await testRedis();
    const { id, tokenId } = await makeOldWorkspace(connection.redis);
    const { items } = await createTokens(connection).list(id, { limit: 10 });
    expect(items).toMatchObject([{ id: tokenId, lastUsedAt: null }]);
  });

  it('is opened by nothing else', async () => {
    await using connection = await testRedis();
    const { redis } = connection;
    const { id } = await makeOldWorkspace(redis);
    await redis.set(keys.workspaceToken(hashOfToken('guessed')), id);
    expect(await createTokens({ redis }).authorize('guessed')).toBeNull();
  });
});

describe('new tokens for owners', () => {
  it('take the place of all that owners had; those of others stay', async () => {
    await using connection = await testRedis();
    const { redis } = connection;
    const tokens = createTokens({ redis });
    const { id, token } = await createWorkspaces({ redis }).create({ name: 'W' });
    const owner = await tokens.create(id, { name: 'o', role: 'owner' });
    const editor = await tokens.create(id, { name: 'e', role: 'editor' });
    const replaced = await tokens.replaceOwners(id);
    expect(await tokens.authorize(token)).toBeNull();
    expect(await tokens.authorize(owner.token)).toBeNull();
    expect(await tokens.authorize(editor.token)).toMatchObject({ id, role: 'editor' });
    expect(await tokens.authorize(replaced ?? '')).toMatchObject({ id, role: 'owner' });
    expect((await tokens.list(id, { limit: 10 })).items.map(({ role }) => role).toSorted()).toEqual([
      'editor',
      'owner',
    ]);
  });

  it('end the token of a workspace from before tokens had records', async () => {
    await using connection = await testRedis();
    const { redis } = connection;
    const { id, token } = await makeOldWorkspace(redis);
    const tokens = createTokens({ redis });
    const replaced = await tokens.replaceOwners(id);
    expect(await tokens.authorize(token)).toBeNull();
    expect(await tokens.authorize(replaced ?? '')).toMatchObject({ id, role: 'owner' });
  });

  it('are made for no workspace that there is not', async () => {
    await using connection = await testRedis();
    expect(await createTokens(connection).replaceOwners('ws_none')).toBeNull();
    expect(await connection.redis.keys('{ws_none}*')).toEqual([]);
  });
});
