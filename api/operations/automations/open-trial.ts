import type { Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';

export interface TrialDeps {
  readonly automations: Pick<Automations, 'find'>;
  readonly deliveries: Pick<Deliveries, 'newest'>;
}

/** The common part of operations that try something of an automation on its newest stored deliveries. */
export const trialOperation = {
  method: 'post',
  access: 'owner',
  params: { id: idParam('automation') },
} as const;

interface TrialRequest<Asked> {
  readonly workspace: { readonly id: string };
  readonly params: { readonly id: string };
  readonly body: () => Promise<Asked>;
}

/** The automation, what is asked about it, and the deliveries to try it on. `bytesMax`: of all their bodies together. Throws NOT_FOUND. */
export async function openTrial<Asked extends { readonly limit: number }>(
  { automations, deliveries }: TrialDeps,
  { workspace, params, body }: TrialRequest<Asked>,
  bytesMax: number,
) {
  const automation = await findAutomation(automations, workspace.id, params.id);
  const asked = await body();
  const newest = deliveries.newest(workspace.id, automation.id, { limit: asked.limit, bytesMax });
  return { workspaceId: workspace.id, automation, asked, newest };
}
