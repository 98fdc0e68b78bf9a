import { definePage, type PageRequest } from '../../define-page.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import type { SkippedRuns } from './skipped-runs.ts';
import { skippedView } from './skipped-view.ts';
import { whyReadOnly } from '../../parts/read-only.ts';

type Request = PageRequest<'owner'>;

const page = {
  path: `${automationPath('{id}')}/skipped`,
  params: automationParams,
} as const;

/** A call starts no more. */
const limit = 200;

/** The page of deliveries that a pause or a budget skipped, and that wait to be run. */
export const skippedPage = () =>
  definePage({ ...page, method: 'get', handle: (request) => skipped(request) });

/** Runs all of it, the newest of each reference, or what was chosen, and says what came of it. */
export const runSkippedOfAutomation = () =>
  definePage({
    ...page,
    method: 'post',
    handle: async (request) => {
      const { manage, params, form } = request;
      const chosen = [...new Set(form.getAll('deliveryId'))];
      const isChoice = form.get('which') === 'chosen';
      if (isChoice && chosen.length === 0) return await skipped(request, { problem: nothingChosen });
      try {
        const body = isChoice ? { deliveryIds: chosen, limit } : { which: form.get('which'), limit };
        return await skipped(request, { runs: await manage.runSkipped({ params, body }) });
      } catch (error) {
        return await skipped(request, { problem: formProblem(error) });
      }
    },
  });

const nothingChosen: FormProblem = {
  code: 'INVALID_REQUEST',
  status: 400,
  field: null,
  message: 'No delivery was chosen.',
  hint: 'Tick some in the list first.',
};

interface Result {
  readonly runs?: SkippedRuns;
  readonly problem?: FormProblem;
}

async function skipped({ manage, params, query, csrf, timeZone, workspace }: Request, result: Result = {}) {
  const [automation, list] = await Promise.all([
    manage.readAutomation({ params, query: { wouldRun: 'false' } }),
    manage.listSkipped({ params, query: { cursor: query['cursor'] } }),
  ]);
  return automationFrame({
    automation,
    tab: '/skipped',
    status: result.problem?.status,
    body: skippedView({
      ...result,
      automation,
      list,
      query,
      csrf,
      timeZone,
      readOnly: whyReadOnly(workspace),
    }),
  });
}
