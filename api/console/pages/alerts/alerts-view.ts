import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { automationChoices } from '../../parts/automation-choices.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { unlessReadOnly, whyReadOnly } from '../../parts/read-only.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { alertsPath, rulePath } from './alerts-path.ts';
import { ruleForm } from './rule-form.ts';
import { alertState, conditionWords, targetOf } from './rule-words.ts';

type Rule = ItemOf<'listAlertRules'>;

interface Refused {
  readonly typed: URLSearchParams;
  readonly problem: FormProblem;
}

export async function alertsView(request: PageRequest<'owner'>, refused?: Refused): Promise<View> {
  const { manage, csrf, query, timeZone, workspace } = request;
  const typed = refused?.typed ?? begunWith(query);
  const rules = await manage.listAlertRules({ query: { limit: '200' } });
  const named = [typed.get('automation'), ...rules.items.map(({ automationId }) => automationId)];
  const automations = await automationChoices(manage, named);
  const nameOf = (id: string) => automations.items.find((automation) => automation.id === id)?.name ?? id;
  return view({
    title: 'Alerts',
    section: 'alerts',
    status: refused?.problem.status ?? 200,
    body: html`<h1>Alerts</h1>
      <p class="lead">
        A rule tells you when an automation fails, works again, receives no deliveries or receives deliveries
        of another form than before. A failed alert never causes another one.
      </p>
      ${ruleTable(rules.items, nameOf, timeZone)}
      <section aria-labelledby="add">
        <h2 id="add">New rule</h2>
        ${unlessReadOnly(
          whyReadOnly(workspace),
          ruleForm({
            action: alertsPath,
            csrf,
            automations,
            typed,
            submit: 'Create rule',
            sendsEmail: rules.sendsEmail,
            problem: refused?.problem,
          }),
        )}
      </section>`,
  });
}

/** A rule that another page begins. */
const begunWith = ({ automation = '', condition = 'first_failure' }: PageRequest<'owner'>['query']) =>
  new URLSearchParams({ automation, condition });

const ruleTable = (rules: readonly Rule[], nameOf: (id: string) => string, timeZone: string): Html =>
  table({
    name: 'Alert rules',
    rows: rules,
    columns: [
      {
        title: 'Rule',
        cell: ({ id, name, automationId }) =>
          html`<a href="${rulePath(id)}">${outsideText(name)}</a>
            <span class="hint"
              >${automationId === null ? 'every automation' : outsideText(nameOf(automationId))}</span
            >`,
      },
      {
        title: 'Alerts about',
        cell: (rule) =>
          html`${conditionWords(rule)}
            <span class="hint"><bdi class="foreign">${targetOf(rule)}</bdi></span>`,
      },
      {
        title: 'State',
        cell: ({ state }) =>
          html`<span class="state ${state === 'on' ? 'active' : 'paused'}">${state}</span>`,
      },
      {
        title: 'Last alert',
        cell: ({ lastAlert }) =>
          lastAlert === null
            ? html`<span class="quiet">none yet</span>`
            : alertState(lastAlert, timeZone, time(lastAlert.at, timeZone)),
      },
    ],
    empty: {
      title: 'No alert rules yet',
      text: 'Create a rule below: a signed POST to your URL, or an e-mail, as soon as an automation fails.',
    },
  });
