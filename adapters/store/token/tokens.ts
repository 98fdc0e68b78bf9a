import type { z } from 'zod';

import type { CreatedToken, NewToken, TokenView } from '#contracts/token.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { keys } from '../records/index.ts';
import { workspaceRecords } from '../records/workspace.ts';
import { script } from '../script.ts';
import { adoptFirstToken } from './adopt.ts';
import { createAuthorization } from './authorize.ts';
import { firstToken, makeToken, type TokenFields, tokenPrefix } from './token-record.ts';

export type { AuthorizedWorkspace } from './authorize.ts';

const { fields } = workspaceRecords.token;
const removeScript = script('remove-token');
const replaceOwnersScript = script('replace-owner-tokens');

export function createTokens({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  async function create(
    workspaceId: string,
    { name, role, for: door = 'manage' }: z.input<typeof NewToken>,
  ): Promise<CreatedToken> {
    const createdAt = now();
    const given = { name, role, for: door };
    const { id, token, tokenHash, stored } = makeToken({ ...given, createdAt });
    await redis
      .multi()
      .hSet(keys.token(workspaceId, id), stored)
      .zAdd(keys.tokens(workspaceId), { score: createdAt, value: id })
      .exec();
    await redis.set(keys.workspaceToken(tokenHash), workspaceId);
    return { ...viewOf(id, { ...given, createdAt, lastUsedAt: null }), token };
  }

  /** Newest first. */
  async function list(workspaceId: string, query: PageQuery): Promise<Page<TokenView>> {
    if ((await redis.exists(keys.tokens(workspaceId))) === 0) await adoptFirstToken(redis, workspaceId);
    const { items, nextCursor } = await pageOfIds(redis, keys.tokens(workspaceId), query);
    const stored = await Promise.all(items.map((id) => redis.hGetAll(keys.token(workspaceId, id))));
    const views = stored.flatMap((record, index) =>
      record['role'] === undefined ? [] : [viewOf(items[index] ?? '', fields.parse(record))],
    );
    return { items: views, nextCursor };
  }

  /** The last token of an owner stays. */
  async function remove(workspaceId: string, id: string): Promise<'removed' | 'missing' | 'last'> {
    const [status, tokenHash] = (await removeScript(
      redis,
      [keys.workspace(workspaceId), keys.token(workspaceId, id), keys.tokens(workspaceId)],
      [id, tokenPrefix(workspaceId)],
    )) as ['removed' | 'missing' | 'last', string?];
    if (tokenHash !== undefined) await redis.del(keys.workspaceToken(tokenHash));
    return status;
  }

  /** A new owner's token in the place of all there are; null where there is no such workspace. */
  async function replaceOwners(workspaceId: string): Promise<string | null> {
    const createdAt = now();
    const { id, token, tokenHash, stored } = makeToken({ ...firstToken, createdAt });
    const hashes = (await replaceOwnersScript(
      redis,
      [keys.workspace(workspaceId), keys.token(workspaceId, id), keys.tokens(workspaceId)],
      [id, String(createdAt), tokenPrefix(workspaceId), ...stored],
    )) as string[] | null;
    if (hashes === null) return null;
    for (const hash of hashes) await redis.del(keys.workspaceToken(hash));
    await redis.set(keys.workspaceToken(tokenHash), workspaceId);
    return token;
  }

  return { ...createAuthorization({ redis, now }), create, list, remove, replaceOwners };
}

export type Tokens = ReturnType<typeof createTokens>;

function viewOf(
  id: string,
  { name, role, for: door, createdAt, lastUsedAt }: Omit<TokenFields, 'tokenHash'>,
): TokenView {
  return {
    id,
    name,
    role,
    for: door,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}
