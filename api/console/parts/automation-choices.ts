import type { OperationCalls } from '../../routing/call-operation.ts';
import { ifFound } from './if-found.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
}

export interface AutomationChoices {
  /** Newest first, then those that are named, however old they are; one that is deleted is not among them. */
  readonly items: readonly Choice[];
  /** Whether there are more than a menu has; the page of each leads to its deliveries and alerts. */
  readonly hasMore: boolean;
}

/** A menu has no more, but for those that are named. */
const choicesMax = '200';

/** The automations that a menu offers. `named`: ids of those that the page shows anyway. */
export async function automationChoices(
  manage: Pick<OperationCalls, 'listAutomations' | 'readAutomation'>,
  named: readonly (string | null | undefined)[],
): Promise<AutomationChoices> {
  const { items, nextCursor } = await manage.listAutomations({ query: { limit: choicesMax } });
  const hasMore = nextCursor !== null;
  if (!hasMore) return { items, hasMore };
  const listed = new Set(items.map(({ id }) => id));
  const missing = new Set(named.filter((id) => id != null && id !== '' && !listed.has(id)));
  const found = await Promise.all(
    [...missing].map((id) =>
      ifFound(manage.readAutomation({ params: { id: id ?? '' }, query: { wouldRun: 'false' } })),
    ),
  );
  return { items: [...items, ...found.filter((automation) => automation !== null)], hasMore };
}

/** Below a menu that does not have all of them. */
export const choicesHint = 'The menu has the newest 200 automations; the page of every other one leads here.';
