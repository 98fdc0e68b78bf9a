import { type Html, html } from '#api/html.ts';
import { rehearsedMax } from '#api/operations/rehearsals/new-rehearsal.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { causePath } from '../../parts/cause-path.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { choiceField, textField } from '../../parts/field.ts';
import { fieldOfMoment } from '../../parts/local-time.ts';
import { money } from '../../parts/money.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';
import type { Choice } from './choice.ts';
import { rehearsalsPath } from './rehearsal-path.ts';

type Estimate = AnswerTo<'startRehearsal'>;

interface StartForm {
  readonly automationId: string;
  readonly choice: Choice;
  /** Null where the choice was refused. */
  readonly estimate: Estimate | null;
  readonly problem: FormProblem | undefined;
  readonly csrf: string;
  readonly timeZone: string;
}

/** Chooses the deliveries, and says how many that are and the most that they are expected to cost. */
export function startForm({ automationId, choice, estimate, problem, csrf, timeZone }: StartForm): Html {
  const { change, deliveryId, causeId } = choice;
  return html`<form method="post" action="${rehearsalsPath(automationId)}" class="rehearse">
    ${csrfField(csrf)} ${problemNote(problem)}
    <input type="hidden" name="change" value="${JSON.stringify(change)}" />
    <input type="hidden" name="delivery" value="${deliveryId}" />
    <input type="hidden" name="cause" value="${causeId}" />
    ${causeId !== '' && html`<p>Played: those that failed for <a href="${causePath(causeId)}">one cause</a></p>`}
    ${
      deliveryId === ''
        ? selection(choice, problem, timeZone)
        : html`<p>
            Played: <a href="${deliveryPath(deliveryId)}"><code>${deliveryId}</code></a>
          </p>`
    }
    ${means(choice, problem)} ${estimate !== null && estimatePart(estimate)}
    <div class="actions">
      ${estimate !== null && estimate.of > 0 && html`<button class="primary" name="do" value="start">Start the rehearsal</button>`}
      <button name="do" value="count">Count again</button>
    </div>
  </form>`;
}

function selection({ fields }: Choice, problem: FormProblem | undefined, timeZone: string): Html {
  const moment = (name: 'deliveries.from' | 'deliveries.to', label: string) =>
    textField({
      name,
      label,
      type: 'datetime-local',
      value: fieldOfMoment(fields[name], timeZone),
      problem,
    });
  return html`<div class="columns">
      ${textField({
        name: 'deliveries.limit',
        label: 'The newest so many deliveries',
        value: fields['deliveries.limit'],
        problem,
        type: 'number',
        attributes: html`min="1" max="${rehearsedMax}"`,
      })}
      ${moment('deliveries.from', 'Arrived from')} ${moment('deliveries.to', 'Arrived until')}
    </div>
    <p class="hint">Times are in ${timeZone}. Blank: whenever.</p>`;
}

const means = ({ fields }: Choice, problem: FormProblem | undefined): Html =>
  html`<div class="columns">
    ${choiceField({
      name: 'reads',
      label: 'Requests that read',
      value: fields.reads,
      problem,
      options: [
        ['recorded', 'are answered as in the run'],
        ['live', 'are sent now'],
      ],
    })}
    ${textField({
      name: 'budget.amountMicros',
      label: 'Budget in US dollars',
      value: fields['budget.amountMicros'],
      problem,
      type: 'number',
      attributes: html`min="0" step="0.000001"`,
    })}
    ${textField({
      name: 'budget.tokens',
      label: 'Budget in tokens',
      value: fields['budget.tokens'],
      problem,
      type: 'number',
      attributes: html`min="0"`,
    })}
  </div>`;

function estimatePart({ of, bound }: Estimate): Html {
  if (of === 0) return notice('attention', 'None of these deliveries is stored and has ended.');
  return html`<p role="status">
    <strong
      >${of === 1 ? 'One delivery is played.' : `${of.toLocaleString('en')} deliveries are played.`}</strong
    >
    ${boundSentence(bound)}
  </p>`;
}

function boundSentence({ tokens, amountMicros }: Estimate['bound']): string {
  if (tokens === 0)
    return amountMicros === 0
      ? 'Their meaning is data: a model is asked only where it is unknown.'
      : 'None of their runs asked a model. If the change asks one, the budget holds.';
  const amount =
    amountMicros === null
      ? 'for which no price is known; the budget holds'
      : money({ state: 'estimated', amountMicros, currency: 'USD' });
  return `At most ${tokens.toLocaleString('en')} tokens are expected, ${amount}, by what their runs cost.`;
}
