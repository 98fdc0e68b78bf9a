import { definePage } from '../../define-page.ts';
import { fieldsOfForm } from './automation-fields.ts';
import { automationParams } from './automation-path.ts';
import { readDraft } from './read-draft.ts';
import { understoodTexts } from './understood.ts';

/** How what is being typed is understood, for the part of the form that says so. */
export const understoodOfNew = () =>
  definePage({
    method: 'post',
    path: '/console/automations/new/understood',
    access: 'owner',
    handle: async ({ manage, form, timeZone }) => ({
      kind: 'fragment',
      body: understoodTexts(await readDraft(manage, fieldsOfForm(form)), timeZone),
    }),
  });

export const understoodOfChange = () =>
  definePage({
    method: 'post',
    path: '/console/automations/{id}/understood',
    access: 'owner',
    params: automationParams,
    handle: async ({ manage, form, timeZone, params }) => ({
      kind: 'fragment',
      body: understoodTexts(await readDraft(manage, fieldsOfForm(form), params['id']), timeZone),
    }),
  });
