import type { z } from 'zod';

import type { CreatedWorkspace } from '#contracts/workspace.ts';
import { newId } from '#domain/ids.ts';
import { localDay } from '#domain/local-day.ts';
import { usedOf } from '../automation/budgets.ts';
import type { Redis } from '../connection/connect.ts';
import { agentRecords } from '../records/agent.ts';
import { fieldsOf, hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { workspaceRecords } from '../records/workspace.ts';
import { script } from '../script.ts';
import { firstToken, makeToken } from '../token/token-record.ts';
import { ownLimitsOf } from './own-limits.ts';
import { timeZoneIn } from './time-zone.ts';

const { fields } = workspaceRecords.workspace;
type WorkspaceFields = z.output<typeof fields>;
export type Workspace = Pick<WorkspaceFields, 'id' | 'name'>;
type WorkspaceChange = {
  readonly [Name in 'name' | 'state' | 'timeZone' | 'budget' | 'limits']?: WorkspaceFields[Name] | undefined;
};

const changeScript = script('change-workspace');

export function createWorkspaces({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  /** The workspace, its first token and its first agent, which every automation takes unless told otherwise. */
  async function create({ name }: { readonly name: string }): Promise<CreatedWorkspace> {
    const [id, agentId, createdAt] = [newId('workspace'), newId('agent'), now()];
    const first = makeToken({ ...firstToken, createdAt });
    const { token, tokenHash } = first;
    await redis
      .multi()
      .hSet(keys.workspace(id), hashOf(fields, { id, name, tokenHash, createdAt }))
      .hSet(keys.token(id, first.id), first.stored)
      .zAdd(keys.tokens(id), { score: createdAt, value: first.id })
      .hSet(keys.agent(id, agentId), hashOf(agentRecords.agent.fields, { id: agentId, name: 'Agent' }))
      .zAdd(keys.agents(id), { score: createdAt, value: agentId })
      .exec();
    await redis.zAdd(keys.sweepDue(), { score: createdAt, value: id });
    // The link from the token is written last, so that it leads to a complete workspace.
    await redis.zAdd(keys.workspaces(), { score: createdAt, value: id });
    await redis.set(keys.workspaceToken(tokenHash), id);
    return { id, name, token };
  }

  async function listIds(): Promise<readonly string[]> {
    return await redis.zRange(keys.workspaces(), 0, -1);
  }

  /** Says whether there is such a workspace; one that is being deleted stays as it is. */
  async function change(id: string, given: WorkspaceChange): Promise<boolean> {
    return (await changeScript(redis, [keys.workspace(id)], fieldsOf(fields, given))) === 1;
  }

  const ownLimits = (id: string) => ownLimitsOf(redis, id);

  const timeZoneOf = (id: string): Promise<string> => timeZoneIn(redis, id);

  /** Its budget of a month, and what of it is used. One that cannot be read holds nothing up. */
  async function budgetOf(id: string) {
    const { timeZone, budget } = readWithPlaceholders(
      fields.pick({ timeZone: true, budget: true }),
      await redis.hGetAll(keys.workspace(id)),
      {},
    ).fields;
    if (budget === null) return { budget, budgetUsed: null };
    const month = localDay(new Date(now()), timeZone).slice(0, -'-dd'.length);
    const used = usedOf(await redis.hGetAll(keys.workspaceBudgetUse(id, month)));
    return { budget, budgetUsed: { month, ...used } };
  }

  return { create, listIds, change, ownLimits, timeZoneOf, budgetOf };
}

export type Workspaces = ReturnType<typeof createWorkspaces>;
