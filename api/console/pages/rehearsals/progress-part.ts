import { verdictNames } from '#contracts/rehearsal.ts';
import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { money } from '../../parts/money.ts';
import { withQuery } from '../../parts/next-page.ts';
import { rehearsalPath, type ShownRehearsal, verdictWords } from './rehearsal-path.ts';

const stateSentences: Readonly<Record<ShownRehearsal['state'], string>> = {
  running: 'Deliveries are being played. You can leave this page: it is found again under Rehearsals.',
  done: 'All deliveries are played.',
  cancelled: 'It was cancelled. The deliveries that were played are below.',
  failed: 'It ended early.',
};

/** How far a rehearsal is, the numbers of its verdicts, and its cost. */
export function progressPart(rehearsal: ShownRehearsal, cancelCsrf: string | null): Html {
  const { id, state, reason, of, done } = rehearsal;
  return html`<p role="status">${stateSentences[state]}${reason !== null && ` ${reason}`}</p>
    <p class="progress">
      <progress max="${of}" value="${done}" aria-label="Deliveries played"></progress>
      ${done.toLocaleString('en')} of ${of.toLocaleString('en')}
    </p>
    <ul class="totals" aria-label="Verdicts">
      ${verdictNames.map(
        (verdict) =>
          rehearsal[verdict] > 0 &&
          html`<li>
            <a href="${withQuery(rehearsalPath(id), { verdict })}"
              ><b>${rehearsal[verdict].toLocaleString('en')}</b> ${verdictWords[verdict]}</a
            >
          </li>`,
      )}
    </ul>
    <p class="hint">${costSentence(rehearsal)}</p>
    ${
      state === 'running' &&
      cancelCsrf !== null &&
      html`<form method="post" action="${rehearsalPath(id)}/cancel" class="actions">
        ${csrfField(cancelCsrf)}<button>Cancel the rehearsal</button>
      </form>`
    }`;
}

function costSentence({ cost, bound }: ShownRehearsal): string {
  const { inputTokens, outputTokens } = cost;
  const used = inputTokens + outputTokens;
  if (used === 0 && bound.tokens === 0) return 'No model was asked.';
  const expected =
    bound.amountMicros === null
      ? `${bound.tokens.toLocaleString('en')} tokens`
      : `${bound.tokens.toLocaleString('en')} tokens, ${money({ state: 'estimated', amountMicros: bound.amountMicros, currency: 'USD' })}`;
  return `Models so far: ${used.toLocaleString('en')} tokens, ${money(cost.money)}. At most expected: ${expected}.`;
}
