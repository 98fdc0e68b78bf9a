import { DomainError } from '#domain/domain-error.ts';
import {
  type AutomationRecord,
  createAutomationReading,
  createAutomationWriting,
} from './automation-records.ts';
import { createAutomationStates } from './automation-states.ts';
import { createBudgets } from './budgets.ts';
import { createRevisionList, type SavedRevision } from './revision-list.ts';
import { createMeaningNotes } from './meaning-notes.ts';
import { createStoredMeanings } from './stored-meanings.ts';
import { type ContentChange, createRevisions } from './revisions.ts';
import { createSenderSecrets, type SenderSettings } from './sender-secrets.ts';
import type { Redis } from '../connection/connect.ts';
import type { Vault } from '../secret/vault.ts';
import type { HtmlForm } from '#contracts/form.ts';
import type { Hook } from './hooks.ts';
import { automationRecords } from '../records/automation.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

export type { AutomationRecord, SavedRevision, SenderSettings };

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
  const reading = createAutomationReading({ redis, vault });
  const { addRevision, ...revisions } = createRevisions({ redis, now });

  /** Makes its next revision. `by`: the name of a token. Throws NOT_FOUND, and REVISION_CHANGED where it is not based on the newest. */
  async function revise(
    workspaceId: string,
    id: string,
    change: ContentChange,
    basedOn?: number,
    by?: string,
  ): Promise<void> {
    const status = await addRevision(workspaceId, id, change, basedOn, by);
    if (status === 'missing') throw new DomainError('NOT_FOUND', 'There is no such automation');
    if (status === 'changed')
      throw new DomainError(
        'REVISION_CHANGED',
        `The automation was changed since revision ${basedOn}; nothing was saved`,
      );
  }

  return {
    ...reading,
    ...createAutomationWriting({ redis, vault, now }),
    ...createAutomationStates({ redis, now }),
    ...revisions,
    ...createRevisionList({ redis }),
    ...createMeaningNotes({ redis }),
    ...createStoredMeanings({ redis, find: reading.find }),
    ...createBudgets({ redis, now }),
    ...createSenderSecrets({ redis, vault, now }),
    ...createFormSettings({ redis, now }),
    revise,
  };
}

export type Automations = ReturnType<typeof createAutomations>;

const Fields = automationRecords.automation.fields.pick({ form: true });
const setFormScript = script('set-form');

/** The answer to visitors who post an HTML form; intake reads it with the sender. */
function createFormSettings({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  async function changeForm(
    { workspaceId, automationId }: Hook,
    form: HtmlForm | null | undefined,
  ): Promise<void> {
    if (form === undefined) return;
    const { form: stored = 'null' } = form === null ? {} : hashOf(Fields, { form });
    await setFormScript(redis, [keys.automation(workspaceId, automationId)], [String(now()), stored]);
  }

  return { changeForm };
}
