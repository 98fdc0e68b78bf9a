import { z } from 'zod';

import type { Revision } from '#contracts/automation.ts';
import type { StoredProposal } from '#contracts/condition.ts';
import type { Redis } from '../connection/connect.ts';
import { automationRecords } from '../records/automation.ts';
import { revisionPrefix } from './revision-prefix.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import { RevisionContent } from './shown-fields.ts';

export type ContentChange = { readonly [Name in keyof Revision]?: Revision[Name] | undefined } & {
  readonly proposal?: StoredProposal | null;
};
const ChangedContent = RevisionContent.extend(
  automationRecords.automation.fields.pick({ proposal: true }).shape,
);

const ReviseStatus = z.enum(['written', 'changed', 'missing']);
const reviseScript = script('revise');

/** The numbered revisions of automations; a delivery keeps the number of the one it was accepted under. */
export function createRevisions({ redis, now }: { redis: Redis; now: () => number }) {
  /**
   * Makes the next revision where something changes; deliveries accepted before keep theirs. `changed`: `basedOn` is given and is
   * not the newest any more.
   */
  async function addRevision(
    workspaceId: string,
    id: string,
    change: ContentChange,
    basedOn?: number,
    by = '',
  ): Promise<z.output<typeof ReviseStatus>> {
    const from = String(basedOn ?? '');
    const status = await reviseScript(
      redis,
      [keys.automation(workspaceId, id)],
      [String(now()), revisionPrefix(workspaceId, id), from, by, ...fieldsOf(ChangedContent, change)],
    );
    return ReviseStatus.parse(status);
  }

  async function revision(workspaceId: string, id: string, number: number): Promise<Revision> {
    return RevisionContent.parse(await redis.hGetAll(keys.revision(workspaceId, id, number)));
  }

  return { addRevision, revision };
}
