import { definePage, type PageRequest } from '../../define-page.ts';
import { fieldsOfForm } from './automation-fields.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { readDraft } from './read-draft.ts';
import { allowingOf } from './targets.ts';
import { understoodTexts } from './understood.ts';

/** How what is being typed is understood, for the part of the form that says so. */
export const understoodOfNew = () =>
  definePage({
    method: 'post',
    path: `${automationPath('new')}/understood`,
    access: 'owner',
    handle: understoodPart,
  });

export const understoodOfChange = () =>
  definePage({
    method: 'post',
    path: `${automationPath('{id}')}/understood`,
    access: 'owner',
    params: automationParams,
    handle: understoodPart,
  });

async function understoodPart(request: PageRequest<'owner'>) {
  const { manage, form, timeZone, params } = request;
  const read = await readDraft(manage, fieldsOfForm(form), params['id']);
  const body = understoodTexts(read, { timeZone, allowing: allowingOf(request) });
  return { kind: 'fragment', body } as const;
}
