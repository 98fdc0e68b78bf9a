import { idParam } from '#api/operations/path-params.ts';
import { definePage, type PageAnswer, type PageRequest, seeOther } from '../../define-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { settingsPath } from './settings-path.ts';
import { settingsView } from './settings-view.ts';

const showSettings = () =>
  definePage({
    method: 'get',
    path: settingsPath,
    access: 'owner',
    handle: (request) => settingsView(request),
  });

const changeTimeZone = () =>
  definePage({
    method: 'post',
    path: `${settingsPath}/time-zone`,
    access: 'owner',
    handle: (request) =>
      orRefused(request, 'time-zone', async ({ manage, form }) => {
        await manage.changeWorkspace({ body: { timeZone: (form.get('timeZone') ?? '').trim() } });
        return seeOther(settingsPath);
      }),
  });

const changeModel = () =>
  definePage({
    method: 'post',
    path: `${settingsPath}/model`,
    access: 'owner',
    handle: (request) =>
      orRefused(request, 'model', async ({ manage, form }) => {
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

const makeToken = () =>
  definePage({
    method: 'post',
    path: `${settingsPath}/tokens`,
    access: 'owner',
    handle: (request) =>
      orRefused(request, 'tokens', async ({ manage, form }) => {
        const body = { name: form.get('name') ?? '', role: form.get('role') ?? '' };
        const token = await manage.createToken({ body });
        return await settingsView(request, { token });
      }),
  });

const revokeToken = () =>
  definePage({
    method: 'post',
    path: `${settingsPath}/tokens/{tokenId}/delete`,
    params: { tokenId: idParam('token') },
    access: 'owner',
    handle: (request) =>
      orRefused(request, 'tokens', async ({ manage, params }) => {
        await manage.deleteToken({ params });
        return seeOther(`${settingsPath}#tokens`);
      }),
  });

/** What a form of the page does, or the page again with the refusal at its part. */
async function orRefused(
  request: PageRequest<'owner'>,
  part: string,
  act: (request: PageRequest<'owner'>) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await act(request);
  } catch (error) {
    return await settingsView(request, {
      refused: { part, typed: request.form, problem: formProblem(error) },
    });
  }
}

export const settingsPages = [showSettings, changeTimeZone, changeModel, makeToken, revokeToken] as const;
