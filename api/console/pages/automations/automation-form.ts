import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { type FormProblem, invalid, problemNote } from '../../parts/refused-form.ts';
import type { AutomationFields, FieldName } from './automation-fields.ts';
import { budgetFields } from './budget-fields.ts';
import { eventIdField } from './event-id-field.ts';
import { moreFields } from './more-fields.ts';
import type { DraftRead } from './read-draft.ts';
import type { ShownAutomation } from './shown-automation.ts';
import type { Allowing } from './targets.ts';
import { understoodTexts } from './understood.ts';

interface AutomationForm {
  readonly csrf: string;
  /** Where it is sent; the preview is asked for below it. */
  readonly path: string;
  readonly fields: AutomationFields;
  readonly read: DraftRead;
  readonly timeZone: string;
  /** What was used today of its budget; null where nothing is counted. */
  readonly budgetUsed: ShownAutomation['budgetUsed'];
  readonly allowing: Allowing;
  /** The header of a target that is to be allowed; false where the form asks for it elsewhere. */
  readonly key: Html | false;
  readonly problem?: FormProblem | undefined;
  /** Says what the button does: `Save`. */
  readonly save: string;
  /** Why it can only be read; null for those who may change it. */
  readonly readOnly: string | null;
  /** What is asked before the texts. */
  readonly first?: Html | undefined;
  /** Fields beside the texts that only this form has. */
  readonly extra?: Html | undefined;
}

/** The texts of an automation, with how they are understood beside them while they are typed. */
export function automationForm(form: AutomationForm): Html {
  const { csrf, path, fields, read, problem, save, readOnly, first, extra } = form;
  return html`<form id="automation" class="editor" method="post" action="${path}">
    ${csrfField(csrf)}
    <div class="texts">
      ${problem !== undefined && problemNote(problem)}
      ${readOnly !== null && html`<p class="notice">${readOnly}</p>`}
      <fieldset ${readOnly !== null && html`disabled`}>${first} ${textFields(fields, problem)}</fieldset>
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
          <button name="do" value="check" class="check">Check</button>
        </div>
      </fieldset>
    </div>
  </form>`;
}

/** Name, filter and instructions, in the order in which a delivery meets them. */
const textFields = (fields: AutomationFields, problem: FormProblem | undefined): Html =>
  html`<p class="field">
      <label for="name">Name</label>
      <input
        id="name"
        autocomplete="off"
        name="name"
        value="${fields.name}"
        maxlength="200"
        required
        ${invalid(problem, 'name')}
      />
    </p>
    ${prose({
      name: 'filter',
      label: 'Filter',
      hint: 'Which deliveries wake the agent, such as: Only run when order.total is greater than 100. Blank: all of them.',
      fields,
      problem,
    })}
    ${prose({
      name: 'instructions',
      label: 'Instructions',
      hint: 'What the agent does with each delivery.',
      fields,
      problem,
    })}`;

interface Prose {
  readonly name: FieldName;
  readonly label: string;
  readonly hint: string;
  readonly fields: AutomationFields;
  readonly problem: FormProblem | undefined;
}

/** The first line break of a text area's content is not part of it, hence the one before the text. */
const prose = ({ name, label, hint, fields, problem }: Prose): Html =>
  html`<p class="field">
    <label for="${name}">${label}</label>
    <textarea
      id="${name}"
      name="${name}"
      class="prose"
      rows="${name === 'filter' ? 2 : 6}"
      ${name === 'instructions' && html`required`}
      ${invalid(problem, name, `${name}-hint`)}
    >
${fields[name]}</textarea>
    <span id="${name}-hint" class="hint">${hint}</span>
  </p>`;
