import type { AutomationChange, Revision } from '../../contracts/automation.ts';
import type { Redis } from '../connect.ts';
import { automationRecords, revisionPrefix } from '../records/automation.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const { fields } = automationRecords.revision;
const ContentFields = fields.omit({ compiledFilter: true });
const FilterFields = fields.pick({ compiledFilter: true });

const reviseScript = script('revise');

/** The numbered revisions of automations; a delivery keeps the number of the one it was accepted under. */
export function createRevisions({ redis, now }: { redis: Redis; now: () => number }) {
  /** Makes the next revision where something changes; deliveries accepted before keep theirs. */
  async function addRevision(workspaceId: string, id: string, change: AutomationChange): Promise<void> {
    await reviseScript(
      redis,
      [keys.automation(workspaceId, id)],
      [String(now()), revisionPrefix(workspaceId, id), ...fieldsOf(ContentFields, change)],
    );
  }

  async function revision(workspaceId: string, id: string, number: number): Promise<Revision> {
    return ContentFields.parse(await redis.hGetAll(keys.revision(workspaceId, id, number)));
  }

  /** What a model made of the filter of a revision, null before it did: a filter is compiled once. */
  async function compiledFilter(workspaceId: string, id: string, number: number): Promise<unknown> {
    const stored = await redis.hGetAll(keys.revision(workspaceId, id, number));
    return FilterFields.parse(stored).compiledFilter;
  }

  async function saveCompiledFilter(workspaceId: string, id: string, number: number, compiled: unknown) {
    const stored = fieldsOf(FilterFields, { compiledFilter: compiled });
    await redis.hSet(keys.revision(workspaceId, id, number), stored);
  }

  return { addRevision, revision, compiledFilter, saveCompiledFilter };
}
