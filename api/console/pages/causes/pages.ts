import { causeParam } from '#api/operations/causes/read-cause.ts';
import { html } from '#api/html.ts';
import { definePage, type PageRequest, view } from '../../define-page.ts';
import { causePath } from '../../parts/cause-path.ts';
import { formPage } from '../../parts/form-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { progressPart } from '../activity/replay-progress.ts';
import { replayResults } from '../activity/replay-results.ts';
import { readRows } from '../activity/replay-rows.ts';
import { readCauseFacts } from './cause-facts.ts';
import { causeView } from './cause-view.ts';
import { showCauses } from './list-causes.ts';

type Request = PageRequest<'owner'>;

const page = { path: causePath('{causeId}'), params: { causeId: causeParam } };

const showCause = () => definePage({ ...page, method: 'get', handle: (request) => causePage(request) });

/** Replays its deliveries, as many as there were when the page was shown, and follows what becomes of them. */
const replayCause = () =>
  formPage({
    ...page,
    path: `${page.path}/replay`,
    act: async ({ manage, params: { causeId = '' }, form, timeZone }) => {
      const { automationId: id, automationName } = await manage.readCause({ params: { causeId } });
      const to = form.get('to') ?? undefined;
      const { replayed, ...rest } = await manage.replayAutomation({ params: { id }, body: { causeId, to } });
      const result = {
        kind: 'started' as const,
        automationName,
        started: replayed,
        ...rest,
        deliveryIds: [],
      };
      return view({
        title: 'Replayed',
        section: 'activity',
        body: html`<p class="crumb"><a href="${causePath(causeId)}">The cause</a></p>
          <h1>${replayed} replayed</h1>
          ${replayResults([result])}
          ${progressPart(await readRows(manage, { causeId }), { causeId }, timeZone)}`,
      });
    },
    refused: (request, problem) => causePage(request, problem),
  });

async function causePage(request: Request, problem?: FormProblem) {
  const { manage, params, query, timeZone, csrf, workspace } = request;
  const { causeId = '' } = params;
  const [facts, rows] = await Promise.all([
    readCauseFacts(manage, causeId, query['to']),
    readRows(manage, { causeId }),
  ]);
  const progress = progressPart(rows, { causeId }, timeZone);
  return causeView({ ...facts, progress, timeZone, csrf, workspace, problem });
}

export const causePages = [showCauses, showCause, replayCause] as const;
