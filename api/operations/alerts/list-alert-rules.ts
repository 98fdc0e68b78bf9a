import { z } from 'zod';

import { AlertRule } from '#contracts/alert.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { type AlertDeps, withLastAlert } from './alert-deps.ts';

type Deps = Pick<AlertDeps, 'alertRules' | 'alerts' | 'alertChannels'>;

const AlertRules = pageOf(AlertRule).extend({
  sendsEmail: z.boolean().describe('Whether this service can tell by e-mail.'),
});

export const listAlertRules = (deps: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/alerts',
    id: 'listAlertRules',
    access: 'owner',
    summary: 'List alert rules',
    description: 'Newest first, each with the newest alert of its log.',
    query: ListQuery,
    answers: { 200: json('A page of alert rules.', AlertRules) },
    handle: async ({ workspace, query }) => {
      const { items, nextCursor } = await deps.alertRules.list(workspace.id, query);
      const rules = await Promise.all(items.map((rule) => withLastAlert(deps, workspace.id, rule)));
      return { status: 200, body: { items: rules, nextCursor, sendsEmail: deps.alertChannels.hasEmail } };
    },
  });
