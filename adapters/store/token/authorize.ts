import type { Role, TokenFor } from '#contracts/token.ts';
import { hashOfToken, idOfToken, isSameHash } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { workspaceRecords } from '../records/workspace.ts';
import { script } from '../script.ts';
import { adoptFirstToken } from './adopt.ts';
import type { TokenFields } from './token-record.ts';

const { workspace: workspaceRecord, token: tokenRecord } = workspaceRecords;

export interface AuthorizedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly tokenId: string;
  readonly tokenName: string;
  /** By the operator: it can be read, not changed. */
  readonly suspended: boolean;
  /** IANA name. */
  readonly timeZone: string;
}

interface Deps {
  readonly redis: Redis;
  readonly now: () => number;
}

const touchScript = script('touch-token');
const usedForMs = 60_000;

export function createAuthorization({ redis, now }: Deps) {
  /** By the token itself; null where it does not open this door. */
  const authorize = (token: string, door: TokenFor = 'manage'): Promise<AuthorizedWorkspace | null> =>
    authorizeHash(hashOfToken(token), door);

  /** By the hash of the token, for a session that was begun with it. */
  async function authorizeHash(
    tokenHash: string,
    door: TokenFor = 'manage',
  ): Promise<AuthorizedWorkspace | null> {
    const workspaceId = await redis.get(keys.workspaceToken(tokenHash));
    if (workspaceId === null) return null;
    const tokenId = idOfToken(tokenHash);
    const found = await read(workspaceId, tokenId);
    if (found === null)
      return door === 'manage' && (await adoptFirstToken(redis, workspaceId)) === tokenId
        ? await authorizeId(workspaceId, tokenId)
        : null;
    const { token } = found;
    return token.for === door && isSameHash(token.tokenHash, tokenHash) ? use(found) : null;
  }

  /** By its id; null once it was deleted, or its workspace. */
  async function authorizeId(workspaceId: string, tokenId: string): Promise<AuthorizedWorkspace | null> {
    const found = await read(workspaceId, tokenId);
    return found === null ? null : use(found);
  }

  async function read(workspaceId: string, tokenId: string): Promise<Found | null> {
    const [workspace, token] = await Promise.all([
      redis.hGetAll(keys.workspace(workspaceId)),
      redis.hGetAll(keys.token(workspaceId, tokenId)),
    ]);
    if (workspace['id'] === undefined || token['role'] === undefined) return null;
    const { name, state, timeZone } = workspaceRecord.fields.parse(workspace);
    if (state === 'deleting') return null;
    return {
      workspaceId,
      name,
      suspended: state === 'suspended',
      timeZone,
      tokenId,
      tokenName: token['name'] ?? '',
      token: tokenRecord.fields.parse(token),
    };
  }

  function use({ workspaceId: id, token, ...found }: Found): AuthorizedWorkspace {
    const { role, lastUsedAt } = token;
    const { tokenId } = found;
    const at = now();
    // The request does not wait for the note, and does not fail with it.
    if (lastUsedAt === null || lastUsedAt <= at - usedForMs)
      touchScript(redis, [keys.token(id, tokenId)], [String(at), String(usedForMs)]).catch(() => undefined);
    return { id, role, ...found };
  }

  return { authorize, authorizeHash, authorizeId };
}

interface Found extends Omit<AuthorizedWorkspace, 'id' | 'role'> {
  readonly workspaceId: string;
  readonly token: TokenFields;
}
