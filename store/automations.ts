import { z } from 'zod';

import { Revision, type AutomationChange } from '../contracts/automation.ts';
import { newId } from '../domain/ids.ts';
import { hashOfToken, newToken } from '../domain/token.ts';
import type { Redis } from './connect.ts';
import { keys } from './keys.ts';
import { type Page, pageOfIds, type PageQuery } from './page.ts';
import { script } from './script.ts';
import type { Vault } from './vault.ts';

const AutomationRecord = z.object({
  id: z.string(),
  agentId: z.string(),
  name: z.string(),
  instructions: z.string(),
  filter: z.string().transform((text) => (text === '' ? null : text)),
  state: z.enum(['active', 'paused', 'deleted']),
  revision: z.coerce.number().int(),
  sealedToken: z.string(),
  skippedWhilePaused: z.coerce.number().int().default(0),
  createdAt: z.coerce.number(),
  updatedAt: z.coerce.number(),
});

/** An automation with the token of its hook, for its owner only. Times are epoch milliseconds. */
export type AutomationRecord = Readonly<Omit<z.infer<typeof AutomationRecord>, 'sealedToken'>> & {
  readonly token: string;
};

const reviseScript = script('revise');
const setStateScript = script('set-state');

/** Automations and their numbered revisions. Hook look-up is by hash; the token itself is kept sealed for its owner. */
export function createAutomations({
  redis,
  vault,
  now = Date.now,
}: {
  redis: Redis;
  vault: Vault;
  now?: () => number;
}) {
  const binding = (workspaceId: string, id: string) => ['hook-token', '1', workspaceId, id];

  async function create(workspaceId: string, content: Revision): Promise<AutomationRecord> {
    const [id, token] = [newId('automation'), newToken()];
    const createdAt = now();
    const stored = { ...content, filter: content.filter ?? '' };
    await redis
      .multi()
      .hSet(keys.automation(workspaceId, id), {
        id,
        ...stored,
        state: 'active',
        revision: 1,
        createdAt,
        updatedAt: createdAt,
        sealedToken: vault.seal(token, binding(workspaceId, id)),
      })
      .hSet(keys.revision(workspaceId, id, 1), stored)
      .zAdd(keys.automations(workspaceId), { score: createdAt, value: id })
      .zAdd(keys.everyAutomation(workspaceId), { score: createdAt, value: id })
      .exec();
    // The hook comes last: a delivery that finds it finds a complete automation.
    await redis.hSet(keys.hook(hashOfToken(token)), { workspaceId, automationId: id });
    const times = { createdAt, updatedAt: createdAt };
    return { id, ...content, state: 'active', revision: 1, token, skippedWhilePaused: 0, ...times };
  }

  /** The automation, unless there is none or it was deleted. */
  async function find(workspaceId: string, id: string): Promise<AutomationRecord | null> {
    const fields = await redis.hGetAll(keys.automation(workspaceId, id));
    if (fields['id'] === undefined) return null;
    const { sealedToken, ...record } = AutomationRecord.parse(fields);
    if (record.state === 'deleted') return null;
    return { ...record, token: vault.open(sealedToken, binding(workspaceId, id)) };
  }

  async function list(workspaceId: string, query: PageQuery): Promise<Page<AutomationRecord>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.automations(workspaceId), query);
    const automations = await Promise.all(items.map((id) => find(workspaceId, id)));
    return { items: automations.filter((automation) => automation !== null), nextCursor };
  }

  /** Whether an agent still has automations. */
  async function usesAgent(workspaceId: string, agentId: string): Promise<boolean> {
    const ids = await redis.zRange(keys.automations(workspaceId), 0, -1);
    const agentIds = await Promise.all(
      ids.map((id) => redis.hGet(keys.automation(workspaceId, id), 'agentId')),
    );
    return agentIds.includes(agentId);
  }

  /** Makes the next revision; deliveries accepted before keep theirs. */
  async function revise(
    workspaceId: string,
    id: string,
    change: AutomationChange,
  ): Promise<AutomationRecord | null> {
    const fields = Object.entries(change).flatMap(([field, value]) =>
      value === undefined ? [] : [field, value ?? ''],
    );
    await reviseScript(
      redis,
      [keys.automation(workspaceId, id)],
      [String(now()), keys.revisionPrefix(workspaceId, id), ...fields],
    );
    return await find(workspaceId, id);
  }

  async function setState(workspaceId: string, id: string, state: 'active' | 'paused'): Promise<void> {
    await writeState(workspaceId, id, state);
  }

  /** Retires the automation and its URL for good. */
  async function remove(workspaceId: string, { id, token }: AutomationRecord): Promise<void> {
    await writeState(workspaceId, id, 'deleted');
    await redis.hSet(keys.hook(hashOfToken(token)), 'retired', '1');
  }

  async function writeState(workspaceId: string, id: string, state: string): Promise<void> {
    await setStateScript(
      redis,
      [keys.automation(workspaceId, id), keys.automations(workspaceId)],
      [state, String(now()), id],
    );
  }

  async function revision(workspaceId: string, id: string, number: number): Promise<Revision> {
    const fields = await redis.hGetAll(keys.revision(workspaceId, id, number));
    return Revision.parse({ ...fields, filter: fields['filter'] === '' ? null : fields['filter'] });
  }

  /** What a model made of the filter of a revision, null before it did: a filter is compiled once. */
  async function compiledFilter(workspaceId: string, id: string, number: number): Promise<unknown> {
    const json = await redis.hGet(keys.revision(workspaceId, id, number), 'compiledFilter');
    return json === null ? null : JSON.parse(json);
  }

  async function saveCompiledFilter(workspaceId: string, id: string, number: number, compiled: unknown) {
    await redis.hSet(keys.revision(workspaceId, id, number), 'compiledFilter', JSON.stringify(compiled));
  }

  return {
    compiledFilter,
    saveCompiledFilter,
    create,
    find,
    list,
    usesAgent,
    revise,
    setState,
    remove,
    revision,
  };
}

export type Automations = ReturnType<typeof createAutomations>;
