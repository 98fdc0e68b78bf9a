import { z } from 'zod';

import type { Revision } from '#contracts/automation.ts';
import type { StoredProposal } from '#contracts/condition.ts';
import { CompiledFilter } from '#contracts/compiled-filter.ts';
import { sha256 } from '#domain/digest.ts';
import type { Redis } from '../connection/connect.ts';
import { automationRecords, revisionPrefix } from '../records/automation.ts';
import { fieldsOf, json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import { RevisionContent } from './shown-fields.ts';

/** The members of a revision that change. */
export type ContentChange = { readonly [Name in keyof Revision]?: Revision[Name] | undefined } & {
  readonly proposal?: StoredProposal | null;
};
const ChangedContent = RevisionContent.extend(
  automationRecords.automation.fields.pick({ proposal: true }).shape,
);
const FilterFields = automationRecords.revision.fields.pick({ compiledFilter: true });
const StoredFilter = json(CompiledFilter);

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
  ): Promise<z.output<typeof ReviseStatus>> {
    const from = String(basedOn ?? '');
    const status = await reviseScript(
      redis,
      [keys.automation(workspaceId, id)],
      [String(now()), revisionPrefix(workspaceId, id), from, ...fieldsOf(ChangedContent, change)],
    );
    return ReviseStatus.parse(status);
  }

  async function revision(workspaceId: string, id: string, number: number): Promise<Revision> {
    return RevisionContent.parse(await redis.hGetAll(keys.revision(workspaceId, id, number)));
  }

  /**
   * The compiled filter of a revision; null if there is none yet, or if it is of another version of ours or of another
   * text.
   */
  async function compiledFilter(
    workspaceId: string,
    id: string,
    number: number,
  ): Promise<CompiledFilter | null> {
    const [filter = null, stored = null] = await redis.hmGet(keys.revision(workspaceId, id, number), [
      'filter',
      'compiledFilter',
    ]);
    const compiled = stored === null ? undefined : StoredFilter.safeDecode(stored).data;
    return compiled !== undefined && compiled.sourceHash === sha256(filter ?? '') ? compiled : null;
  }

  async function saveCompiledFilter(
    workspaceId: string,
    id: string,
    number: number,
    compiled: CompiledFilter,
  ): Promise<void> {
    const stored = fieldsOf(FilterFields, { compiledFilter: compiled });
    await redis.hSet(keys.revision(workspaceId, id, number), stored);
  }

  return { addRevision, revision, compiledFilter, saveCompiledFilter };
}
