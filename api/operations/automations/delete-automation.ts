import { z } from 'zod';

import type { HeldWaker } from '#intake/wake-held.ts';
import type { AlertRules } from '#store/alert/alert-rules.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import type { VoidApprovals } from '../approvals/void-approvals.ts';
import { assertRole } from '../assert-may.ts';
import { defineOperation } from '../define-operation.ts';
import {
  answerErasure,
  type ErasureDeps,
  erasureAnswers,
  erasureMeaning,
} from '../erasure/answer-erasure.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { type ChangingDeps, findAutomation } from './automation-view.ts';

interface Deps extends ErasureDeps, Pick<ChangingDeps, 'eventTelling'> {
  readonly alertRules: Pick<AlertRules, 'removeOfAutomation'>;
  readonly automations: Pick<Automations, 'exists' | 'find' | 'remove'>;
  readonly heldWaker: Pick<HeldWaker, 'afterChange'>;
  readonly voidApprovals: VoidApprovals;
}

const Query = z.object({
  erase: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      '`true`: its deliveries, with what they know of their events, and its revisions are erased with it.',
    ),
});

export const deleteAutomation = (deps: Deps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/automations/{id}',
    id: 'deleteAutomation',
    access: 'owner',
    summary: 'Delete an automation',
    description: `Its URL is retired permanently. Held deliveries are no longer run: they end as \`skipped\`. Requests that wait for an approval are sent no more. Its deliveries stay until the retention has passed, unless \`erase\` is \`true\`, which needs the role \`owner\` and may be asked for later too. ${erasureMeaning}`,
    params: { id: idParam('automation') },
    query: Query,
    answers: erasureAnswers,
    refusals: ['INSUFFICIENT_ROLE'],
    handle: async ({ workspace, params, query }) => {
      if (query.erase === 'true') return await erase(deps, workspace, params.id);
      const record = await findAutomation(deps.automations, workspace.id, params.id);
      await remove(deps, workspace.id, record);
      return { status: 204 };
    },
  });

/** Also of an automation that was deleted before. */
async function erase(deps: Deps, workspace: AuthorizedWorkspace, id: string) {
  assertRole(workspace, 'owner');
  const { automations, erasures } = deps;
  found((await automations.exists(workspace.id, id)) ? id : null, 'automation');
  const record = await automations.find(workspace.id, id);
  if (record !== null) await remove(deps, workspace.id, record);
  const order = { kind: 'automation', target: id } as const;
  return await answerErasure(deps, found(await erasures.begin(workspace.id, order), 'workspace'));
}

/** The alert rules that watch it alone go with it. */
async function remove(deps: Deps, workspaceId: string, record: AutomationRecord): Promise<void> {
  await deps.automations.remove(workspaceId, record);
  await deps.alertRules.removeOfAutomation(workspaceId, record.id);
  await deps.heldWaker.afterChange(workspaceId, record.id);
  await deps.voidApprovals(workspaceId, ({ automationId }) => automationId === record.id);
  await deps.eventTelling.automationChanged(workspaceId, record, 'deleted');
}
