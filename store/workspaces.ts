import type { z } from 'zod';

import type { CreatedWorkspace } from '../contracts/workspace.ts';
import { defaultTimeZone } from '../domain/time-zone.ts';
import { newId } from '../domain/ids.ts';
import { hashOfToken, isSameHash, newToken } from '../domain/token.ts';
import type { Redis } from './connect.ts';
import { agentRecords } from './records/agent.ts';
import { hashOf } from './records/fields.ts';
import { keys } from './records/index.ts';
import { workspaceRecords } from './records/workspace.ts';

const { fields } = workspaceRecords.workspace;
export type Workspace = Pick<z.output<typeof fields>, 'id' | 'name'>;

/** Tenants. A token is kept as a hash: it can be recognised, never shown again. */
export function createWorkspaces({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  /** The workspace, its token and its first agent, which every automation takes unless told otherwise. */
  async function create({ name }: { readonly name: string }): Promise<CreatedWorkspace> {
    const [id, agentId, token] = [newId('workspace'), newId('agent'), newToken()];
    const tokenHash = hashOfToken(token);
    await redis
      .multi()
      .hSet(keys.workspace(id), hashOf(fields, { id, name, tokenHash, createdAt: now() }))
      .hSet(keys.agent(id, agentId), hashOf(agentRecords.agent.fields, { id: agentId, name: 'Agent' }))
      .zAdd(keys.agents(id), { score: now(), value: agentId })
      .exec();
    // The token is written last, so that it always leads to a complete workspace.
    await redis.zAdd(keys.workspaces(), { score: now(), value: id });
    await redis.set(keys.workspaceToken(tokenHash), id);
    return { id, name, token };
  }

  async function findByToken(token: string): Promise<Workspace | null> {
    const tokenHash = hashOfToken(token);
    const id = await redis.get(keys.workspaceToken(tokenHash));
    if (id === null) return null;
    const record = fields.parse(await redis.hGetAll(keys.workspace(id)));
    return isSameHash(record.tokenHash, tokenHash) ? { id, name: record.name } : null;
  }

  /** Ids of all workspaces, oldest first. */
  async function listIds(): Promise<readonly string[]> {
    return await redis.zRange(keys.workspaces(), 0, -1);
  }

  async function timeZoneOf(id: string): Promise<string> {
    return (await redis.hGet(keys.workspace(id), 'timeZone')) ?? defaultTimeZone;
  }

  async function setTimeZone(id: string, timeZone: string): Promise<void> {
    await redis.hSet(keys.workspace(id), hashOf(fields, { timeZone }));
  }

  return { create, findByToken, listIds, timeZoneOf, setTimeZone };
}

export type Workspaces = ReturnType<typeof createWorkspaces>;
