import type { Readable } from 'node:stream';

import type { WaitlistSheet } from '#waitlist/waitlist.ts';
import { idParam } from '#api/operations/path-params.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import { definePage, download, type PageAnswer, type PageRequest, seeOther } from '../../define-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { limitsOfFields } from '../automations/budget-content.ts';
import { numberOfField } from '../automations/number-of-field.ts';
import { limitNames } from './limits-form.ts';
import { operatorPath } from './operator-path.ts';
import { operatorView } from './operator-view.ts';

interface Deps {
  readonly waitlistSheets: readonly WaitlistSheet[];
}

const titlesOf = ({ waitlistSheets }: Deps) => waitlistSheets.map(({ title }) => title);

const showOperator = (deps: Deps) =>
  definePage({
    method: 'get',
    path: operatorPath,
    access: 'operator',
    handle: (request) => operatorView(request, { waitlistTitles: titlesOf(deps) }),
  });

const makeWorkspace = (deps: Deps) =>
  definePage({
    method: 'post',
    path: operatorPath,
    access: 'operator',
    handle: (request) =>
      orRefused(request, deps, async ({ manage, form }) => {
        const made = await manage.createWorkspace({ body: { name: form.get('name') ?? '' } });
        return await operatorView(request, { waitlistTitles: titlesOf(deps), made });
      }),
  });

/** Forms of one workspace: what each does, and where it leads. */
const onWorkspace =
  (
    action: string,
    act: (
      manage: OperationCalls,
      id: string,
      form: URLSearchParams,
    ) => Promise<{ readonly token?: never } | Made>,
  ) =>
  (deps: Deps) =>
    definePage({
      method: 'post',
      path: `${operatorPath}/workspaces/{id}/${action}`,
      params: { id: idParam('workspace') },
      access: 'operator',
      handle: (request) =>
        orRefused(request, deps, async ({ manage, params, form }) => {
          const result = await act(manage, params['id'] ?? '', form);
          return result.token === undefined
            ? seeOther(operatorPath)
            : await operatorView(request, { waitlistTitles: titlesOf(deps), made: result });
        }),
    });

type Made = Awaited<ReturnType<OperationCalls['replaceOwnerToken']>>;

const suspend = onWorkspace('suspend', async (manage, id) => {
  await manage.changeManagedWorkspace({ params: { id }, body: { state: 'suspended' } });
  return {};
});
const resume = onWorkspace('resume', async (manage, id) => {
  await manage.changeManagedWorkspace({ params: { id }, body: { state: 'active' } });
  return {};
});
const limit = onWorkspace('budget', async (manage, id, form) => {
  const perMonth = limitsOfFields((part) => form.get(`budget.perMonth.${part}`) ?? '');
  const budget = perMonth === undefined ? null : { perMonth };
  await manage.changeManagedWorkspace({ params: { id }, body: { budget } });
  return {};
});
const setLimits = onWorkspace('limits', async (manage, id, form) => {
  const typed = limitNames.map((name) => [name, numberOfField(form.get(`limits.${name}`) ?? '')] as const);
  const said = typed.filter(([, value]) => value !== undefined);
  const limits = said.length === 0 ? null : (Object.fromEntries(said) as object);
  await manage.changeManagedWorkspace({ params: { id }, body: { limits } });
  return {};
});
const replaceToken = onWorkspace('token', (manage, id) => manage.replaceOwnerToken({ params: { id } }));
const remove = onWorkspace('delete', async (manage, id) => {
  await manage.deleteWorkspace({ params: { id } });
  return {};
});

const downloadWaitlist = () =>
  definePage({
    method: 'get',
    path: `${operatorPath}/waitlist/{sheet}`,
    access: 'operator',
    handle: async ({ manage, params: { sheet = '' } }) => {
      const { file } = await manage.exportWaitlist({ params: { sheet } });
      return download({
        type: 'text/csv; charset=utf-8',
        fileName: `${sheet}.csv`,
        content: file as Readable,
      });
    },
  });

async function orRefused(
  request: PageRequest<'operator'>,
  deps: Deps,
  act: (request: PageRequest<'operator'>) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await act(request);
  } catch (error) {
    return await operatorView(request, { waitlistTitles: titlesOf(deps), problem: formProblem(error) });
  }
}

export const operatorPages = [
  showOperator,
  makeWorkspace,
  suspend,
  resume,
  limit,
  setLimits,
  replaceToken,
  remove,
  downloadWaitlist,
] as const;
