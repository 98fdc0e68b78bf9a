import { Approval } from '#contracts/approval.ts';
import { ApprovalState } from '#contracts/run.ts';
import type { Approvals } from '#store/approval/approvals.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { type ApprovalViewDeps, createApprovalView } from './approval-view.ts';

interface Deps extends ApprovalViewDeps {
  readonly approvals: Pick<Approvals, 'list'>;
}

export const listApprovals = ({ approvals, ...deps }: Deps) => {
  const viewOf = createApprovalView(deps);
  return defineOperation({
    method: 'get',
    path: '/manage/approvals',
    id: 'listApprovals',
    access: 'owner',
    summary: 'List requests that need an approval, newest first',
    description: 'Those that wait for one, or waited for one, in any automation or chat.',
    query: ListQuery.extend({ state: ApprovalState.optional() }),
    answers: { 200: json('A page of approvals.', pageOf(Approval)) },
    handle: async ({ workspace, query }) => {
      const { items, nextCursor } = await approvals.list(workspace.id, query);
      const views = await Promise.all(items.map((item) => viewOf(workspace.id, item)));
      return { status: 200, body: { items: views, nextCursor } };
    },
  });
};
