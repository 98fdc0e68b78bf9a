import { describeStep } from '#rules/plan.ts';
import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { outsideCharacters, outsideText } from '../../parts/outside-text.ts';
import { automationPath } from './automation-path.ts';
import type { ShownAutomation } from './shown-automation.ts';

export const planPath = (id: string) => `${automationPath(id)}/plan`;

/** The form that confirms a plan. */
export const planForm = (id: string, digest: string, csrf: string, button: Html): Html =>
  html`<form method="post" action="${planPath(id)}" class="actions">
    ${csrfField(csrf)} <input type="hidden" name="digest" value="${digest}" /> ${button}
  </form>`;

/** The plan of an automation, and the button that confirms it. */
export function planPart(
  { id, plan, planState, planDigest }: ShownAutomation,
  { csrf, isReadOnly }: { readonly csrf: string; readonly isReadOnly: boolean },
): Html | false {
  if (plan === null || planDigest === null) return false;
  const { steps = [], answer = null } = plan;
  const isProposed = planState === 'proposed';
  return html`<section class="plan" aria-labelledby="plan-title">
    <h2 id="plan-title">Plan</h2>
    <p>
      ${
        isProposed
          ? 'The model carries out the instructions. Once you confirm this plan, runs carry it out without a model and without its cost; a delivery on which it is unknown still goes to the model.'
          : 'Runs carry out this plan, without a model.'
      }
      <a href="/docs/plans">How plans are written</a>
    </p>
    <ol class="sentences">
      ${steps.map((step) => html`<li><code>${outsideText(describeStep(step), 600)}</code></li>`)}
      ${textsOf(answer).map(
        ({ when, text }) =>
          html`<li>
            Answer${when !== undefined && html`, when <code>${outsideText(when, 600)}</code>`}:
            <q>${outsideText(text, 600)}</q>
          </li>`,
      )}
    </ol>
    <details${isProposed && html` open`}>
      <summary>In full</summary>
      <pre class="foreign" tabindex="0" aria-label="Plan in full">
${outsideCharacters(JSON.stringify(plan, null, 2))}</pre>
    </details>
    ${isProposed && !isReadOnly && planForm(id, planDigest, csrf, html`<button>Confirm the plan</button>`)}
  </section>`;
}

function textsOf(answer: NonNullable<ShownAutomation['plan']>['answer']) {
  if (answer == null) return [];
  return typeof answer === 'string' ? [{ when: undefined, text: answer }] : answer;
}
