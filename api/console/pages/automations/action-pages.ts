import { html } from '#api/html.ts';
import { definePage, type PageRequest, seeOther, view } from '../../define-page.ts';
import { problemNote } from '../../parts/notice.ts';
import { formPage } from '../../parts/form-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { outsideText } from '../../parts/outside-text.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { type AutomationAction, actions } from './actions.ts';
import { automationParams, automationPath } from './automation-path.ts';

/** A page that says what an action means, and the form on it that does it. */
export const actionPages = actions.flatMap((action) => {
  const page = {
    path: `${automationPath('{id}')}/${action.name}`,
    params: automationParams,
  } as const;
  const show = () =>
    definePage({ ...page, method: 'get', handle: (request) => confirmation(action, request) });
  const carryOut = () =>
    formPage({
      ...page,
      act: async ({ manage, params }) => seeOther(await action.carryOut({ manage, id: params['id'] ?? '' })),
      refused: (request, problem) => confirmation(action, request, problem),
    });
  return [show, carryOut];
});

async function confirmation(
  { name: action, title, means, button, isFinal = false }: AutomationAction,
  { manage, params, csrf }: PageRequest<'owner'>,
  problem?: FormProblem,
) {
  const { id, name } = await manage.readAutomation({ params, query: { wouldRun: 'false' } });
  const path = automationPath(id);
  return view({
    title: `${title} ${name}`,
    section: 'automations',
    status: problem?.status ?? 200,
    body: html`<p class="crumb">
        <a href="/console/automations">Automations</a> / <a href="${path}">${outsideText(name)}</a>
      </p>
      <h1>${title} ${outsideText(name)}?</h1>
      <form method="post" action="${path}/${action}" class="confirmation">
        ${csrfField(csrf)} ${problemNote(problem)} ${means.map((sentence) => html`<p>${sentence}</p>`)}
        <div class="actions">
          <button class="${isFinal ? 'danger' : 'primary'}" autofocus>${button}</button>
          <a href="${path}">Cancel</a>
        </div>
      </form>`,
  });
}
