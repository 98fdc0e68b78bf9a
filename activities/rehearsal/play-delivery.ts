import type { Revision } from '#contracts/automation.ts';
import type { DeliveryRun } from '#contracts/run.ts';
import type { RehearsalRef } from '#contracts/rehearsal.ts';
import type { Purse } from '#contracts/turn.ts';
import { costOf, knownPartOf } from '#domain/cost.ts';
import { createHearing } from '#rehearsal/hearing.ts';
import { playByData } from '#rehearsal/play-data.ts';
import type { Played } from '#rehearsal/played.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { RecordedRun } from '#store/rehearsal/recorded-runs.ts';
import type { RehearsalCost } from '#store/rehearsal/rehearsed.ts';
import type { Rehearsals } from '#store/rehearsal/rehearsals.ts';
import type { Spent } from '#store/run/run-records.ts';
import type { RehearsedRun } from '#store/run/rehearsed-run.ts';
import type { AgentModels } from '../agent-models.ts';
import { lastingPurse } from '../track-billable-attempt.ts';
import { hearingPorts } from './hearing-ports.ts';
import { type ModelPlayDeps, playByModel } from './play-by-model.ts';
import { createRehearsalPurse } from './rehearsal-purse.ts';

export interface PlayDeps extends ModelPlayDeps {
  readonly rehearsals: Pick<Rehearsals, 'take' | 'give'>;
  readonly openRehearsedRun: (
    given: Pick<RecordedRun, 'record' | 'body'> & { readonly purse: Purse },
  ) => RehearsedRun;
  /** The models of an automation as it would be. */
  readonly modelsFor: (automations: Pick<Automations, 'revision'>) => AgentModels;
}

interface Play {
  readonly ref: RehearsalRef;
  readonly deliveryId: string;
  readonly recorded: RecordedRun;
  readonly revision: Revision;
  readonly reads: 'recorded' | 'live';
  readonly signal: AbortSignal;
}

export const freeOfCost: RehearsalCost = { inputTokens: 0, outputTokens: 0, micros: 0, isPriced: true };

/** Plays a stored delivery through a revision: by data where its meaning is data, else by the model. */
export async function playDelivery(
  deps: PlayDeps,
  { ref, deliveryId, recorded, revision, reads, signal }: Play,
): Promise<{ readonly played: Played; readonly cost: RehearsalCost; readonly models: readonly Spent[] }> {
  const { workspaceId, automationId, rehearsalId } = ref;
  const { delivery, original } = recorded;
  const ofOriginal = { kind: 'delivery', workspaceId, automationId, deliveryId } as const;
  const run = rehearsedRef(ofOriginal);
  const scope = { workspaceId, agentId: revision.agentId };
  const live = reads === 'live' ? { run, signal } : null;
  const hear = createHearing(original, revision.expects, hearingPorts(deps.ports, scope, live));
  const models = deps.modelsFor({ revision: () => Promise.resolve(revision) });
  const chosen = {
    kind: 'delivery',
    agentId: revision.agentId,
    automationId,
    revision: 0,
    delivery,
  } as const;
  const { main, filter } = await models.of(workspaceId, chosen);
  const known = { isOffline: main.isOffline, isFilterOffline: filter.isOffline, hear };
  const task = { revision, delivery, maxRequests: deps.budget.requests };
  const byData = await playByData({ ...task, ...known });
  if (byData !== null) return { played: byData, cost: freeOfCost, models: [] };
  const place = { workspaceId, ownerId: rehearsalId, runId: null, place: deliveryId };
  const { purse, isEmpty } = createRehearsalPurse(deps.rehearsals, ref, deps.automations.purseOf(place));
  const rehearsed = deps.openRehearsedRun({ ...recorded, purse: lastingPurse(purse) });
  const played = await playByModel(deps, { original: ofOriginal, run, rehearsed, revision, models, hear });
  const spent = await rehearsed.runs.spent(run);
  return {
    played: isEmpty()
      ? { ...played, outcome: null, reason: 'the budget of the rehearsal is used up' }
      : played,
    cost: costOfModels(spent),
    models: spent,
  };
}

function costOfModels(spent: readonly Spent[]): RehearsalCost {
  const { inputTokens, outputTokens, money } = costOf(spent, { isBilled: false });
  const isPriced = money.state !== 'unknown';
  return { inputTokens, outputTokens, micros: knownPartOf(money), isPriced };
}

/** Names the rehearsal of a run, so that nothing of the run itself is found by it. */
const rehearsedRef = (run: DeliveryRun): DeliveryRun => ({
  ...run,
  deliveryId: `rehearsed-${run.deliveryId}`,
});
