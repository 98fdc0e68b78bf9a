import { z } from 'zod';

import { DomainError } from '#domain/domain-error.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { RecordedRuns } from '#store/rehearsal/recorded-runs.ts';
import type { Rehearsals } from '#store/rehearsal/rehearsals.ts';
import type { RehearsalStarter } from '#temporal/rehearsal-starter.ts';
import { jsonBody } from '../../body/json-body.ts';
import { assertKnownModels, type Models } from '../agents/agent-view.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { draftOf, type DraftDeps } from './draft.ts';
import { estimate } from './estimate.ts';
import { NewRehearsal } from './new-rehearsal.ts';
import { type SelectionDeps, selectDeliveries } from './select-deliveries.ts';
import { Bound } from './rehearsal-view.ts';

export interface RehearsalDeps extends DraftDeps, SelectionDeps {
  readonly automations: Automations;
  readonly models: Pick<Models, 'whyNot'>;
  readonly deliveries: DraftDeps['deliveries'] & SelectionDeps['deliveries'];
  readonly recordedRuns: RecordedRuns;
  readonly rehearsals: Rehearsals;
  readonly rehearsalStarter: Pick<RehearsalStarter, 'start'>;
}

/** At once, so that live work keeps its worker. */
const runningMax = 3;

const Started = z.object({
  rehearsalId: z.string().nullable().describe('Null with `onlyEstimate`.'),
  of: z.int().describe('How many deliveries are played.'),
  bound: Bound,
});

const examples = {
  filter: {
    summary: 'Another filter, on the newest 200',
    value: { filter: 'Only run when order.total is greater than 500', deliveries: { limit: 200 } },
  },
  revision: { summary: 'An earlier revision', value: { revision: 1 } },
};

export const startRehearsal = (deps: RehearsalDeps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/rehearsals',
    id: 'startRehearsal',
    access: 'owner',
    summary: 'Rehearse a change of an automation',
    description:
      'Plays stored deliveries through the automation as it would be with the change, and compares each with its run. No request that writes is ever sent: the agent hears of it what the run heard of the very same request, else that the target accepted it. Nothing of the automation changes. Models are paid out of `budget`, and count to the usage of the workspace; no run is billed. It takes no slot, and is kept for 7 days.',
    params: { id: idParam('automation') },
    body: jsonBody(NewRehearsal, { examples }),
    answers: { 202: json('The rehearsal, and the most that it is expected to cost.', Started) },
    refusals: ['INVALID_CONDITION', 'INVALID_PLAN', 'REHEARSALS_RUNNING'],
    handle: async ({ workspace, params, body }) => {
      const { id: automationId } = params;
      const automation = await findAutomation(deps.automations, workspace.id, automationId);
      const { revision, deliveries, budget, reads, onlyEstimate, ...change } = await body();
      assertKnownModels(change.model, deps.models);
      const base = await baseOf(deps, workspace.id, automation, revision);
      const draft = await draftOf(deps, workspace.id, automation, change, base);
      const place = { workspaceId: workspace.id, automationId };
      const ids = await selectDeliveries(deps, place, deliveries);
      const isOtherModel = draft.model?.main !== automation.model?.main;
      const bound = await estimate(deps, workspace.id, { draft, isOtherModel }, ids);
      const answer = { of: ids.length, bound };
      if (onlyEstimate) return { status: 202, body: { rehearsalId: null, ...answer } };
      if ((await deps.rehearsals.countRunning(workspace.id)) >= runningMax)
        throw new DomainError('REHEARSALS_RUNNING', 'Three rehearsals of the workspace are being played');
      const rehearsalId = await deps.rehearsals.create(workspace.id, {
        automationId,
        draft,
        revision: automation.revision,
        reads,
        budget,
        deliveryIds: [...ids],
        boundTokens: bound.tokens,
        boundMicros: bound.amountMicros,
        by: workspace.tokenName,
      });
      await deps.rehearsalStarter.start({ workspaceId: workspace.id, automationId, rehearsalId });
      return { status: 202, body: { rehearsalId, ...answer } };
    },
  });

async function baseOf(
  { automations }: RehearsalDeps,
  workspaceId: string,
  automation: AutomationRecord,
  revision: number | undefined,
) {
  if (revision === undefined) return automation;
  return found(
    await automations.revision(workspaceId, automation.id, revision).catch(() => null),
    'revision',
  );
}
