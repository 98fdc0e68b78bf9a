import { idParam } from '#api/operations/path-params.ts';
import { definePage, type PageAnswer, type PageRequest, seeOther } from '../../define-page.ts';
import { formPage } from '../../parts/form-page.ts';
import { alertsPath, rulePath } from './alerts-path.ts';
import { alertsView } from './alerts-view.ts';
import { ruleView } from './rule-view.ts';

const path = `${alertsPath}/{ruleId}`;
const params = { ruleId: idParam('alert rule') };

const showAlerts = () =>
  definePage({ method: 'get', path: alertsPath, handle: (request) => alertsView(request) });

const makeRule = () =>
  formPage({
    path: alertsPath,
    act: async (request) => {
      const { id, secret } = await request.manage.createAlertRule({ body: readRuleForm(request.form) });
      // A secret is shown once: by this answer, for no address leads to it.
      return secret === null
        ? seeOther(rulePath(id))
        : await ruleView({ ...request, params: { ruleId: id } }, { secret });
    },
    refused: (request, problem) => alertsView(request, { typed: request.form, problem }),
  });

const showRule = () => definePage({ method: 'get', path, params, handle: (request) => ruleView(request) });

const changeRule = () =>
  formPage({
    path,
    params,
    act: async (request) => {
      const body = readRuleForm(request.form);
      const { id, secret } = await request.manage.changeAlertRule({ params: request.params, body });
      return secret === null ? seeOther(rulePath(id)) : await ruleView(request, { secret });
    },
    refused: (request, problem) => ruleView(request, { refused: { typed: request.form, problem } }),
  });

/** The action of a button on the page of a rule; a refusal is shown there. */
const action = (end: string, act: (request: PageRequest<'owner'>) => Promise<PageAnswer>) => () =>
  formPage({
    path: `${path}/${end}`,
    params,
    act,
    refused: (request, problem) => ruleView(request, { problem }),
  });

const setState = (state: 'on' | 'off') =>
  action(state, async ({ manage, params: given }) => {
    const { id } = await manage.changeAlertRule({ params: given, body: { state } });
    return seeOther(rulePath(id));
  });

const sendTest = action('test', async ({ manage, params: given }) => {
  const { ruleId } = await manage.sendTestAlert({ params: given });
  return seeOther(`${rulePath(ruleId)}#log`);
});

const replaceSecret = action('secret', async (request) => {
  const { secret } = await request.manage.replaceAlertSecret({ params: request.params });
  return await ruleView(request, { secret });
});

const removeRule = action('delete', async ({ manage, params: given }) => {
  await manage.deleteAlertRule({ params: given });
  return seeOther(alertsPath);
});

export const alertPages = [
  showAlerts,
  makeRule,
  showRule,
  changeRule,
  setState('on'),
  setState('off'),
  sendTest,
  replaceSecret,
  removeRule,
] as const;

/** The body of an alert rule, as a form says it. The operation refuses a value that is missing or not a number. */
function readRuleForm(form: URLSearchParams) {
  const text = (name: string) => (form.get(name) ?? '').trim();
  return {
    name: text('name'),
    automationId: text('automation') === '' ? null : text('automation'),
    condition: conditionIn(text),
    channel:
      text('channel') === 'email' ? { kind: 'email', to: text('to') } : { kind: 'webhook', url: text('url') },
  };
}

function conditionIn(text: (name: string) => string): object {
  const number = (name: string) => (text(name) === '' ? undefined : Number(text(name)));
  switch (text('condition')) {
    case 'failures':
      return { kind: 'failures', count: number('count'), minutes: number('minutes') };
    case 'silence':
      return { kind: 'silence', minutes: number('silence') };
    case 'shape_change':
      return { kind: 'shape_change' };
    case 'case_broken':
      return { kind: 'case_broken' };
    case 'connection_broken':
      return { kind: 'connection_broken' };
    case 'refused':
      return { kind: 'refused', count: number('refused'), minutes: number('refusedMinutes') };
    case 'held':
      return { kind: 'held', minutes: number('heldMinutes'), count: number('held') };
    default:
      return { kind: 'first_failure' };
  }
}
