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

/** The fields for the budget of a day and of a month, folded. */
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
    <summary>Budget <span class="quiet">${summaryOf(fields)}</span></summary>
    <p class="hint">
      The most that it may use from midnight to midnight in ${timeZone}, and in a month. Over it, deliveries
      are answered <code>skipped</code> and kept; you run them later under Skipped. Blank: no limit.
    </p>
    <div class="columns">
      ${field('budget.runs', 'Runs a day', '1')} ${field('budget.tokens', 'Tokens a day', '1')}
      ${field('budget.amountMicros', 'US dollars a day', '0.000001')}
    </div>
    <div class="columns">
      ${field('budget.perMonth.runs', 'Runs a month', '1')}
      ${field('budget.perMonth.tokens', 'Tokens a month', '1')}
      ${field('budget.perMonth.amountMicros', 'US dollars a month', '0.000001')}
    </div>
    <p class="hint">
      Runs that the filter skips do not count. Before each call of a model, the most that it may use is set
      aside; a run for which too little is left is stopped. With a limit in dollars, a model whose price is
      not known is not asked.
    </p>
    ${used !== null && html`<p>${usedSentence('today', used)} ${usedSentence('this month', used.perMonth)}</p>`}
  </details>`;
}

function summaryOf(fields: AutomationFields): string {
  const spans = [partsOf('budget', fields, 'a day'), partsOf('budget.perMonth', fields, 'a month')];
  return spans.filter((span) => span !== '').join('; ') || 'no limit';
}

function partsOf(path: 'budget' | 'budget.perMonth', fields: AutomationFields, span: string): string {
  const { runs, tokens, dollars } = {
    runs: fields[`${path}.runs`],
    tokens: fields[`${path}.tokens`],
    dollars: fields[`${path}.amountMicros`],
  };
  const parts = [
    runs !== '' && `${runs} ${runs === '1' ? 'run' : 'runs'}`,
    tokens !== '' && `${tokens} tokens`,
    dollars !== '' && `$${dollars}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `${parts.join(', ')} ${span}`;
}

type Used = Pick<NonNullable<ShownAutomation['budgetUsed']>, 'runs' | 'tokens' | 'amountMicros'>;

function usedSentence(span: string, { runs, tokens, amountMicros }: Used): string {
  const cost = money({ state: 'known', amountMicros, currency: 'USD' });
  return `Used ${span}: ${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}, ${tokens.toLocaleString('en')} tokens, ${cost}.`;
}
