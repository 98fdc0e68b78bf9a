import { html } from '#api/html.ts';
import { definePage, seeOther } from '../../define-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { casesNote } from '../cases/broken-cases.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { editor } from './edit-page.ts';
import { planForm, planPath } from './plan-part.ts';

/** Confirms the plan that the form showed. */
export const confirmShownPlan = () =>
  definePage({
    method: 'post',
    path: planPath('{id}'),
    params: automationParams,
    handle: async (request) => {
      const { manage, params, form, csrf } = request;
      const [id, digest] = [params['id'] ?? '', form.get('digest') ?? ''];
      try {
        await manage.confirmPlan({ params, body: { digest, ...(form.has('force') && { force: true }) } });
      } catch (error) {
        const problem = formProblem(error);
        if (problem.code !== 'CASES_BROKEN') throw error;
        const button = html`<button name="force" value="true">Confirm it all the same</button>`;
        const note = casesNote(problem, planForm(id, digest, csrf, button));
        return await editor(request, undefined, undefined, note);
      }
      return seeOther(`${automationPath(id)}?saved`);
    },
  });
