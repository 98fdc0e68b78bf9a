import { Approval, NewDecision } from '#contracts/approval.ts';
import { jsonBody } from '../../body/json-body.ts';
import { assertRole } from '../assert-may.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { type ApprovalViewDeps, createApprovalView } from './approval-view.ts';
import { currentApproval } from './current-approval.ts';
import { createDecide, type DecideDeps } from './decide.ts';
import { editedCall, type EditDeps } from './edited-call.ts';

export const decideApproval = (deps: DecideDeps & EditDeps & ApprovalViewDeps) => {
  const viewOf = createApprovalView(deps);
  const decide = createDecide(deps);
  return defineOperation({
    method: 'post',
    path: '/manage/approvals/{approvalId}',
    id: 'decideApproval',
    access: 'owner',
    role: 'approver',
    summary: 'Approve or refuse a request',
    description:
      'The first decision counts. An approved request is sent as it stands, after policy, address, credential and budget were judged again; `request` and `reason` need the role `editor`.',
    params: { approvalId: idParam('approval') },
    body: jsonBody(NewDecision, {
      examples: {
        approve: { summary: 'Approve it', value: { decision: 'approve' } },
        refuse: { summary: 'Refuse it', value: { decision: 'refuse', reason: 'The order is a test.' } },
      },
    }),
    answers: { 200: json('The request, and what was decided about it.', Approval) },
    refusals: ['APPROVAL_DECIDED', 'APPROVAL_EXPIRED', 'OUTBOUND_NOT_ALLOWED'],
    handle: async ({ workspace, params, body }) => {
      const { decision, request, reason } = await body();
      if (request !== undefined || reason !== undefined) assertRole(workspace, 'editor');
      const asked = await currentApproval(deps.approvals, workspace.id, params.approvalId);
      const edited =
        request === undefined || decision === 'refuse'
          ? undefined
          : await editedCall(deps, workspace, asked, request);
      const by = workspace.tokenName;
      const state = decision === 'approve' ? ('approved' as const) : ('refused' as const);
      await decide(workspace.id, params.approvalId, { state, by, reason, edited });
      const after = await currentApproval(deps.approvals, workspace.id, params.approvalId);
      return { status: 200, body: await viewOf(workspace.id, after) };
    },
  });
};
