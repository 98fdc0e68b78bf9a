import { type Html, html } from '#api/html.ts';
import { readOnlyNote } from '../../parts/read-only.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { areaField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { casesNote } from '../cases/broken-cases.ts';
import type { AutomationFields } from './automation-fields.ts';
import { budgetFields } from './budget-fields.ts';
import { eventIdField } from './event-id-field.ts';
import { moreFields } from './more-fields.ts';
import { conditionField, type ShownCondition } from './condition-field.ts';
import type { DraftRead } from './read-draft.ts';
import type { ShownAutomation } from './shown-automation.ts';
import type { Allowing } from './targets.ts';
import { understoodTexts } from './understood.ts';

interface AutomationForm {
  readonly csrf: string;
  /** The path that it is posted to; the preview is below it. */
  readonly path: string;
  readonly fields: AutomationFields;
  readonly read: DraftRead;
  readonly condition: ShownCondition;
  readonly timeZone: string;
  /** The part of its budget that was used today; null if nothing is counted. */
  readonly budgetUsed: ShownAutomation['budgetUsed'];
  readonly allowing: Allowing;
  /** The header of a target that is to be allowed; false where the form asks for it elsewhere. */
  readonly key: Html | false;
  readonly problem?: FormProblem | undefined;
  /** Says what the button does: `Save`. */
  readonly save: string;
  /** Further buttons beside it. */
  readonly more?: Html;
  /** Why it can only be read; null for those who may change it. */
  readonly readOnly: string | null;
  readonly first?: Html | undefined;
  /** Fields beside the texts that only this form has. */
  readonly extra?: Html | undefined;
}

/** The texts of an automation, with how they are understood beside them while they are typed. */
export function automationForm(form: AutomationForm): Html {
  const { csrf, path, fields, read, save, readOnly, first, extra } = form;
  const { problem = read.problem } = form;
  return html`<form id="automation" class="editor" method="post" action="${path}">
    ${csrfField(csrf)} ${readOnly === null && defaultButton(save)}
    <div class="texts">
      ${casesNote(problem, saveAllTheSame)} ${readOnlyNote(readOnly)}
      <fieldset ${readOnly !== null && html`disabled`}>${first} ${textFields(form, problem)}</fieldset>
    </div>
    <section class="understood" aria-labelledby="understood-title">
      <div
        hx-post="${path}/understood"
        hx-trigger="input from:#automation delay:400ms"
        hx-swap="innerMorph"
        hx-sync="this:replace"
      >
        ${understoodTexts(read, form)}
      </div>
      ${form.key}
    </section>
    <div class="rest">
      <fieldset ${readOnly !== null && html`disabled`}>
        ${extra} ${eventIdField(fields, problem)}
        ${budgetFields({ fields, used: form.budgetUsed, timeZone: form.timeZone, problem })}
        ${moreFields(fields, problem)}
        <div class="actions">
          <button class="primary">${save}</button>
          ${form.more}
          <button name="do" value="check" class="check">Check</button>
        </div>
      </fieldset>
    </div>
  </form>`;
}

const saveAllTheSame = html`<button name="force" value="true">Save all the same</button>`;

/** Enter in a field presses the first button of its form. */
const defaultButton = (save: string): Html =>
  html`<button class="hidden" tabindex="-1" aria-hidden="true">${save}</button>`;

/** Name, filter, condition and instructions, in the order in which a delivery meets them. */
const textFields = (
  { fields, condition }: Pick<AutomationForm, 'fields' | 'condition'>,
  problem: FormProblem | undefined,
): Html =>
  html`${textField({
    name: 'name',
    label: 'Name',
    value: fields.name,
    problem,
    attributes: html`maxlength="200"`,
    isRequired: true,
  })}
  ${areaField({
    name: 'filter',
    label: 'Filter',
    value: fields.filter,
    problem,
    hint: 'Says which deliveries wake the agent, such as: Only run when order.total is greater than 100. Blank: all of them.',
    rows: 2,
    attributes: prose,
  })}
  ${conditionField({ ...condition, sender: fields.sender, problem })}
  ${areaField({
    name: 'instructions',
    label: 'Instructions',
    value: fields.instructions,
    problem,
    hint: 'Tell the agent what to do with each delivery.',
    rows: 6,
    attributes: prose,
    isRequired: true,
  })}`;

const prose = html`class="prose"`;
