import { html } from '#api/html.ts';
import { definePage, type PageRequest } from '../../define-page.ts';
import { fieldsOfForm } from './automation-fields.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { rowsProblem } from './picker.ts';
import { readDraft } from './read-draft.ts';
import { senderHelp, senderTitle } from './sender-fields.ts';
import { allowingOf } from './targets.ts';
import { understoodTexts } from './understood.ts';

/** How what is being typed is understood, for the part of the form that says so. */
export const understoodOfNew = () =>
  definePage({
    method: 'post',
    path: `${automationPath('new')}/understood`,
    handle: understoodPart,
  });

export const understoodOfChange = () =>
  definePage({
    method: 'post',
    path: `${automationPath('{id}')}/understood`,
    params: automationParams,
    handle: understoodPart,
  });

async function understoodPart(request: PageRequest<'owner'>) {
  const { manage, form, timeZone, params } = request;
  const fields = fieldsOfForm(form);
  const read = await readDraft(manage, fields, params['id'], rowsProblem(form));
  const { items: senders } = await manage.listSenders();
  const sender = senders.find(({ id }) => id === fields.sender);
  return {
    kind: 'fragment',
    body: html`${understoodTexts(read, { timeZone, allowing: allowingOf(request) })}
      <div id="sender-help" hx-swap-oob="true">${senderHelp(sender, fields.burst)}</div>
      ${senderTitle(sender, html`hx-swap-oob="true"`)}`,
  } as const;
}
