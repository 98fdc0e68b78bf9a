import { z } from 'zod';

import type { Automations } from '#store/automation/automations.ts';
import type { Rehearsals } from '#store/rehearsal/rehearsals.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { Rehearsal, rehearsalView } from './rehearsal-view.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly rehearsals: Pick<Rehearsals, 'list'>;
}

export const listRehearsals = ({ automations, rehearsals }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/rehearsals',
    id: 'listRehearsals',
    access: 'owner',
    role: 'viewer',
    summary: 'List rehearsals of an automation, newest first',
    description: 'Those of the last 7 days, of the newest 20 of the workspace.',
    params: { id: idParam('automation') },
    answers: { 200: json('The rehearsals.', z.object({ items: z.array(Rehearsal) })) },
    handle: async ({ workspace, params }) => {
      const { id } = await findAutomation(automations, workspace.id, params.id);
      const items = await rehearsals.list(workspace.id, id);
      return { status: 200, body: { items: items.map(rehearsalView) } };
    },
  });
