import type { AutomationDeps } from './automation-view.ts';
import { automationViews, findAutomation } from './automation-view.ts';

/** Pauses or resumes an automation and shows it. Throws NOT_FOUND. */
export async function setState(
  deps: AutomationDeps,
  { workspaceId, id, state }: { workspaceId: string; id: string; state: 'active' | 'paused' },
) {
  await findAutomation(deps.automations, workspaceId, id);
  await deps.automations.setState(workspaceId, id, state);
  const record = await findAutomation(deps.automations, workspaceId, id);
  return await automationViews(deps, workspaceId)(record);
}
