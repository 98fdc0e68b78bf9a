import { Approval } from '#contracts/approval.ts';
import type { Approvals } from '#store/approval/approvals.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { type ApprovalViewDeps, createApprovalView } from './approval-view.ts';
import { currentApproval } from './current-approval.ts';

interface Deps extends ApprovalViewDeps {
  readonly approvals: Pick<Approvals, 'find' | 'look'>;
}

export const readApproval = ({ approvals, ...deps }: Deps) => {
  const viewOf = createApprovalView(deps);
  return defineOperation({
    method: 'get',
    path: '/manage/approvals/{approvalId}',
    id: 'readApproval',
    access: 'owner',
    summary: 'Read a request that needs an approval',
    params: { approvalId: idParam('approval') },
    answers: { 200: json('The request, and what was decided about it.', Approval) },
    handle: async ({ workspace, params }) => ({
      status: 200,
      body: await viewOf(workspace.id, await currentApproval(approvals, workspace.id, params.approvalId)),
    }),
  });
};
