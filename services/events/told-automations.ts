import type { Automations } from '#store/automation/automations.ts';
import type { EventTelling } from './tell.ts';

/** Automations of which the service itself makes revisions, as of a condition that is adopted. */
export function tellRevisions(
  automations: Automations,
  { automationChanged }: Pick<EventTelling, 'automationChanged'>,
): Automations {
  const revise: Automations['revise'] = async (workspaceId, id, ...change) => {
    await automations.revise(workspaceId, id, ...change);
    const revised = await automations.find(workspaceId, id);
    if (revised !== null) await automationChanged(workspaceId, revised, 'changed');
  };
  return { ...automations, revise };
}
