import type { StoredProposal } from '#contracts/condition.ts';
import type { StoredPlan } from '#contracts/plan.ts';
import type { Redis } from '../connection/connect.ts';
import { automationRecords } from '../records/automation.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const noteScript = script('note-meaning');

/** Proposals, which are shown to the owner and which no run goes by. */
export function createMeaningNotes({ redis }: { readonly redis: Redis }) {
  /** Keeps a proposal, unless the filter changed meanwhile. */
  async function noteProposal(workspaceId: string, id: string, proposal: StoredProposal): Promise<void> {
    const stored = hashOf(automationRecords.automation.fields, { proposal });
    const value = stored['proposal'] ?? '';
    await noteScript(
      redis,
      [keys.automation(workspaceId, id)],
      ['filter', proposal.filter, 'proposal', value],
    );
  }

  /** Keeps a plan that is not confirmed, unless the instructions changed meanwhile. No run carries it out. */
  async function notePlan(
    workspaceId: string,
    id: string,
    { instructions, plan }: { readonly instructions: string; readonly plan: StoredPlan },
  ): Promise<void> {
    const value = hashOf(automationRecords.automation.fields, { plan })['plan'] ?? '';
    await noteScript(
      redis,
      [keys.automation(workspaceId, id)],
      ['instructions', instructions, 'plan', value],
    );
  }

  return { noteProposal, notePlan };
}
