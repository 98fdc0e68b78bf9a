import { Outcome } from '#contracts/run.ts';
import { type Html, html } from '#api/html.ts';
import { checkField, choiceField, type Option, textField } from '../../parts/field.ts';
import { type AutomationChoices, choicesHint } from '../../parts/automation-choices.ts';
import { outcomeNames } from '../../parts/outcome.ts';
import { fieldOfMoment } from '../../parts/local-time.ts';
import {
  type ActivityQuery,
  activityPath,
  between,
  hidesReplayed,
  isRepairable,
  isUnfiltered,
  periods,
  replayedShown,
} from './activity-query.ts';

interface Choices {
  readonly query: ActivityQuery;
  readonly automations: AutomationChoices;
  readonly timeZone: string;
}

/** The filters of the list: a form that works without scripts. */
export function filterForm({ query, automations, timeZone }: Choices): Html {
  const { q = '', outcome, automationId, period, from, to } = query;
  return html`<form class="filters" method="get" action="/console/activity" role="search">
    ${textField({
      name: 'q',
      label: 'Search',
      value: q,
      type: 'search',
      placeholder: 'Id, reference, answer or reason',
      attributes: html`maxlength="1000"`,
    })}
    ${choiceField({
      name: 'outcome',
      label: 'Outcome',
      value: outcome,
      options: [['', 'Any'], ...Outcome.options.map((name): Option => [name, outcomeNames[name]])],
    })}
    ${choiceField({
      name: 'automationId',
      label: 'Automation',
      value: automationId,
      options: [
        ['', 'All'],
        ...automations.items.map(({ id, name }): Option => [id, name]),
        ...unlisted(automationId, automations),
      ],
    })}
    ${choiceField({
      name: 'period',
      label: 'Time',
      value: from === undefined && to === undefined ? period : between,
      options: [
        ['', 'Any'],
        ...Object.entries(periods).map(([name, { title }]): Option => [name, title]),
        [between, 'Between…'],
      ],
    })}
    <p class="field"><button>Show</button></p>
    <div class="between">
      ${moment('from', 'From', from, timeZone)} ${moment('to', 'To', to, timeZone)}
      <p class="hint">In ${timeZone}.</p>
    </div>
    ${isRepairable(query) && replayedChoice(query)}
    ${automations.hasMore && html`<p class="hint">${choicesHint}</p>`}
    ${!isUnfiltered(query) && html`<p class="hint clear"><a href="${activityPath({})}">Show everything</a></p>`}
  </form>`;
}

const replayedChoice = (query: ActivityQuery): Html =>
  checkField({
    name: 'replayed',
    label: 'Also those that succeeded when they were replayed',
    value: replayedShown,
    isChecked: !hidesReplayed(query),
  });

/** An automation that is deleted keeps its deliveries. */
const unlisted = (id: string | undefined, { items }: AutomationChoices): readonly Option[] =>
  id === undefined || items.some((known) => known.id === id) ? [] : [[id, 'A deleted automation']];

const moment = (name: string, label: string, value: string | undefined, timeZone: string): Html =>
  textField({ name, label, type: 'datetime-local', value: fieldOfMoment(value, timeZone) });
