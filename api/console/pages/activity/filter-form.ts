import { Outcome } from '../../../../contracts/run.ts';
import { type Html, html } from '../../../html.ts';
import { outcomeNames } from '../../parts/outcome.ts';
import { exactTime } from '../../parts/time.ts';
import { type ActivityQuery, activityPath, isUnfiltered, periods } from './activity-query.ts';

interface Choices {
  readonly query: ActivityQuery;
  readonly automations: readonly { readonly id: string; readonly name: string }[];
  readonly timeZone: string;
}

/** What the list is narrowed to: a form that works by itself. */
export function filterForm({ query, automations, timeZone }: Choices): Html {
  const { q = '', outcome, automationId, period, from, to } = query;
  return html`<form class="filters" method="get" action="/console/activity" role="search">
    <p class="field search">
      <label for="q">Search</label>
      <input
        id="q"
        name="q"
        type="search"
        maxlength="1000"
        value="${q}"
        placeholder="Id, reference, or words of an answer or reason"
      />
    </p>
    ${select(
      'outcome',
      'Outcome',
      [['', 'Any'], ...Outcome.options.map((name): Option => [name, outcomeNames[name]])],
      outcome,
    )}
    ${select(
      'automationId',
      'Automation',
      [
        ['', 'All'],
        ...automations.map(({ id, name }): Option => [id, name]),
        ...unlisted(automationId, automations),
      ],
      automationId,
    )}
    ${select(
      'period',
      'Time',
      [['', 'Any'], ...Object.entries(periods).map(([name, { title }]): Option => [name, title])],
      period,
    )}
    <p class="field"><button>Show</button></p>
    ${hidden('from', from)} ${hidden('to', to)}
    ${
      (from !== undefined || to !== undefined) &&
      html`<p class="hint range">
        ${from !== undefined && `From ${exactTime(from, timeZone)}`}
        ${to !== undefined && `to ${exactTime(to, timeZone)}`}
      </p>`
    }
    ${!isUnfiltered(query) && html`<p class="hint clear"><a href="${activityPath({})}">Show everything</a></p>`}
  </form>`;
}

type Option = readonly [value: string, title: string];

/** An automation that is deleted keeps its deliveries. */
const unlisted = (id: string | undefined, automations: Choices['automations']): readonly Option[] =>
  id === undefined || automations.some((known) => known.id === id) ? [] : [[id, 'A deleted automation']];

const select = (name: string, label: string, options: readonly Option[], chosen: string | undefined): Html =>
  html`<p class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ([value, title]) =>
          html`<option value="${value}" ${value === (chosen ?? '') && html`selected`}>${title}</option>`,
      )}
    </select>
  </p>`;

const hidden = (name: string, value: string | undefined): Html | false =>
  value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`;
