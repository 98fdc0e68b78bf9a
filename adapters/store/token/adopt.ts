import { idOfToken } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { workspaceRecords } from '../records/workspace.ts';
import { script } from '../script.ts';
import { firstToken } from './token-record.ts';

const { workspace: workspaceRecord, token: tokenRecord } = workspaceRecords;
const adoptScript = script('adopt-token');

/** Gives the token of a workspace that was made before tokens had records its record. Says its id; null where there is none. */
export async function adoptFirstToken(redis: Redis, workspaceId: string): Promise<string | null> {
  const workspace = await redis.hGetAll(keys.workspace(workspaceId));
  if (workspace['id'] === undefined) return null;
  const { tokenHash, createdAt } = workspaceRecord.fields.parse(workspace);
  if (tokenHash === '') return null;
  const tokenId = idOfToken(tokenHash);
  const record = { ...firstToken, tokenHash, createdAt } as const;
  await adoptScript(
    redis,
    [keys.workspace(workspaceId), keys.token(workspaceId, tokenId), keys.tokens(workspaceId)],
    [tokenHash, tokenId, String(createdAt), ...fieldsOf(tokenRecord.fields, record)],
  );
  return tokenId;
}
