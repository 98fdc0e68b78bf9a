import { type Html, html } from '#api/html.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { notice } from '../../parts/notice.ts';
import { ifFound } from '../../parts/if-found.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { brokenNote } from '../cases/broken-cases.ts';
import {
  type AutomationFields,
  bodyOfFields,
  fieldsOfAutomation,
  fieldsOfForm,
} from './automation-fields.ts';
import { automationForm } from './automation-form.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { headerOf, keyOfHost } from './key-fields.ts';
import { shownCondition } from './condition-field.ts';
import { rowsProblem } from './picker.ts';
import { planPart } from './plan-part.ts';
import { revisionChanges } from './revision-changes.ts';
import { readDraft, storedTexts } from './read-draft.ts';
import type { ShownAutomation } from './shown-automation.ts';
import { senderChange } from './sender-change.ts';
import { senderFields } from './sender-fields.ts';
import { allowingOf, allowTargets } from './targets.ts';
import { whyReadOnly } from '../../parts/read-only.ts';
import { newChoice } from '../rehearsals/choice.ts';
import { countOf, startPage } from '../rehearsals/start-page.ts';

type Request = PageRequest<'owner'>;

const page = { path: automationPath('{id}'), params: automationParams } as const;

export const editAutomation = () =>
  definePage({ ...page, method: 'get', handle: (request) => editor(request) });

/** Saves the form, or only checks it or changes its rows. */
export const saveAutomation = () =>
  definePage({
    ...page,
    method: 'post',
    handle: async (request) => {
      const fields = fieldsOfForm(request.form);
      const pressed = request.form.get('do');
      if (pressed !== null && pressed !== 'rehearse') return await editor(request, fields);
      const wrong = rowsProblem(request.form);
      if (wrong !== undefined) return await editor(request, fields, wrong);
      if (pressed === 'rehearse') return await rehearsal(request, fields);
      try {
        await save(request, fields);
      } catch (error) {
        const problem = formProblem(error);
        if (problem.code !== 'REVISION_CHANGED') return await editor(request, fields, problem);
        return await editor(request, fields, undefined, await changedMeanwhile(request));
      }
      return seeOther(`${automationPath(request.params['id'] ?? '')}?saved`);
    },
  });

/** The form that starts a rehearsal of what was typed. */
async function rehearsal(request: Request, fields: AutomationFields) {
  const { condition } = await request.manage.readAutomation({
    params: request.params,
    query: { wouldRun: 'false' },
  });
  const {
    agentId: _,
    form: _form,
    budget: _budget,
    burst: _burst,
    ...change
  } = bodyOfFields(fields, condition);
  const choice = newChoice(change);
  const counted = await countOf(request, choice);
  return counted.problem === undefined
    ? await startPage(request, choice, counted)
    : await editor(request, fields, counted.problem);
}

/** The changes that another save made since the form was shown; they are never overwritten unseen. */
async function changedMeanwhile({ manage, params, form }: Request): Promise<Html> {
  const shown = form.get('revision') ?? '';
  const { revision } = await manage.readAutomation({ params, query: { wouldRun: 'false' } });
  const read = (wanted: string) => ifFound(manage.readRevision({ params: { ...params, revision: wanted } }));
  const [before, after] = await Promise.all([read(shown), read(String(revision))]);
  return notice(
    'attention',
    `Changed meanwhile: this is revision ${revision} now, and the form was begun with revision ${shown}. Nothing was saved. Save again to replace this change with your text:`,
    { role: 'alert', more: before !== null && after !== null && revisionChanges(before, after) },
  );
}

async function save({ manage, params, form }: Request, fields: AutomationFields): Promise<void> {
  const stored = await manage.readAutomation({ params, query: { wouldRun: 'false' } });
  const { agentId: _, ...change } = bodyOfFields(fields, stored.condition);
  const sender = senderChange(form, stored);
  const shown = form.get('revision');
  const basedOn = shown !== null && { basedOnRevision: Number(shown) };
  await manage.changeAutomation({
    params,
    body: { ...change, ...sender, ...basedOn, ...(form.has('force') && { force: true }) },
  });
  if (form.has('allow'))
    await allowTargets(manage, await readDraft(manage, fields, params['id']), headerOf(form));
}

/** The form with what was typed, else with what is stored. */
export async function editor(
  request: Request,
  typed?: AutomationFields,
  problem?: FormProblem,
  changed?: Html | false,
) {
  const { csrf, timeZone, query, workspace, manage, params } = request;
  // In a suspended workspace only the stored texts are read; otherwise the draft is tried.
  const wouldRun = String(workspace.suspended);
  const automation = await manage.readAutomation({ params, query: { wouldRun } });
  const { id, revision } = automation;
  const { total: skipped } = await manage.listSkipped({ params, query: { limit: '1' } });
  const fields = typed ?? fieldsOfAutomation(automation);
  return automationFrame({
    automation,
    tab: '',
    status: changed === undefined ? problem?.status : 409,
    body: html`${changed}${query['saved'] !== undefined && (await savedNotes(request, revision))}
    ${skipped > 0 && skippedNote(id, skipped)} ${isRead(automation) && readingNote}
    ${automationForm({
      csrf,
      path: automationPath(id),
      fields,
      read: workspace.suspended
        ? storedTexts(automation)
        : await readDraft(manage, fields, id, rowsProblem(request.form)),
      condition: await shownCondition(request, fields, id),
      timeZone,
      budgetUsed: automation.budgetUsed,
      allowing: allowingOf(request),
      key: keyOfHost({ typed: request.form, problem }),
      problem,
      first: basedOnInput(request, revision, changed !== undefined),
      extra: senderFields({
        senders: (await manage.listSenders()).items,
        chosen: fields.sender,
        burst: fields.burst,
        automation,
        timeZone,
        problem,
      }),
      save: 'Save',
      more: html`<button name="do" value="rehearse">What would this have done?</button>`,
      readOnly: whyReadOnly(workspace),
    })}
    ${planPart(automation, { csrf, isReadOnly: whyReadOnly(workspace) !== null })}`,
  });
}

/** The revision that the next save is based on; a form that was checked or refused keeps its own. */
const basedOnInput = ({ form }: Request, revision: number, isChanged: boolean): Html =>
  html`<input
    type="hidden"
    name="revision"
    value="${isChanged ? revision : (form.get('revision') ?? revision)}"
  />`;

const savedNotes = async ({ manage, params }: Request, revision: number): Promise<Html> =>
  html`${notice('done', `Saved as revision ${revision}. The next delivery uses it.`)}
  ${await brokenNote(manage, params)}`;

const isRead = ({ conditionState, planState }: ShownAutomation): boolean =>
  conditionState === 'proposing' || planState === 'proposing';

const readingNote = html`<p class="notice">
  The model is reading the filter and the instructions. Load the page again to see what it proposes.
</p>`;

const skippedNote = (id: string, count: number) =>
  notice(
    'attention',
    html`${count === 1 ? 'One delivery waits that was' : `${count} deliveries wait that were`} skipped by a
      pause or by the budget. <a href="${automationPath(id)}/skipped">Choose which to run</a>`,
  );
