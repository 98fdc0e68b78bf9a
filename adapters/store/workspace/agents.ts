import type { z } from 'zod';

import { newId } from '#domain/ids.ts';
import type { Redis } from '../connection/connect.ts';
import { agentRecords } from '../records/agent.ts';
import { fieldsOf, hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';

const { fields: AgentFields } = agentRecords.agent;

/** `model` is null where the agent uses the model of the service. */
export type AgentRecord = Readonly<z.output<typeof AgentFields>> & {
  /** Names of what cannot be read, usually none; `placeholders` stand there. */
  readonly damaged: readonly string[];
};

const placeholders = { name: '', model: '' };

export function createAgents({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  async function create(
    workspaceId: string,
    agent: Pick<AgentRecord, 'name' | 'model'>,
  ): Promise<AgentRecord> {
    const id = newId('agent');
    await redis
      .multi()
      .hSet(keys.agent(workspaceId, id), hashOf(AgentFields, { id, ...agent }))
      .zAdd(keys.agents(workspaceId), { score: now(), value: id })
      .exec();
    return { id, ...agent, damaged: [] };
  }

  /** The agent, unless there is none. One that is damaged says so. */
  async function find(workspaceId: string, agentId: string): Promise<AgentRecord | null> {
    const stored = await redis.hGetAll(keys.agent(workspaceId, agentId));
    if (stored['id'] === undefined) return null;
    const { fields, damaged } = readWithPlaceholders(AgentFields, stored, placeholders);
    return { ...fields, damaged };
  }

  /** The oldest agent: the one that an automation takes by default. */
  async function first(workspaceId: string): Promise<AgentRecord | null> {
    const [id] = await redis.zRange(keys.agents(workspaceId), 0, 0);
    return id === undefined ? null : await find(workspaceId, id);
  }

  async function list(workspaceId: string, query: PageQuery): Promise<Page<AgentRecord>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.agents(workspaceId), query);
    const agents = await Promise.all(items.map((id) => find(workspaceId, id)));
    return { items: agents.filter((agent) => agent !== null), nextCursor };
  }

  async function change(
    workspaceId: string,
    agentId: string,
    change: { [Member in 'name' | 'model']?: AgentRecord[Member] | undefined },
  ): Promise<AgentRecord | null> {
    const agent = await find(workspaceId, agentId);
    if (agent === null) return null;
    const fields = fieldsOf(AgentFields, change);
    if (fields.length > 0) await redis.hSet(keys.agent(workspaceId, agentId), fields);
    return await find(workspaceId, agentId);
  }

  async function remove(workspaceId: string, agentId: string): Promise<void> {
    const own = [keys.agent, keys.policies, keys.connections, keys.decisions, keys.apis, keys.apiDocuments];
    await redis
      .multi()
      .del(own.map((keyOf) => keyOf(workspaceId, agentId)))
      .zRem(keys.agents(workspaceId), agentId)
      .exec();
  }

  return { create, find, first, list, change, remove };
}

export type Agents = ReturnType<typeof createAgents>;
