import { AuditEntry } from '#contracts/audit.ts';
import type { AuditLog } from '#store/audit/audit-log.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';

export const listAudit = ({ auditLog }: { readonly auditLog: Pick<AuditLog, 'list'> }) =>
  defineOperation({
    method: 'get',
    path: '/manage/audit',
    id: 'listAudit',
    access: 'owner',
    role: 'owner',
    summary: 'List who changed what, newest first',
    description:
      'Changes of automations, policies, tokens, secrets, targets, approvals and settings, and erasures. Trials, deliveries, replays and chats are in their own records.',
    query: ListQuery,
    answers: { 200: json('A page of changes; names and ids only, no values.', pageOf(AuditEntry)) },
    handle: async ({ workspace, query }) => ({
      status: 200,
      body: await auditLog.list(workspace.id, query),
    }),
  });
