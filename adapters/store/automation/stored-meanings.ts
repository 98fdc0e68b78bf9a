import type { Revision } from '#contracts/automation.ts';
import type { StoredCondition, StoredProposal } from '#contracts/condition.ts';
import type { Redis } from '../connection/connect.ts';
import { automationRecords } from '../records/automation.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import type { AutomationRecord } from './automation-records.ts';
import { RevisionContent } from './shown-fields.ts';

type Meaning = Pick<Revision, 'condition' | 'plan'> & { readonly proposal: StoredProposal | null };

interface Deps {
  readonly redis: Redis;
  readonly find: (workspaceId: string, id: string) => Promise<AutomationRecord | null>;
}

const keepScript = script('keep-meaning');

/** The meaning of the English of earlier releases, kept beside it: those had no plans. */
export function createStoredMeanings({ redis, find }: Deps) {
  /** The automations of a workspace whose English was stored by a release that read it at each delivery. */
  async function* unread(workspaceId: string): AsyncGenerator<AutomationRecord> {
    const ids = await redis.zRange(keys.automations(workspaceId), 0, -1);
    const revisions = await Promise.all(ids.map((id) => unreadRevision(redis, workspaceId, id)));
    for (const [index, id] of ids.entries()) {
      const revision = revisions[index] ?? null;
      const automation = revision && (await find(workspaceId, id));
      if (automation) yield { ...automation, condition: await conditionOf(redis, revision) };
    }
  }

  /** False where the automation was changed meanwhile. */
  async function keepMeaning(
    workspaceId: string,
    { id, revision }: Pick<AutomationRecord, 'id' | 'revision'>,
    { condition, plan, proposal }: Meaning,
  ): Promise<boolean> {
    const stored = hashOf(automationRecords.automation.fields, { condition, plan, proposal });
    const kept = await keepScript(
      redis,
      [keys.automation(workspaceId, id), keys.revision(workspaceId, id, revision)],
      [String(revision), stored['condition'] ?? '', stored['plan'] ?? '', stored['proposal'] ?? ''],
    );
    return kept === 1;
  }

  return { unread, keepMeaning };
}

/** Its newest revision if that has no plan, be it an empty one: such a release left the plan of other English in the automation. */
async function unreadRevision(redis: Redis, workspaceId: string, id: string): Promise<string | null> {
  const number = Number(await redis.hGet(keys.automation(workspaceId, id), 'revision'));
  if (!Number.isSafeInteger(number)) return null;
  const key = keys.revision(workspaceId, id, number);
  return (await redis.hExists(key, 'plan')) === 1 ? null : key;
}

const conditionOf = async (redis: Redis, revision: string): Promise<StoredCondition | null> =>
  RevisionContent.shape.condition.catch(null).parse((await redis.hGet(revision, 'condition')) ?? undefined);
