import { connectRedis } from '#store/connection/connect.ts';
import { createTokens } from '#store/token/tokens.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { type DataFolder, workspaceTokenFile } from './data-folder.ts';

/**
 * The token of the workspace that the first start created. Undefined if this Redis has workspaces but none created
 * from this data folder: only their owners know the tokens.
 */
export async function firstWorkspace(redisUrl: string, data: DataFolder): Promise<string | undefined> {
  // A lost connection rejects the pending command, so the event needs no handling.
  const redis = await connectRedis(redisUrl, () => {});
  try {
    const workspaces = createWorkspaces({ redis });
    const kept = await data.read(workspaceTokenFile);
    if (kept !== undefined && (await createTokens({ redis }).authorize(kept)) !== null) return kept;
    if ((await workspaces.listIds()).length > 0) return undefined;
    const { token } = await workspaces.create({ name: 'My workspace' });
    await data.write(workspaceTokenFile, token);
    return token;
  } finally {
    redis.destroy();
  }
}
