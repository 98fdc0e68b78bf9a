import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { automationChoices } from '../../parts/automation-choices.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { nextPage } from '../../parts/next-page.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { unlessReadOnly, whyReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { problemNote, shownOnce } from '../../parts/notice.ts';
import { alertLog } from './alert-log.ts';
import { alertsPath, rulePath } from './alerts-path.ts';
import { ruleForm } from './rule-form.ts';

interface Shown {
  /** A change that was refused, as it was typed. */
  readonly refused?: { readonly typed: URLSearchParams; readonly problem: FormProblem };
  /** A test, or another action, that was refused. */
  readonly problem?: FormProblem;
  readonly secret?: string | null;
}

/** One rule: what it tells, what became of its alerts, and what can be done with it. */
export async function ruleView(request: PageRequest<'owner'>, shown: Shown = {}): Promise<View> {
  const { manage, csrf, params, query, timeZone, workspace } = request;
  const readOnly = whyReadOnly(workspace);
  const { ruleId = '' } = params;
  const { refused, problem, secret } = shown;
  const [rule, log, { sendsEmail }] = await Promise.all([
    manage.readAlertRule({ params: { ruleId } }),
    manage.listAlerts({ params: { ruleId }, query: { cursor: query['cursor'], limit: '25' } }),
    manage.listAlertRules({ query: { limit: '1' } }),
  ]);
  const named = [rule.automationId, refused?.typed.get('automation')];
  const automations = await automationChoices(manage, named);
  const path = rulePath(ruleId);
  return view({
    title: rule.name,
    section: 'alerts',
    status: refused?.problem.status ?? problem?.status ?? 200,
    body: html`<p class="crumb"><a href="${alertsPath}">Alerts</a></p>
      <div class="heading">
        <h1>${outsideText(rule.name)}</h1>
        <span class="state ${rule.state === 'on' ? 'active' : 'paused'}">${rule.state}</span>
      </div>
      ${secret != null && shownOnce('made-secret', 'Alerts are signed with this secret, by Standard Webhooks.', secret)}
      ${problemNote(problem)} ${readOnly === null && actions(rule, csrf)}
      <section aria-labelledby="log">
        <h2 id="log">History</h2>
        ${alertLog(log.items, timeZone)} ${nextPage(`${path}#log`, {}, log.nextCursor)}
      </section>
      <section aria-labelledby="change">
        <h2 id="change">Change it</h2>
        ${unlessReadOnly(
          readOnly,
          ruleForm({
            action: path,
            csrf,
            automations,
            typed: refused?.typed ?? typedRule(rule),
            submit: 'Save',
            sendsEmail,
            problem: refused?.problem,
          }),
        )}
      </section>
      ${readOnly === null && removal(path, csrf)}`,
  });
}

function actions({ id, state, channel }: AnswerTo<'readAlertRule'>, csrf: string): Html {
  const button = (action: string, label: string) =>
    html`<form method="post" action="${rulePath(id)}/${action}">
      ${csrfField(csrf)}
      <button>${label}</button>
    </form>`;
  return html`<div class="actions">
    ${button('test', 'Send a test alert')}
    ${button(state === 'on' ? 'off' : 'on', state === 'on' ? 'Turn off' : 'Turn on')}
    ${channel.kind === 'webhook' && button('secret', 'Replace the secret')}
  </div>`;
}

const removal = (path: string, csrf: string): Html =>
  html`<section aria-labelledby="remove">
    <h2 id="remove">Delete it</h2>
    <p class="hint">Alerts stop, and the log is deleted.</p>
    <form method="post" action="${path}/delete">
      ${csrfField(csrf)}
      <button class="danger">Delete this rule</button>
    </form>
  </section>`;

function typedRule({ name, automationId, condition, channel }: AnswerTo<'readAlertRule'>) {
  const typed = new URLSearchParams({
    name,
    automation: automationId ?? '',
    condition: condition.kind,
    channel: channel.kind,
  });
  if (condition.kind === 'failures') {
    typed.set('count', String(condition.count));
    typed.set('minutes', String(condition.minutes));
  }
  if (condition.kind === 'silence') typed.set('silence', String(condition.minutes));
  if (condition.kind === 'refused') {
    typed.set('refused', String(condition.count));
    typed.set('refusedMinutes', String(condition.minutes));
  }
  if (condition.kind === 'held') {
    typed.set('heldMinutes', String(condition.minutes ?? ''));
    typed.set('held', String(condition.count ?? ''));
  }
  if (channel.kind === 'webhook') typed.set('url', channel.url);
  else typed.set('to', channel.to);
  return typed;
}
