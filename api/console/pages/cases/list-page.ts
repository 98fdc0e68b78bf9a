import { html } from '#api/html.ts';
import { idParam } from '#api/operations/path-params.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { formPage } from '../../parts/form-page.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { readOnlyNote, whyReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { automationFrame } from '../automations/automation-frame.ts';
import { automationParams } from '../automations/automation-path.ts';
import { casesPath } from './case-path.ts';
import { caseTable } from './case-table.ts';

/** The cases of an automation. */
export const casesPage = () =>
  definePage({
    method: 'get',
    path: casesPath('{id}'),
    params: automationParams,
    handle: (request) => casesView(request),
  });

export const deleteCaseOfAutomation = () =>
  formPage({
    path: `${casesPath('{id}')}/{caseId}/delete`,
    params: { ...automationParams, caseId: idParam('case') },
    act: async ({ manage, params }) => {
      await manage.deleteCase({ params });
      return seeOther(casesPath(params['id'] ?? ''));
    },
    refused: casesView,
  });

async function casesView(
  { manage, params, query, csrf, workspace }: PageRequest<'owner'>,
  problem?: FormProblem,
) {
  const [automation, { items }] = await Promise.all([
    manage.readAutomation({ params, query: { wouldRun: 'false' } }),
    manage.listCases({ params }),
  ]);
  const readOnly = whyReadOnly(workspace);
  return automationFrame({
    automation,
    tab: '/cases',
    status: problem?.status,
    body: html`${query['kept'] !== undefined && notice('done', 'Kept as a case.')} ${problemNote(problem)}
    ${readOnlyNote(readOnly)}
    ${caseTable(items, { automationId: automation.id, csrf, isReadOnly: readOnly !== null })}`,
  });
}
