import type { OperationCalls } from '../../../routing/call-operation.ts';
import type { AutomationFields } from './automation-fields.ts';
import type { ReadTexts, ShownAutomation } from './shown-automation.ts';

/** Of no texts. */
export const nothingRead: ReadTexts = {
  understood: { filter: null, sentences: [] },
  hints: [],
  agentId: '',
  targets: [],
};

/** How texts that are being written would be understood; what is too long to be read is refused when it is saved. */
export async function readDraft(
  manage: Pick<OperationCalls, 'understandDraft'>,
  { instructions, filter, agentId }: AutomationFields,
  automationId?: string,
): Promise<ReadTexts> {
  if (instructions.length > 20_000 || filter.length > 4_000) return nothingRead;
  const owner = automationId === undefined ? { ...(agentId !== '' && { agentId }) } : { automationId };
  const read = await manage.understandDraft({ body: { instructions, filter, ...owner } });
  // Nobody is told what is wrong with what they have not written yet.
  return instructions.trim() === '' ? { ...read, hints: [] } : read;
}

/** How the texts of an automation are understood that it has. */
export const storedTexts = ({ understood, wouldRun, hints = [], agentId }: ShownAutomation): ReadTexts => ({
  understood,
  hints,
  agentId,
  targets: [],
  ...(wouldRun !== undefined && { wouldRun }),
});
