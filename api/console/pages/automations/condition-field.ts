import { type Html, html } from '#api/html.ts';
import { areaField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import type { PageRequest } from '../../define-page.ts';
import { whyReadOnly } from '../../parts/read-only.ts';
import type { AutomationFields } from './automation-fields.ts';
import { type PickSources, pickSources } from './pick-sources.ts';
import { expressionOf, type Picker, pickerOf } from './picker.ts';
import { rowsView } from './rows-view.ts';

type Request = Pick<PageRequest<'owner'>, 'manage' | 'timeZone' | 'form' | 'workspace'>;

/** The condition of a form, with the fields to pick where it is shown as rows. */
export interface ShownCondition {
  readonly picker: Picker;
  readonly sources: PickSources | null;
  readonly pressed: string;
}

/** That of the form that was sent, else of the automation. */
export async function shownCondition(
  { workspace, ...request }: Request,
  { condition, sender }: Pick<AutomationFields, 'condition' | 'sender'>,
  automationId?: string,
): Promise<ShownCondition> {
  const { form } = request;
  const picker = form.has('condition') ? pickerOf(form) : expressionOf(condition);
  const hasSources = picker.view === 'rows' && whyReadOnly(workspace) === null;
  const sources = hasSources ? await pickSources({ ...request, sender, automationId }) : null;
  return { picker, sources, pressed: form.get('do') ?? '' };
}

interface Shown extends ShownCondition {
  readonly sender: string;
  readonly problem: FormProblem | undefined;
}

export const conditionField = ({ picker, ...shown }: Shown): Html =>
  picker.view === 'rows' ? rowsView({ picker, ...shown }) : expressionView(picker, shown.problem);

const expressionView = (
  { condition, hasRows }: Extract<Picker, { view: 'expression' }>,
  problem: FormProblem | undefined,
): Html =>
  html`${areaField({
      name: 'condition',
      label: 'Condition',
      value: condition,
      problem,
      hint: html`The same as an expression in CEL, such as
        <code>${'body.order.status == "paid" && number(body.order.total) > 100'}</code>. It decides before the
        filter; where it is unknown, a model decides by the filter. Blank: the filter alone.
        <a href="/docs/conditions">How conditions are written</a>`,
      rows: 2,
      attributes: html`spellcheck="false"`,
    })}
    <p class="pick">
      ${
        hasRows
          ? html`<button name="do" value="rows" formnovalidate>Pick the fields</button>`
          : html`<span class="hint">This expression is more than rows of fields: change it here.</span>`
      }
    </p>`;
