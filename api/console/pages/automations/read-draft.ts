import { SenderId } from '#contracts/sender.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { ItemOf, OperationCalls } from '#api/routing/call-operation.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import type { AutomationFields } from './automation-fields.ts';
import type { ReadTexts, ShownAutomation } from './shown-automation.ts';

export type DryRun = ItemOf<'tryInstructions'>;

/** The preview of texts that are being written. */
export interface DraftRead extends ReadTexts {
  readonly dryRun?: DryRun | null;
  /** Why the condition is none. */
  readonly problem?: FormProblem;
}

/** The reading of no texts. */
export const nothingRead: ReadTexts = {
  understood: { filter: null, sentences: [] },
  hints: [],
  agentId: '',
  targets: [],
};

/** How texts that are being written would be understood; what is too long to be read is refused when it is saved. */
export async function readDraft(
  manage: Pick<OperationCalls, 'understandDraft' | 'tryInstructions'>,
  fields: AutomationFields,
  automationId?: string,
  rowsProblem?: FormProblem,
): Promise<DraftRead> {
  const { instructions, filter, agentId } = fields;
  if (instructions.length > 20_000 || filter.length > 4_000) return nothingRead;
  const made = { ...(agentId !== '' && { agentId }), ...senderIn(fields) };
  const owner = automationId === undefined ? made : { automationId };
  const draft = { instructions, filter, condition: fields.condition, ...owner };
  const understood = await understand(manage, draft);
  const read = rowsProblem === undefined ? understood : { ...understood, problem: rowsProblem };
  // Nobody is told what is wrong with what they have not written yet.
  if (instructions.trim() === '') return { ...read, hints: [] };
  return automationId === undefined
    ? read
    : { ...read, dryRun: await dryRunOf(manage, instructions, automationId) };
}

/** A sender that there is not is refused when the form is sent. */
function senderIn(fields: AutomationFields) {
  const { data: sender } = SenderId.safeParse(fields.sender);
  return sender === undefined ? {} : { sender };
}

/** The other texts are read without a condition that does not compile. */
async function understand(
  manage: Pick<OperationCalls, 'understandDraft'>,
  draft: { readonly instructions: string; readonly filter: string; readonly condition: string },
): Promise<DraftRead> {
  try {
    return await manage.understandDraft({ body: draft });
  } catch (error) {
    const problem = formProblem(error);
    if (problem.code !== 'INVALID_CONDITION') throw error;
    return { ...(await manage.understandDraft({ body: { ...draft, condition: null } })), problem };
  }
}

/** A trial with the newest delivery; null without a delivery or without the right to try. */
async function dryRunOf(
  manage: Pick<OperationCalls, 'tryInstructions'>,
  instructions: string,
  id: string,
): Promise<DryRun | null> {
  try {
    const { items } = await manage.tryInstructions({ params: { id }, body: { instructions, limit: 1 } });
    return items[0] ?? null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** How the texts of an automation are understood that it has. */
export const storedTexts = ({ understood, wouldRun, hints = [], agentId }: ShownAutomation): ReadTexts => ({
  understood,
  hints,
  agentId,
  targets: [],
  ...(wouldRun !== undefined && { wouldRun }),
});
