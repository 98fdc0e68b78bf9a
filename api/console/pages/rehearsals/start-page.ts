import { html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { readOnlyNote, whyReadOnly } from '../../parts/read-only.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { automationFrame } from '../automations/automation-frame.ts';
import { automationParams } from '../automations/automation-path.ts';
import { bodyOfChoice, type Choice, choiceOfForm, newChoice } from './choice.ts';
import { rehearsalPath, rehearsalsPath } from './rehearsal-path.ts';
import { rehearsalTable } from './rehearsal-table.ts';
import { startForm } from './start-form.ts';

type Request = PageRequest<'owner'>;

const page = { path: rehearsalsPath('{id}'), params: automationParams } as const;

/** The rehearsals of an automation; `revision`, `delivery` and `cause` say what the form starts with. */
export const rehearsalsPage = () =>
  definePage({
    ...page,
    method: 'get',
    handle: (request) => {
      const { revision, delivery, cause } = request.query;
      return startPage(
        request,
        newChoice(revision === undefined ? {} : { revision: Number(revision) }, { delivery, cause }),
      );
    },
  });

/** Starts a rehearsal, or says again how many deliveries were chosen. */
export const startFromForm = () =>
  definePage({
    ...page,
    method: 'post',
    handle: async (request) => {
      const { manage, params, form, timeZone } = request;
      const choice = choiceOfForm(form);
      if (form.get('do') !== 'start') return await startPage(request, choice);
      try {
        const { rehearsalId } = await manage.startRehearsal({ params, body: bodyOfChoice(choice, timeZone) });
        return seeOther(rehearsalPath(rehearsalId ?? ''));
      } catch (error) {
        return await startPage(request, choice, { problem: formProblem(error) });
      }
    },
  });

/** How much a choice would play, or why it is refused. */
interface Counted {
  readonly estimate?: AnswerTo<'startRehearsal'>;
  readonly problem?: FormProblem;
}

/** The form beside what it would play. */
export async function startPage(request: Request, choice: Choice, known?: Counted) {
  const { manage, params, csrf, timeZone, workspace } = request;
  const readOnly = whyReadOnly(workspace);
  const [automation, { items }] = await Promise.all([
    manage.readAutomation({ params, query: { wouldRun: 'false' } }),
    manage.listRehearsals({ params }),
  ]);
  const { estimate = null, problem } = known ?? (readOnly === null ? await countOf(request, choice) : {});
  return automationFrame({
    automation,
    tab: '/rehearsals',
    status: problem?.status,
    body: html`${readOnlyNote(readOnly)}
      ${
        readOnly === null &&
        html`<section aria-labelledby="start">
          <h2 id="start">${titleOf(choice)}</h2>
          <p class="lead">
            Stored deliveries are played through it, and compared with their runs. No request that writes is
            sent. <a href="/docs/rehearsals">How rehearsals work</a>
          </p>
          ${startForm({ automationId: automation.id, choice, estimate, problem, csrf, timeZone })}
        </section>`
      }
      <section aria-labelledby="rehearsals">
        <h2 id="rehearsals">Rehearsals of the last 7 days</h2>
        ${rehearsalTable(items, timeZone)}
      </section>`,
  });
}

export async function countOf({ manage, params, timeZone }: Request, choice: Choice): Promise<Counted> {
  try {
    const body = { ...bodyOfChoice(choice, timeZone), onlyEstimate: true };
    return { estimate: await manage.startRehearsal({ params, body }) };
  } catch (error) {
    return { problem: formProblem(error) };
  }
}

function titleOf({ change }: Choice): string {
  if ('revision' in change) return `What would revision ${String(change.revision)} have done?`;
  return Object.keys(change).length === 0
    ? 'What would the automation of today have done?'
    : 'What would this change have done?';
}
