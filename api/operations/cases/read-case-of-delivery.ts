import { CaseOfDelivery } from '#contracts/case.ts';
import { writtenBy } from '#rehearsal/judge-case.ts';
import type { Cases } from '#store/case/cases.ts';
import type { RecordedRuns } from '#store/rehearsal/recorded-runs.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { doneBy, nameOf } from './case-of-run.ts';
import { caseView, expectedView, requestView } from './case-view.ts';

interface Deps {
  readonly cases: Pick<Cases, 'of'>;
  readonly recordedRuns: Pick<RecordedRuns, 'read'>;
}

export const readCaseOfDelivery = ({ cases, recordedRuns }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/deliveries/{deliveryId}/case',
    id: 'readCaseOfDelivery',
    access: 'owner',
    role: 'viewer',
    summary: 'Read the case that a delivery is or may become',
    description: 'Only of a delivery that has ended, and whose body is kept.',
    params: { deliveryId: idParam('delivery') },
    answers: { 200: json('The case, and what its run did.', CaseOfDelivery) },
    refusals: ['ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params: { deliveryId } }) => {
      const recorded = found(await recordedRuns.read(workspace.id, deliveryId), 'delivery');
      const kept = await cases.of(workspace.id, recorded.record['automationId'] ?? '', deliveryId);
      const done = doneBy(recorded);
      return {
        status: 200,
        body: {
          kept: kept && caseView(kept),
          name: nameOf(recorded),
          done: done && expectedView(done),
          requests: writtenBy(recorded.original).map(requestView),
        },
      };
    },
  });
