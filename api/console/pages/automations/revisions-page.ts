import { asRefusal } from '#api/errors/as-refusal.ts';
import { type Html, html } from '#api/html.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { formPage } from '../../parts/form-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { nextPage } from '../../parts/next-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { time } from '../../parts/time.ts';
import { rehearsalsPath } from '../rehearsals/rehearsal-path.ts';
import { casesNote } from '../cases/broken-cases.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath, revisionParams } from './automation-path.ts';
import { revisionChanges, type ShownRevision } from './revision-changes.ts';

const revisionsPath = (id: string) => `${automationPath(id)}/revisions`;

/** The revisions of an automation, each with what it changed, newest first. */
export const revisionsPage = () =>
  definePage({
    method: 'get',
    path: revisionsPath('{id}'),
    params: automationParams,
    handle: (request) => revisionsView(request),
  });

/** Returns to a revision, which makes the next one. */
export const restoreRevision = () =>
  formPage({
    path: `${revisionsPath('{id}')}/{revision}`,
    params: revisionParams,
    act: async ({ manage, params, form }) => {
      const { condition, plan: stored, planState, ...texts } = await manage.readRevision({ params });
      const { name, instructions, filter, expects, answerSchema, readsEarlierRuns, retry, model } = texts;
      // A plan that nobody confirmed is read out of the instructions again.
      const plan = planState === 'confirmed' ? { plan: stored } : {};
      const body = {
        name,
        instructions,
        filter,
        expects,
        answerSchema,
        readsEarlierRuns,
        retry,
        model,
        ...plan,
        ...(condition !== null && { condition }),
        ...(form.has('force') && { force: true }),
      };
      await manage.changeAutomation({ params, body });
      return seeOther(`${automationPath(params['id'] ?? '')}?saved`);
    },
    refused: revisionsView,
  });

async function revisionsView(
  { manage, params, query, csrf, timeZone }: PageRequest<'owner'>,
  problem?: FormProblem,
) {
  const automation = await manage.readAutomation({ params, query: { wouldRun: 'false' } });
  const { items, nextCursor } = await manage.listRevisions({
    params,
    query: { limit: '20', cursor: query['cursor'] },
  });
  const before = await revisionBefore(manage, automation.id, items.at(-1));
  const steps = items.map((revision, index) => ({ revision, before: items[index + 1] ?? before }));
  return automationFrame({
    automation,
    tab: '/revisions',
    status: problem?.status,
    body: html`${casesNote(problem, restoreForm(params, csrf))}
      <ol class="revisions">
        ${steps.map(
          (step) =>
            html`<li>
              ${revisionPart({ ...step, id: automation.id, newest: automation.revision, csrf, timeZone })}
            </li>`,
        )}
      </ol>
      ${nextPage(revisionsPath(automation.id), query, nextCursor)}`,
  });
}

/** The one before the last on a page, which says what that one changed; some may not be readable. */
async function revisionBefore(
  manage: Pick<OperationCalls, 'readRevision'>,
  id: string,
  last: ShownRevision | undefined,
): Promise<ShownRevision | undefined> {
  if (last === undefined || last.revision === 1) return undefined;
  try {
    return await manage.readRevision({ params: { id, revision: `${last.revision - 1}` } });
  } catch (error) {
    if (asRefusal(error)?.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Returns to a revision although that breaks cases. */
const restoreForm = ({ id = '', revision = '' }: PageRequest<'owner'>['params'], csrf: string): Html =>
  html`<form method="post" action="${revisionsPath(id)}/${revision}">
    ${csrfField(csrf)} <button name="force" value="true">Return to it all the same</button>
  </form>`;

interface Step {
  readonly id: string;
  readonly revision: ShownRevision;
  readonly before: ShownRevision | undefined;
  readonly newest: number;
  readonly csrf: string;
  readonly timeZone: string;
}

function revisionPart({ id, revision, before, newest, csrf, timeZone }: Step): Html {
  const { revision: number, savedAt, by } = revision;
  return html`<div class="revision-heading">
      <h2>Revision ${number}</h2>
      ${savedAt !== null && time(savedAt, timeZone)} ${by !== null && html`<span>by <bdi>${by}</bdi></span>`}
      ${
        number === newest
          ? html`<span class="quiet">as it is now</span>`
          : html`<form method="post" action="${revisionsPath(id)}/${number}">
              ${csrfField(csrf)}<a href="${rehearsalsPath(id)}?revision=${number}"
                >Compare with revision ${number}</a
              >
              <button>Return to revision ${number}</button>
            </form>`
      }
    </div>
    ${before === undefined ? html`<p class="quiet">The first one that is kept.</p>` : revisionChanges(before, revision)}`;
}
