import { idParam } from '#api/operations/path-params.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { approvalPath, approvalsPath } from '../../parts/approval-path.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { approvalView } from './approval-view.ts';
import { approvalsView } from './approvals-view.ts';
import { linkPages } from './link-pages.ts';
import { editedRequest } from './edit-form.ts';

const path = `${approvalsPath}/{approvalId}`;
const params = { approvalId: idParam('approval') };

const showApprovals = () =>
  definePage({
    method: 'get',
    path: approvalsPath,
    access: 'owner',
    handle: (request) => approvalsView(request),
  });

/** Decides each that is ticked; one that was decided meanwhile stays as it is, and is told. */
const decideMany = () =>
  definePage({
    method: 'post',
    path: approvalsPath,
    access: 'owner',
    handle: async (request) => {
      const { manage, form } = request;
      const decision = form.get('do') === 'approve' ? ('approve' as const) : ('refuse' as const);
      const problems: FormProblem[] = [];
      for (const approvalId of form.getAll('approval'))
        try {
          await manage.decideApproval({ params: { approvalId }, body: { decision } });
        } catch (error) {
          problems.push(formProblem(error));
        }
      const [problem] = problems;
      return problem === undefined ? seeOther(approvalsPath) : await approvalsView(request, problem);
    },
  });

const showApproval = () =>
  definePage({ method: 'get', path, params, access: 'owner', handle: (request) => approvalView(request) });

const decideApproval = () =>
  definePage({
    method: 'post',
    path,
    params,
    access: 'owner',
    handle: async (request) => {
      try {
        await request.manage.decideApproval({ params: request.params, body: decisionOf(request) });
        return seeOther(approvalPath(request.params['approvalId'] ?? ''));
      } catch (error) {
        return await approvalView(request, { typed: request.form, problem: formProblem(error) });
      }
    },
  });

function decisionOf({ form }: PageRequest<'owner'>) {
  const reason = form.get('reason')?.trim();
  if (form.get('do') === 'refuse') return { decision: 'refuse' as const, ...(reason && { reason }) };
  if (form.get('do') === 'edit') return { decision: 'approve' as const, request: editedRequest(form) };
  return { decision: 'approve' as const };
}

export const approvalPages = [showApprovals, decideMany, showApproval, decideApproval, ...linkPages] as const;
