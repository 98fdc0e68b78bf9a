import type { StoredProposal } from '#contracts/condition.ts';
import type { StoredPlan } from '#contracts/plan.ts';
import type { Redis } from '../connection/connect.ts';
import { automationRecords } from '../records/automation.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import type { AutomationRecord } from './automation-records.ts';

const noteScript = script('note-meaning');
const { fields } = automationRecords.automation;

/** Proposals, which are shown to the owner and which no run goes by. */
export function createMeaningNotes({ redis }: { readonly redis: Redis }) {
  /** Keeps a proposal, unless the filter changed meanwhile. */
  async function noteProposal(workspaceId: string, id: string, proposal: StoredProposal): Promise<void> {
    const noted = ['filter', proposal.filter, ...fieldsOf(fields, { proposal })];
    await noteScript(redis, [keys.automation(workspaceId, id)], noted);
  }

  /** Keeps a plan that is not confirmed, unless the instructions changed meanwhile. No run carries it out. */
  async function notePlan(
    workspaceId: string,
    id: string,
    { instructions, plan }: { readonly instructions: string; readonly plan: StoredPlan },
  ): Promise<void> {
    const noted = ['instructions', instructions, ...fieldsOf(fields, { plan })];
    await noteScript(redis, [keys.automation(workspaceId, id)], noted);
  }

  /** Says until when at most a model is asked to read the revision, or, by null, that it is over. */
  async function noteAsking(
    workspaceId: string,
    { id, revision }: Pick<AutomationRecord, 'id' | 'revision'>,
    untilMs: number | null,
  ): Promise<void> {
    const asking = untilMs === null ? null : { revision, untilMs };
    const noted = ['revision', String(revision), ...fieldsOf(fields, { asking })];
    await noteScript(redis, [keys.automation(workspaceId, id)], noted);
  }

  return { noteProposal, notePlan, noteAsking };
}
