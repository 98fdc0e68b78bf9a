import { createHearing } from '#rehearsal/hearing.ts';
import { judgeCase } from '#rehearsal/judge-case.ts';
import { playByData } from '#rehearsal/play-data.ts';
import { createRefusals } from '#rehearsal/refusals.ts';
import type { Revision } from '#contracts/automation.ts';
import type { CaseVerdict, StoredCase } from '#contracts/case.ts';
import { chosenModels } from '#domain/chosen-models.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import type { Egress } from '#egress/egress.ts';
import type { Cases } from '#store/case/cases.ts';
import type { RecordedRuns } from '#store/rehearsal/recorded-runs.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { Models } from '../agents/agent-view.ts';

export interface CasePlayDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly cases: Cases;
  readonly egress: Pick<Egress, 'check'>;
  readonly models: Pick<Models, 'serviceModel'>;
  readonly recordedRuns: Pick<RecordedRuns, 'read'>;
  /** Requests that a run may send. */
  readonly runRequestsMax: number;
}

export type PlayedCase = StoredCase & CaseVerdict;

interface Place {
  readonly workspaceId: string;
  readonly automationId: string;
}

/** The cases of an automation as a revision would do them, as far as that is data: no model is asked, nothing is sent. */
export async function playCases(
  deps: CasePlayDeps,
  { workspaceId, automationId }: Place,
  revision: Revision,
): Promise<readonly PlayedCase[]> {
  const cases = await deps.cases.list(workspaceId, automationId);
  if (cases.length === 0) return [];
  const agent = await deps.agents.find(workspaceId, revision.agentId);
  const chosen = chosenModels(deps.models.serviceModel, agent?.model ?? null, revision.model);
  const known = {
    isOffline: chosen.main === offlineModelId,
    isFilterOffline: chosen.filter === offlineModelId,
    maxRequests: deps.runRequestsMax,
  };
  const played: PlayedCase[] = [];
  for (const one of cases)
    played.push({ ...one, ...(await verdictOf(deps, workspaceId, { one, revision, known })) });
  return played;
}

interface OneCase {
  readonly one: StoredCase;
  readonly revision: Revision;
  readonly known: {
    readonly isOffline: boolean;
    readonly isFilterOffline: boolean;
    readonly maxRequests: number;
  };
}

async function verdictOf(
  { egress, recordedRuns }: CasePlayDeps,
  workspaceId: string,
  { one, revision, known }: OneCase,
): Promise<CaseVerdict> {
  const recorded = await recordedRuns.read(workspaceId, one.deliveryId);
  if (recorded === null) return { holds: null, summary: 'what arrived is not kept' };
  const { delivery, original } = recorded;
  const refusalOf = createRefusals(egress, { workspaceId, agentId: revision.agentId });
  const hear = createHearing(original, revision.expects, { refusalOf, read: null });
  const played = await playByData({ ...known, revision, delivery, hear });
  return played === null
    ? { holds: null, summary: 'only a model could tell' }
    : judgeCase(one.expected, played);
}
