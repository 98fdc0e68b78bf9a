import { type Html, html } from '#api/html.ts';
import { textField } from '../../parts/field.ts';
import { money } from '../../parts/money.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import type { AutomationFields } from './automation-fields.ts';
import type { ShownAutomation } from './shown-automation.ts';

interface BudgetFields {
  readonly fields: AutomationFields;
  /** The part that was used today; null if nothing is counted. */
  readonly used: ShownAutomation['budgetUsed'];
  readonly timeZone: string;
  readonly problem: FormProblem | undefined;
}

type BudgetField = keyof AutomationFields & `budget.${string}`;

export function budgetFields({ fields, used, timeZone, problem }: BudgetFields): Html {
  const isWrong = problem?.field?.startsWith('budget') === true;
  const field = (name: BudgetField, label: string, step: string) =>
    textField({
      name,
      label,
      value: fields[name],
      problem,
      type: 'number',
      attributes: html`min="${step}" step="${step}"`,
    });
  return html`<details class="more" ${isWrong && html`open`}>
    <summary>Budget per day <span class="quiet">${summaryOf(fields)}</span></summary>
    <p class="hint">
      The most that it may use from midnight to midnight in ${timeZone}. Over it, deliveries are answered
      <code>skipped</code> and kept; you run them later under Skipped. Blank: no limit.
    </p>
    <div class="columns">
      ${field('budget.runs', 'Runs', '1')} ${field('budget.tokens', 'Tokens', '1')}
      ${field('budget.amountMicros', 'Money in US dollars', '0.000001')}
    </div>
    <p class="hint">
      There are never more runs; those that the filter skips do not count. Tokens, read and written, and the
      known cost of models count when a run is over: runs in progress continue.
    </p>
    ${used !== null && html`<p>${usedSentence(used)}</p>`}
  </details>`;
}

function summaryOf(fields: AutomationFields): string {
  const { 'budget.runs': runs, 'budget.tokens': tokens, 'budget.amountMicros': dollars } = fields;
  const parts = [
    runs !== '' && `${runs} ${runs === '1' ? 'run' : 'runs'}`,
    tokens !== '' && `${tokens} tokens`,
    dollars !== '' && `$${dollars}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'no limit' : parts.join(', ');
}

function usedSentence({ runs, tokens, amountMicros }: NonNullable<ShownAutomation['budgetUsed']>): string {
  const cost = money({ state: 'known', amountMicros, currency: 'USD' });
  return `Used today: ${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}, ${tokens.toLocaleString('en')} tokens, ${cost}.`;
}
