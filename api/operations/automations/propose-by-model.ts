import type { ProposalRef } from '#contracts/proposal-ref.ts';
import { proposalMsMax } from '#domain/proposal-time.ts';
import { samplesOf } from '#senders/samples.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { ProposalStarter } from '#temporal/proposal-starter.ts';

/** Resolves the models of an automation; those of its members that are needed. */
export interface ModelsOf<Models> {
  readonly of: (
    workspaceId: string,
    run: Pick<AutomationRecord, 'agentId' | 'revision'> & {
      readonly kind: 'delivery';
      readonly automationId: string;
    },
  ) => Promise<Readonly<Models>>;
}

export interface ProposalDeps {
  readonly automations: Pick<Automations, 'find' | 'noteAsking'>;
  readonly agentModels: ModelsOf<Record<'main' | 'filter', { readonly isOffline: boolean }>>;
  readonly proposalStarter: Pick<ProposalStarter, 'run'>;
  /** A model that takes longer goes on by itself. */
  readonly proposalWaitMs: number;
}

/**
 * Has the model of an automation read what the rules did not. Only beside stored deliveries, else samples of its sender: without
 * one, what a model writes could not be compared with anything.
 */
export async function proposeByModel(
  { automations, agentModels, proposalStarter, proposalWaitMs }: ProposalDeps,
  { workspaceId, automationId: id }: Omit<ProposalRef, 'revision'>,
  hasDeliveries: boolean,
): Promise<void> {
  const automation = await automations.find(workspaceId, id);
  if (automation === null) return;
  const { agentId, revision, filter, condition, proposal, plan, sender } = automation;
  const isFilterOpen = filter !== null && condition === null && proposal?.filter !== filter;
  if (!isFilterOpen && plan !== null) return;
  const run = { kind: 'delivery', automationId: id, agentId, revision } as const;
  const models = await agentModels.of(workspaceId, run);
  const asksFilter = isFilterOpen && !models.filter.isOffline;
  if (!asksFilter && (plan !== null || models.main.isOffline)) return;
  if (!hasDeliveries && (await samplesOf(sender)).length === 0) return;
  const ref = {
    workspaceId,
    automationId: id,
    revision,
    ...(!hasDeliveries && { bySamples: true as const }),
  };
  await automations.noteAsking(workspaceId, automation, Date.now() + proposalMsMax);
  let isStarted = false;
  try {
    isStarted = await proposalStarter.run(ref, proposalWaitMs);
  } finally {
    if (!isStarted) await automations.noteAsking(workspaceId, automation, null);
  }
}
