import type { PageRequest } from '../../define-page.ts';
import type { AutomationFields } from './automation-fields.ts';
import type { ReadTexts } from './shown-automation.ts';

type Manage = PageRequest<'owner'>['manage'];

const nothingRead: ReadTexts = { understood: { filter: null, sentences: [] } };

/** How texts that are being written would be understood; what is too long to be read is refused when it is saved. */
export async function readDraft(
  manage: Pick<Manage, 'understandDraft'>,
  { instructions, filter }: AutomationFields,
  automationId?: string,
): Promise<ReadTexts> {
  if (instructions.length > 20_000 || filter.length > 4_000) return nothingRead;
  return await manage.understandDraft({ body: { instructions, filter, automationId } });
}
