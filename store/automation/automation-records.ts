import type { z } from 'zod';

import type { Revision } from '../../contracts/automation.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { defaultRetryPolicy } from '../../contracts/retry.ts';
import { newId } from '../../domain/ids.ts';
import { hashOfToken, newToken } from '../../domain/token.ts';
import type { Redis } from '../connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { automationRecords } from '../records/automation.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import { type Vault, VaultError } from '../vault.ts';

const { fields } = automationRecords.automation;

/** An automation with the token of its hook, for its owner only. Times are epoch milliseconds. */
export type AutomationRecord = Readonly<Omit<z.output<typeof fields>, 'sealedToken'>> & {
  readonly token: string;
};

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
}

const binding = (workspaceId: string, id: string) => ['hook-token', '1', workspaceId, id];

export function createAutomationReading({ redis, vault }: Pick<Deps, 'redis' | 'vault'>) {
  /** The automation, unless there is none or it was deleted. */
  async function find(workspaceId: string, id: string): Promise<AutomationRecord | null> {
    const stored = await redis.hGetAll(keys.automation(workspaceId, id));
    if (stored['id'] === undefined) return null;
    const { sealedToken, ...record } = fields.parse(stored);
    if (record.state === 'deleted') return null;
    return { ...record, token: openToken(vault, sealedToken, binding(workspaceId, id)) };
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

  return { find, list, usesAgent };
}

const setStateScript = script('set-state');

export function createAutomationWriting({ redis, vault, now }: Deps) {
  async function create(
    workspaceId: string,
    given: Omit<Revision, 'retry'> & Partial<Pick<Revision, 'retry'>>,
  ): Promise<AutomationRecord> {
    const content: Revision = { ...given, retry: given.retry ?? defaultRetryPolicy };
    const [id, token] = [newId('automation'), newToken()];
    const createdAt = now();
    await redis
      .multi()
      .hSet(
        keys.automation(workspaceId, id),
        hashOf(fields, {
          id,
          ...content,
          state: 'active',
          revision: 1,
          createdAt,
          updatedAt: createdAt,
          sealedToken: vault.seal(token, binding(workspaceId, id)),
        }),
      )
      .hSet(keys.revision(workspaceId, id, 1), hashOf(automationRecords.revision.fields, content))
      .zAdd(keys.automations(workspaceId), { score: createdAt, value: id })
      .zAdd(keys.everyRunOwner(workspaceId), { score: createdAt, value: id })
      .exec();
    // The hook comes last: a delivery that finds it finds a complete automation.
    const hook = hashOf(automationRecords.hook.fields, { workspaceId, automationId: id });
    await redis.hSet(keys.hook(hashOfToken(token)), hook);
    const times = { createdAt, updatedAt: createdAt };
    return { id, ...content, state: 'active', revision: 1, token, skippedWhilePaused: 0, ...times };
  }

  async function setState(workspaceId: string, id: string, state: 'active' | 'paused'): Promise<void> {
    await writeState(workspaceId, id, state);
  }

  /** Retires the automation and its URL permanently. */
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

  return { create, setState, remove };
}

/** A key that other processes have already is the operator's to add; any other fault is a defect. */
function openToken(vault: Vault, sealed: string, place: readonly string[]): string {
  try {
    return vault.open(sealed, place);
  } catch (error) {
    if (!(error instanceof VaultError) || error.fault !== 'unknown-key') throw error;
    throw new DomainError('MASTER_KEY_MISSING', error.message);
  }
}
