import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { ShownAutomation, ShownRevision } from './shown-fields.ts';

const content = { name: '', instructions: '', filter: '', condition: '', plan: '', agentId: '', model: '' };
const placeholders = {
  ...content,
  proposal: '',
  id: '',
  state: 'deleted',
  revision: '0',
  createdAt: '0',
  updatedAt: '0',
};

/** The automations of a workspace with their revisions, those that are deleted too: what cannot be read is named. */
export function createExportedAutomations({ redis }: { readonly redis: Redis }) {
  async function* everyAutomation(workspaceId: string) {
    for (const list of [keys.automations(workspaceId), keys.deletedAutomations(workspaceId)])
      for (const id of await redis.zRange(list, 0, -1)) {
        const stored = await redis.hGetAll(keys.automation(workspaceId, id));
        if (stored['id'] === undefined) continue;
        const { fields, damaged } = readWithPlaceholders(ShownAutomation, stored, placeholders);
        yield { ...fields, damaged };
      }
  }

  /** Oldest first. */
  async function* everyRevision(workspaceId: string, automationId: string, newest: number) {
    for (let number = 1; number <= newest; number += 1) {
      const stored = await redis.hGetAll(keys.revision(workspaceId, automationId, number));
      if (Object.keys(stored).length === 0) continue;
      const { fields, damaged } = readWithPlaceholders(ShownRevision, stored, content);
      yield { revision: number, ...fields, damaged };
    }
  }

  return { everyAutomation, everyRevision };
}

export type ExportedAutomations = ReturnType<typeof createExportedAutomations>;
