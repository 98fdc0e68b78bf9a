import { found } from '#api/operations/found.ts';
import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { nextPage } from '../../parts/next-page.ts';
import { unlessReadOnly, whyOwnersOnly } from '../../parts/read-only.ts';
import { problemNote, shownOnce } from '../../parts/notice.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { settingsPath } from '../settings/settings-path.ts';
import { attemptTable } from './attempt-table.ts';
import { targetPath } from './events-path.ts';
import { targetForm, typedTarget } from './target-form.ts';

interface Shown {
  /** A change that was refused, as it was typed. */
  readonly refused?: { readonly typed: URLSearchParams; readonly problem: FormProblem };
  /** A test, or another action, that was refused. */
  readonly problem?: FormProblem;
  readonly secret?: string;
}

/** One target: its events, and what can be done with it. */
export async function targetView(request: PageRequest<'owner'>, shown: Shown = {}): Promise<View> {
  const { manage, csrf, params, query, timeZone, workspace } = request;
  const { targetId = '' } = params;
  const { refused, problem, secret } = shown;
  const readOnly = whyOwnersOnly(workspace);
  const isOwner = readOnly === null;
  const [targets, attempts] = await Promise.all([
    manage.listEventTargets(),
    manage.listEventAttempts({ params: { targetId }, query: { cursor: query['cursor'], limit: '25' } }),
  ]);
  const target = found(targets.items.find(({ id }) => id === targetId) ?? null, 'event target');
  const path = targetPath(targetId);
  return view({
    title: 'Target of events',
    section: 'settings',
    status: refused?.problem.status ?? problem?.status ?? 200,
    body: html`<p class="crumb"><a href="${settingsPath}#events">Settings</a></p>
      <div class="heading">
        <h1><bdi class="foreign">${target.url}</bdi></h1>
        <span class="state ${target.state === 'on' ? 'active' : 'paused'}">${target.state}</span>
      </div>
      ${secret !== undefined && shownOnce('made-secret', 'Events are signed with this secret, by Standard Webhooks.', secret)}
      ${problem !== undefined && problemNote(problem)} ${isOwner && actions(target, csrf)}
      <section aria-labelledby="log">
        <h2 id="log">Newest events</h2>
        ${attemptTable(attempts.items, { targetId, csrf, timeZone, isOwner })}
        ${nextPage(`${path}#log`, {}, attempts.nextCursor)}
      </section>
      <section aria-labelledby="change">
        <h2 id="change">Change it</h2>
        ${unlessReadOnly(
          readOnly,
          targetForm({
            action: path,
            csrf,
            typed: refused?.typed ?? typedTarget(target.url, target.events, target.approvalLinks),
            submit: 'Save',
            problem: refused?.problem,
          }),
        )}
      </section>
      ${isOwner && removal(path, csrf)}`,
  });
}

function actions({ id, state }: ItemOf<'listEventTargets'>, csrf: string): Html {
  const button = (action: string, label: string) =>
    html`<form method="post" action="${targetPath(id)}/${action}">
      ${csrfField(csrf)}
      <button>${label}</button>
    </form>`;
  return html`<div class="actions">
    ${button('test', 'Send a test event')}
    ${button(state === 'on' ? 'off' : 'on', state === 'on' ? 'Turn off' : 'Turn on')}
    ${button('secret', 'Replace the secret')}
  </div>`;
}

const removal = (path: string, csrf: string): Html =>
  html`<section aria-labelledby="remove">
    <h2 id="remove">Delete it</h2>
    <p class="hint">Events stop, and the list of them is deleted.</p>
    <form method="post" action="${path}/delete">
      ${csrfField(csrf)}
      <button class="danger">Delete this target</button>
    </form>
  </section>`;
