import { idParam } from '#api/operations/path-params.ts';
import { definePage, type PageAnswer, type PageRequest, seeOther } from '../../define-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { settingsPath } from '../settings/settings-path.ts';
import { type SettingsDeps, settingsView } from '../settings/settings-view.ts';
import { eventsPath, targetPath } from './events-path.ts';
import { readTargetForm } from './target-form.ts';
import { targetView } from './target-view.ts';

const path = `${eventsPath}/{targetId}`;
const params = { targetId: idParam('event target') };

const makeTarget = (deps: SettingsDeps) =>
  definePage({
    method: 'post',
    path: eventsPath,
    access: 'owner',
    handle: async (request) => {
      const { manage, form } = request;
      try {
        const { id, secret } = await manage.createEventTarget({ body: readTargetForm(form) });
        // A secret is shown once: by this answer, for no address leads to it.
        return await targetView({ ...request, params: { targetId: id } }, { secret });
      } catch (error) {
        const refused = { part: 'events', typed: form, problem: formProblem(error) };
        return await settingsView(deps, request, { refused });
      }
    },
  });

const showTarget = () =>
  definePage({ method: 'get', path, params, access: 'owner', handle: (request) => targetView(request) });

const changeTarget = () =>
  definePage({
    method: 'post',
    path,
    params,
    access: 'owner',
    handle: async (request) => {
      const { manage, form } = request;
      try {
        await manage.changeEventTarget({ params: request.params, body: readTargetForm(form) });
        return seeOther(targetPath(request.params['targetId'] ?? ''));
      } catch (error) {
        return await targetView(request, { refused: { typed: form, problem: formProblem(error) } });
      }
    },
  });

/** The action of a button on the page of a target, which leads back there; a refusal is shown there. */
const action = (end: string, act: (request: PageRequest<'owner'>) => Promise<PageAnswer | void>) => () =>
  definePage({
    method: 'post',
    path: `${path}/${end}`,
    params,
    access: 'owner',
    handle: async (request) => {
      try {
        return (await act(request)) ?? seeOther(`${targetPath(request.params['targetId'] ?? '')}#log`);
      } catch (error) {
        return await targetView(request, { problem: formProblem(error) });
      }
    },
  });

const setState = (state: 'on' | 'off') =>
  action(state, async ({ manage, params: given }) => {
    await manage.changeEventTarget({ params: given, body: { state } });
  });

const sendTest = action('test', async ({ manage, params: given }) => {
  await manage.sendTestEvent({ params: given });
});

const sendAgain = action('send', async ({ manage, params: given, form }) => {
  await manage.sendEventAgain({ params: { ...given, eventId: form.get('event') ?? '' } });
});

const replaceSecret = action('secret', async (request) => {
  const { secret } = await request.manage.replaceEventSecret({ params: request.params });
  return await targetView(request, { secret });
});

const removeTarget = action('delete', async ({ manage, params: given }) => {
  await manage.deleteEventTarget({ params: given });
  return seeOther(`${settingsPath}#events`);
});

export const eventPages = [
  makeTarget,
  showTarget,
  changeTarget,
  setState('on'),
  setState('off'),
  sendTest,
  sendAgain,
  replaceSecret,
  removeTarget,
] as const;
