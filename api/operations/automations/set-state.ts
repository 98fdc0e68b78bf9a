import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import type { ChangingDeps } from './automation-view.ts';
import { automationViews, findAutomation } from './automation-view.ts';

/** Pauses or resumes an automation and shows it. Throws NOT_FOUND. */
export async function setState(
  deps: ChangingDeps,
  {
    workspace,
    id,
    state,
  }: {
    readonly workspace: Pick<AuthorizedWorkspace, 'id' | 'role'>;
    readonly id: string;
    readonly state: 'active' | 'paused';
  },
) {
  await findAutomation(deps.automations, workspace.id, id);
  await deps.automations.setState(workspace.id, id, state);
  const record = await findAutomation(deps.automations, workspace.id, id);
  const change = state === 'paused' ? 'paused' : 'resumed';
  await deps.eventTelling.automationChanged(workspace.id, record, change);
  return await automationViews(deps, workspace)(record);
}
