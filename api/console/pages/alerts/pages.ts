import { idParam } from '#api/operations/path-params.ts';
import { definePage, type PageAnswer, type PageRequest, seeOther } from '../../define-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { alertsPath, rulePath } from './alerts-path.ts';
import { alertsView } from './alerts-view.ts';
import { ruleView } from './rule-view.ts';

const path = `${alertsPath}/{ruleId}`;
const params = { ruleId: idParam('alert rule') };

const showAlerts = () =>
  definePage({
    method: 'get',
    path: alertsPath,
    handle: (request) => alertsView(request),
  });

const makeRule = () =>
  definePage({
    method: 'post',
    path: alertsPath,
    handle: async (request) => {
      const { manage, form } = request;
      try {
        const { id, secret } = await manage.createAlertRule({ body: readRuleForm(form) });
        // A secret is shown once: by this answer, for no address leads to it.
        return secret === null
          ? seeOther(rulePath(id))
          : await ruleView({ ...request, params: { ruleId: id } }, { secret });
      } catch (error) {
        return await alertsView(request, { typed: form, problem: formProblem(error) });
      }
    },
  });

const showRule = () => definePage({ method: 'get', path, params, handle: (request) => ruleView(request) });

const changeRule = () =>
  definePage({
    method: 'post',
    path,
    params,
    handle: async (request) => {
      const { manage, form } = request;
      try {
        const { id, secret } = await manage.changeAlertRule({
          params: request.params,
          body: readRuleForm(form),
        });
        return secret === null ? seeOther(rulePath(id)) : await ruleView(request, { secret });
      } catch (error) {
        return await ruleView(request, { refused: { typed: form, problem: formProblem(error) } });
      }
    },
  });

/** The action of a button on the page of a rule; a refusal is shown there. */
const action = (end: string, act: (request: PageRequest<'owner'>) => Promise<PageAnswer>) => () =>
  definePage({
    method: 'post',
    path: `${path}/${end}`,
    params,
    handle: async (request) => {
      try {
        return await act(request);
      } catch (error) {
        return await ruleView(request, { problem: formProblem(error) });
      }
    },
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
    case 'refused':
      return { kind: 'refused', count: number('refused'), minutes: number('refusedMinutes') };
    case 'held':
      return { kind: 'held', minutes: number('heldMinutes'), count: number('held') };
    default:
      return { kind: 'first_failure' };
  }
}
