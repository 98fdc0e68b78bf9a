import { idParam } from '#api/operations/path-params.ts';
import { definePage, type PageAnswer, type PageRequest, seeOther } from '../../define-page.ts';
import { formProblem, inWordsOf } from '../../parts/refused-form.ts';
import { settingsPath } from './settings-path.ts';
import { type SettingsDeps, settingsView } from './settings-view.ts';

const showSettings = (deps: SettingsDeps) =>
  definePage({
    method: 'get',
    path: settingsPath,
    handle: (request) => settingsView(deps, request),
  });

const changeTimeZone = (deps: SettingsDeps) =>
  definePage({
    method: 'post',
    path: `${settingsPath}/time-zone`,
    handle: (request) =>
      orRefused(deps, request, 'time-zone', async ({ manage, form }) => {
        await manage.changeWorkspace({ body: { timeZone: (form.get('timeZone') ?? '').trim() } });
        return seeOther(settingsPath);
      }),
  });

const changeModel = (deps: SettingsDeps) =>
  definePage({
    method: 'post',
    path: `${settingsPath}/model`,
    handle: (request) =>
      orRefused(deps, request, 'model', async ({ manage, form }) => {
        const agentId = form.get('agent') ?? '';
        const { modelSettings } = await manage.readAgent({ params: { agentId } });
        const { main: _main, fallback: _fallback, ...kept } = modelSettings ?? {};
        const typed = ['main', 'fallback'].map((name) => [name, (form.get(name) ?? '').trim()] as const);
        const model = { ...kept, ...Object.fromEntries(typed.filter(([, id]) => id !== '')) };
        const isEmpty = Object.keys(model).length === 0;
        await manage.changeAgent({ params: { agentId }, body: { model: isEmpty ? null : model } });
        return seeOther(`${settingsPath}#models`);
      }),
  });

const makeToken = (deps: SettingsDeps) =>
  definePage({
    method: 'post',
    path: `${settingsPath}/tokens`,
    handle: (request) =>
      orRefused(deps, request, 'tokens', async ({ manage, form }) => {
        const [name, role] = [form.get('name') ?? '', form.get('role') ?? ''];
        const body = { name, role, for: form.get('for') ?? 'manage' };
        const token = await manage.createToken({ body });
        return await settingsView(deps, request, { token });
      }),
  });

const revokeToken = (deps: SettingsDeps) =>
  definePage({
    method: 'post',
    path: `${settingsPath}/tokens/{tokenId}/delete`,
    params: { tokenId: idParam('token') },
    handle: (request) =>
      orRefused(deps, request, 'tokens', async ({ manage, params }) => {
        await manage.deleteToken({ params });
        return seeOther(`${settingsPath}#tokens`);
      }),
  });

/** Ends the session that was chosen, else all but that of who asks. */
const endSessions = (deps: SettingsDeps) =>
  definePage({
    method: 'post',
    path: `${settingsPath}/sessions`,
    handle: async ({ manage, form, session }) => {
      // Refused to all but owners.
      const { items: tokens } = await manage.listTokens({ query: { limit: '200' } });
      const tokenIds = tokens.map(({ id }) => id);
      const chosen = form.get('session');
      const ended = (await deps.sessions.list(tokenIds, session)).filter(({ id, isOwn }) =>
        chosen === null ? !isOwn : id === chosen,
      );
      await deps.sessions.end(ended.map(({ id }) => id));
      return seeOther(`${settingsPath}#sessions`);
    },
  });

/** Carries out a form of the page, or shows the page again with the refusal at its part. */
async function orRefused(
  deps: SettingsDeps,
  request: PageRequest<'owner'>,
  part: string,
  act: (request: PageRequest<'owner'>) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await act(request);
  } catch (error) {
    return await settingsView(deps, request, {
      refused: {
        part,
        typed: request.form,
        problem: inWordsOf({ timeZone: 'Time zone', name: 'Name' }, formProblem(error)),
      },
    });
  }
}

export const settingsPages = [
  showSettings,
  changeTimeZone,
  changeModel,
  makeToken,
  revokeToken,
  endSessions,
] as const;
