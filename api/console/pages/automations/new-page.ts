import { includesRole } from '../../../../domain/role.ts';
import { html } from '../../../html.ts';
import { definePage, type PageRequest, seeOther, view } from '../../define-page.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { agentField } from './agent-field.ts';
import { type AutomationFields, blankFields, bodyOfFields, fieldsOfForm } from './automation-fields.ts';
import { automationForm } from './automation-form.ts';
import { automationPath } from './automation-path.ts';
import { readDraft } from './read-draft.ts';

const path = '/console/automations/new';

export const newAutomation = () =>
  definePage({
    method: 'get',
    path,
    access: 'owner',
    handle: (request) => blankForm(request, blankFields()),
  });

export const makeAutomation = () =>
  definePage({
    method: 'post',
    path,
    access: 'owner',
    handle: async (request) => {
      const { manage, form } = request;
      const fields = fieldsOfForm(form);
      if (form.get('do') === 'check') return await blankForm(request, fields);
      try {
        const { id } = await manage.createAutomation({ body: bodyOfFields(fields) });
        return seeOther(`${automationPath(id)}/connect?show`);
      } catch (error) {
        return await blankForm(request, fields, formProblem(error));
      }
    },
  });

async function blankForm(
  { csrf, manage, timeZone, workspace }: PageRequest<'owner'>,
  fields: AutomationFields,
  problem?: FormProblem,
) {
  const { items: agents } = await manage.listAgents({});
  return view({
    title: 'New automation',
    section: 'automations',
    status: problem?.status ?? 200,
    body: html`<p class="crumb"><a href="/console/automations">Automations</a></p>
      <div class="heading"><h1>New automation</h1></div>
      ${automationForm({
        csrf,
        path,
        fields,
        read: await readDraft(manage, fields),
        timeZone,
        problem,
        save: 'Create automation',
        isChangeable: includesRole(workspace.role, 'editor'),
        extra: agents.length > 1 ? agentField(agents, fields.agentId) : undefined,
      })}`,
  });
}
