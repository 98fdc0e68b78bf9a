import type { NewStep } from '#capabilities/step.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const replaceField = script('replace-field');
const writeExisting = script('write-existing');

/** Requests that are sent outside of a run: their approval has the mark and the result. */
export function createSentOutside({ redis }: { readonly redis: Redis }) {
  /** Marks once that the request is about to leave; false where it was marked before, or is gone. */
  const mark = async (workspaceId: string, approvalId: string): Promise<boolean> =>
    (await replaceField(redis, [keys.approval(workspaceId, approvalId)], ['mark', '', 'sending'])) === 1;

  async function keepStep(workspaceId: string, approvalId: string, step: NewStep): Promise<void> {
    await writeExisting(redis, [keys.approval(workspaceId, approvalId)], ['step', JSON.stringify(step)]);
  }

  return { mark, keepStep };
}
