import { Case, type NewCase as Given, NewCase, type StoredExpected } from '#contracts/case.ts';
import { DomainError, invalidField } from '#domain/domain-error.ts';
import { caseIdOf } from '#domain/case-id.ts';
import type { Automations } from '#store/automation/automations.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { doneBy, nameOf } from './case-of-run.ts';
import { caseView } from './case-view.ts';
import { type CasePlayDeps, playCases } from './play-cases.ts';
import type { RecordedRun, RecordedRuns } from '#store/rehearsal/recorded-runs.ts';

interface Deps extends CasePlayDeps {
  readonly automations: Pick<Automations, 'find'>;
  readonly recordedRuns: RecordedRuns;
}

export const keepCase = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/cases',
    id: 'keepCase',
    access: 'owner',
    summary: 'Keep a delivery as a case',
    description:
      'A case is a delivery with what a run of it must do. Each change of the automation is held against its cases: those that are data at once, the others by a rehearsal after the change, which tells by alert and event. It is erased with its delivery.',
    params: { id: idParam('automation') },
    body: jsonBody(NewCase, {
      examples: {
        good: {
          summary: 'As its run did',
          value: { deliveryId: 'dlv_0mXq3vYtJ7Hc5Kz2aB1c', mustHold: true },
        },
        caught: {
          summary: 'The filter should have caught it',
          value: { deliveryId: 'dlv_0mXq3vYtJ7Hc5Kz2aB1c', expected: { kind: 'skipped' } },
        },
      },
    }),
    answers: { 201: json('The case.', Case) },
    refusals: ['CASES_FULL', 'ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params, body }) => {
      const automation = await findAutomation(deps.automations, workspace.id, params.id);
      const given = await body();
      const recorded = await recordedOf(
        deps,
        { workspaceId: workspace.id, automationId: automation.id },
        given,
      );
      const one = {
        deliveryId: given.deliveryId,
        name: given.name ?? nameOf(recorded),
        mustHold: given.mustHold,
        expected: expectedBy(given, recorded),
        by: workspace.tokenName,
        createdAt: Date.now(),
      };
      if (!(await deps.cases.keep(workspace.id, automation.id, one)))
        throw new DomainError('CASES_FULL', 'The automation has 200 cases already');
      const place = { workspaceId: workspace.id, automationId: automation.id };
      const played = await playCases(deps, place, automation);
      const kept = played.find(({ id }) => id === caseIdOf(given.deliveryId));
      return { status: 201, body: caseView(found(kept ?? null, 'case')) };
    },
  });

async function recordedOf(
  { recordedRuns }: Deps,
  { workspaceId, automationId }: { readonly workspaceId: string; readonly automationId: string },
  { deliveryId }: Given,
): Promise<RecordedRun> {
  const wanted = { deliveryIds: [deliveryId], fromMs: 0, toMs: Infinity, limit: 1 };
  const [id] = await recordedRuns.select(workspaceId, automationId, wanted);
  return found(id === undefined ? null : await recordedRuns.read(workspaceId, id), 'delivery');
}

function expectedBy({ expected }: Given, recorded: RecordedRun): StoredExpected {
  if (expected?.kind === 'skipped') return expected;
  if (expected !== undefined)
    return {
      kind: 'requests',
      requests: expected.requests.map(({ method, url, body }) => ({
        title: method,
        target: new URL(url).href,
        body: body == null ? null : typeof body === 'string' ? body : JSON.stringify(body),
        digest: null,
      })),
    };
  const done = doneBy(recorded);
  if (done === null)
    throw invalidField(
      'expected',
      'must say what a run of it must do: its own run did not succeed, or was not kept whole, or a pause or a budget skipped it',
    );
  return done;
}
