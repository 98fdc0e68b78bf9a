import { z } from 'zod';

import { Case } from '#contracts/case.ts';
import type { Automations } from '#store/automation/automations.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { caseView } from './case-view.ts';
import { type CasePlayDeps, playCases } from './play-cases.ts';

interface Deps extends CasePlayDeps {
  readonly automations: Pick<Automations, 'find'>;
}

export const listCases = (deps: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/cases',
    id: 'listCases',
    access: 'owner',
    role: 'viewer',
    summary: 'List the cases of an automation, newest first',
    description: 'At most 200, each with whether it holds as the automation is now, as far as that is data.',
    params: { id: idParam('automation') },
    answers: { 200: json('The cases.', z.object({ items: z.array(Case) })) },
    refusals: ['ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params }) => {
      const automation = await findAutomation(deps.automations, workspace.id, params.id);
      const place = { workspaceId: workspace.id, automationId: automation.id };
      const played = await playCases(deps, place, automation);
      return { status: 200, body: { items: played.map(caseView) } };
    },
  });
