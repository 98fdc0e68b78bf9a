import { html } from '#api/html.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { nextPage } from '../../parts/next-page.ts';
import { readOnlyNote, whyOwnersOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { sections } from '../../sections.ts';
import { secretForm } from './secret-form.ts';
import { secretTable } from './secret-table.ts';
import { secretsPath } from './secrets-path.ts';

/** A secret that could not be stored, as it was typed. */
interface Refused {
  readonly typed: URLSearchParams;
  readonly problem: FormProblem;
}

/** The named secrets of the workspace, and a form for another one. */
export async function secretsView(
  { manage, query, csrf, timeZone, workspace }: PageRequest<'owner'>,
  refused?: Refused,
): Promise<View> {
  const readOnly = whyOwnersOnly(workspace);
  const { items, nextCursor } = await manage.listSecrets({
    query: { cursor: query['cursor'], limit: '100' },
  });
  const { title, path } = sections['network-access'];
  return view({
    title: 'Secrets',
    section: 'network-access',
    status: refused?.problem.status ?? 200,
    body: html`<p class="crumb"><a href="${path}">${title}</a></p>
      <h1>Secrets</h1>
      <p class="lead">
        For keys that go in a URL, a body or a header of their own. The value is filled in right before a
        request is sent; records, prompts and logs have the placeholder.
      </p>
      ${secretTable(items, timeZone)} ${nextPage(secretsPath, { cursor: query['cursor'] }, nextCursor)}
      ${readOnlyNote(readOnly)}
      ${
        readOnly === null &&
        html`<section aria-labelledby="add">
          <h2 id="add">Store a secret</h2>
          ${secretForm({
            action: secretsPath,
            csrf,
            typed: refused?.typed ?? new URLSearchParams(),
            submit: 'Store this secret',
            isNew: true,
            problem: refused?.problem,
          })}
        </section>`
      }`,
  });
}
