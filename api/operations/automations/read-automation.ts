import { z } from 'zod';

import { Automation } from '#contracts/automation.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import {
  automationViews,
  findAutomation,
  type TriedAutomationDeps,
  triedAutomationView,
} from './automation-view.ts';

export const readAutomation = (deps: TriedAutomationDeps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}',
    id: 'readAutomation',
    access: 'owner',
    summary: 'Read an automation',
    params: { id: idParam('automation') },
    query: z.object({
      wouldRun: z
        .enum(['true', 'false'])
        .default('true')
        .describe('`false`: without `wouldRun`, for which its filter is tried on stored deliveries.'),
    }),
    answers: { 200: json('The automation.', Automation) },
    handle: async ({ workspace, params, query }) => {
      const record = await findAutomation(deps.automations, workspace.id, params.id);
      const read =
        query.wouldRun === 'true'
          ? triedAutomationView(deps, workspace, record)
          : automationViews(deps, workspace)(record);
      return { status: 200, body: await read };
    },
  });
