import { includesRole } from '../../../../domain/role.ts';
import { html } from '../../../html.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import {
  type AutomationFields,
  bodyOfFields,
  fieldsOfAutomation,
  fieldsOfForm,
} from './automation-fields.ts';
import { automationForm } from './automation-form.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { readDraft } from './read-draft.ts';
import type { ReadTexts, ShownAutomation } from './shown-automation.ts';

type Request = PageRequest<'owner'>;

interface Shown {
  readonly automation: ShownAutomation;
  readonly fields: AutomationFields;
  readonly read: ReadTexts;
  readonly problem?: FormProblem;
}

export const editAutomation = () =>
  definePage({
    method: 'get',
    path: '/console/automations/{id}',
    access: 'owner',
    params: automationParams,
    handle: async (request) => {
      const automation = await request.manage.readAutomation({ params: request.params });
      return editor(request, { automation, fields: fieldsOfAutomation(automation), read: automation });
    },
  });

/** Saves the form, or only checks it. */
export const saveAutomation = () =>
  definePage({
    method: 'post',
    path: '/console/automations/{id}',
    access: 'owner',
    params: automationParams,
    handle: async (request) => {
      const { manage, params, form } = request;
      const fields = fieldsOfForm(form);
      const typed = async (problem?: FormProblem) => {
        const automation = await manage.readAutomation({ params });
        const read = await readDraft(manage, fields, automation.id);
        return editor(request, { automation, fields, read, ...(problem && { problem }) });
      };
      if (form.get('do') === 'check') return await typed();
      try {
        const { agentId: _, ...change } = bodyOfFields(fields);
        const { id } = await manage.changeAutomation({ params, body: change });
        return seeOther(`${automationPath(id)}?saved`);
      } catch (error) {
        return await typed(formProblem(error));
      }
    },
  });

function editor({ csrf, timeZone, query, workspace }: Request, { automation, fields, read, problem }: Shown) {
  return automationFrame({
    automation,
    tab: '',
    status: problem?.status,
    body: html`${
      query['saved'] !== undefined &&
      html`<p class="notice" role="status">
        Saved as revision ${automation.revision}. The next delivery uses it.
      </p>`
    }
    ${automationForm({
      csrf,
      path: automationPath(automation.id),
      fields,
      read,
      timeZone,
      problem,
      save: 'Save',
      isChangeable: includesRole(workspace.role, 'editor'),
    })}`,
  });
}
