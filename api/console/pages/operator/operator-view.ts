import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { nextPage } from '../../parts/next-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { textField } from '../../parts/field.ts';
import { problemNote, shownOnce } from '../../parts/notice.ts';
import { operatorPath } from './operator-path.ts';
import { servicePart } from './service-part.ts';
import { workspaceTable } from './workspace-table.ts';

export interface OperatorState {
  readonly waitlistTitles: readonly string[];
  readonly problem?: FormProblem;
  /** The token of a workspace that was just created, or whose owners' tokens were just replaced. */
  readonly made?: AnswerTo<'createWorkspace'>;
}

/** The workspaces of the service, and its health. */
export async function operatorView(
  { manage, csrf, query, form }: PageRequest<'operator'>,
  { waitlistTitles, problem, made }: OperatorState,
): Promise<View> {
  const [workspaces, service] = await Promise.all([
    manage.listWorkspaces({ query: { cursor: query['cursor'] } }),
    manage.readService(),
  ]);
  return view({
    title: 'Operator',
    status: problem?.status ?? 200,
    body: html`<h1>Operator</h1>
      ${problemNote(problem)}
      ${made !== undefined && shownOnce('made-token', `The owner's token of “${made.name}”.`, made.token)}
      ${servicePart(service)}
      <section aria-labelledby="workspaces">
        <h2 id="workspaces">Workspaces</h2>
        ${workspaceTable(workspaces.items, csrf)} ${nextPage(operatorPath, query, workspaces.nextCursor)}
      </section>
      ${newWorkspaceForm(csrf, problem === undefined ? '' : (form.get('name') ?? ''))}
      ${waitlistPart(waitlistTitles)}`,
  });
}

const waitlistPart = (titles: readonly string[]): Html =>
  html`<section aria-labelledby="waitlist">
    <h2 id="waitlist">Waitlist</h2>
    <ul class="plain-list">
      ${titles.map(
        (title) =>
          html`<li><a href="${operatorPath}/waitlist/${encodeURIComponent(title)}">${title} as CSV</a></li>`,
      )}
    </ul>
  </section>`;

const newWorkspaceForm = (csrf: string, typed: string): Html =>
  html`<section aria-labelledby="new-workspace">
    <h2 id="new-workspace">New workspace</h2>
    <form method="post" action="${operatorPath}" class="line">
      ${csrfField(csrf)} ${textField({ name: 'name', label: 'Name', value: typed, isRequired: true })}
      <p class="actions"><button class="primary">Create workspace</button></p>
    </form>
  </section>`;
