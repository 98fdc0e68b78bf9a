import type { z } from 'zod';

import { DomainError } from '#domain/domain-error.ts';
import { newId } from '#domain/ids.ts';
import { pick } from '#domain/pick.ts';
import { hashOfToken, newToken } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { automationRecords } from '../records/automation.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { namesOf, readWithPlaceholders } from '../records/read.ts';
import { type NewRecord, withDefaults } from './new-record.ts';
import { ShownAutomation } from './shown-fields.ts';
import { newSenderFields } from './sender-secrets.ts';
import { type Vault, VaultError } from '../secret/vault.ts';

const { fields } = automationRecords.automation;
const ReadFields = ShownAutomation.extend(
  fields.pick({ sealedToken: true, sealedSigningSecret: true }).shape,
);
const shownNames = namesOf(ShownAutomation);

/** An automation with the token of its hook, for its owner only. Times are epoch milliseconds. */
export type AutomationRecord = Readonly<z.output<typeof ShownAutomation>> & {
  readonly hasSigningSecret: boolean;
  /** Null where it cannot be read. */
  readonly token: string | null;
  /** Names of what cannot be read, usually none; `placeholders` stand there. */
  readonly damaged: readonly string[];
};

/** A state that is unknown takes deliveries, as at the hook. */
const placeholders = {
  name: '',
  instructions: '',
  filter: '',
  condition: '',
  plan: '',
  answerSchema: '',
  proposal: '',
  asking: '',
  agentId: '',
  model: '',
  state: 'active',
  revision: '0',
  sealedToken: '',
  createdAt: '0',
  updatedAt: '0',
};

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
}

const binding = (workspaceId: string, id: string) => ['hook-token', '1', workspaceId, id];

export function createAutomationReading({ redis, vault }: Pick<Deps, 'redis' | 'vault'>) {
  /** The automation, unless there is none or it was deleted. One that is damaged says so. */
  async function find(workspaceId: string, id: string): Promise<AutomationRecord | null> {
    const stored = await redis.hGetAll(keys.automation(workspaceId, id));
    if (stored['id'] === undefined) return null;
    const { fields: read, damaged } = readWithPlaceholders(ReadFields, stored, placeholders);
    if (read.state === 'deleted') return null;
    const token = openToken(vault, read.sealedToken, binding(workspaceId, id));
    const others = damaged.filter((name) => name !== 'sealedToken');
    return {
      ...pick(read, shownNames),
      hasSigningSecret: read.sealedSigningSecret !== null,
      token,
      damaged: token === null ? [...others, 'url'] : others,
    };
  }

  async function list(workspaceId: string, query: PageQuery): Promise<Page<AutomationRecord>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.automations(workspaceId), query);
    const automations = await Promise.all(items.map((id) => find(workspaceId, id)));
    return { items: automations.filter((automation) => automation !== null), nextCursor };
  }

  async function usesAgent(workspaceId: string, agentId: string): Promise<boolean> {
    const ids = await redis.zRange(keys.automations(workspaceId), 0, -1);
    const agentIds = await Promise.all(
      ids.map((id) => redis.hGet(keys.automation(workspaceId, id), 'agentId')),
    );
    return agentIds.includes(agentId);
  }

  /** Also of one that was deleted, as long as deliveries of it are kept. */
  async function exists(workspaceId: string, id: string): Promise<boolean> {
    return (await redis.exists(keys.automation(workspaceId, id))) === 1;
  }

  return { find, list, usesAgent, exists };
}

type WrittenRecord = AutomationRecord & { readonly token: string };

export function createAutomationWriting({ redis, vault, now }: Deps) {
  async function create(workspaceId: string, given: NewRecord): Promise<WrittenRecord> {
    const { content, by, signingSecret, settings } = withDefaults(given);
    const { form, budget, burst, order, proposal } = settings;
    const [id, token, createdAt] = [newId('automation'), newToken(), now()];
    await redis
      .multi()
      .hSet(
        keys.automation(workspaceId, id),
        hashOf(fields, {
          id,
          ...content,
          state: 'active',
          revision: 1,
          budget,
          burst,
          order,
          proposal,
          createdAt,
          updatedAt: createdAt,
          sealedToken: vault.seal(token, binding(workspaceId, id)),
          ...newSenderFields(vault, { workspaceId, automationId: id }, { ...settings, signingSecret }),
          ...(form !== null && { form, senderVersion: 1 }),
        }),
      )
      .hSet(
        keys.revision(workspaceId, id, 1),
        hashOf(automationRecords.revision.fields, { ...content, by, savedAt: createdAt }),
      )
      .zAdd(keys.automations(workspaceId), { score: createdAt, value: id })
      .zAdd(keys.everyRunOwner(workspaceId), { score: createdAt, value: id })
      .exec();
    // The hook comes last: a delivery that finds it finds a complete automation.
    const hook = hashOf(automationRecords.hook.fields, { workspaceId, automationId: id });
    await redis.hSet(keys.hook(hashOfToken(token)), hook);
    const record = { id, ...content, state: 'active', asking: null, revision: 1, createdAt } as const;
    const signing = { ...settings, hasSigningSecret: signingSecret !== null, formerSecretUntil: 0 };
    return { ...record, ...signing, updatedAt: createdAt, token, damaged: [] };
  }

  return { create };
}

/** Null for what is in no form of the vault. A key that other processes have already is the operator's to add. */
function openToken(vault: Vault, sealed: string, place: readonly string[]): string | null {
  try {
    return vault.open(sealed, place);
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    if (error.fault !== 'unknown-key') return null;
    throw new DomainError('MASTER_KEY_MISSING', error.message);
  }
}
