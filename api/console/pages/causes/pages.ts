import { causeParam } from '#api/operations/causes/read-cause.ts';
import { type Html, html } from '#api/html.ts';
import type { AnswerTo, OperationCalls } from '#api/routing/call-operation.ts';
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
      const to = form.get('to') ?? undefined;
      const cause = await manage.readCause({ params: { causeId }, query: { to } });
      const { automationId: id, automationName } = cause;
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
          ${replayResults([result])} ${await progressOf(manage, cause, timeZone)}`,
      });
    },
    refused: (request, problem) => causePage(request, problem),
  });

async function causePage(request: Request, problem?: FormProblem) {
  const { manage, params, query, form, timeZone, csrf, workspace } = request;
  const to = query['to'] ?? form.get('to') ?? undefined;
  const facts = await readCauseFacts(manage, params['causeId'] ?? '', to);
  const progress = await progressOf(manage, facts.cause, timeZone);
  return causeView({ ...facts, progress, timeZone, csrf, workspace, problem });
}

/** Its deliveries, with what became of their replays. Older failures than its first are not gone through. */
async function progressOf(
  manage: OperationCalls,
  { causeId, first }: AnswerTo<'readCause'>,
  timeZone: string,
): Promise<Html> {
  const query = { causeId, from: first.receivedAt };
  return progressPart(await readRows(manage, query), query, timeZone);
}

export const causePages = [showCauses, showCause, replayCause] as const;
