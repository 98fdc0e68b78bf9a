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
  readonly automations: Pick<Automations, 'noteProposal'>;
  readonly agentModels: ModelsOf<Record<'main' | 'filter', { readonly isOffline: boolean }>>;
  readonly proposalStarter: Pick<ProposalStarter, 'run'>;
}

/** A model that takes longer goes on by itself. */
const waitMs = 10_000;

/**
 * Has the model of an automation read what the rules did not. Only beside deliveries: without one, what a model writes could not be
 * compared with anything.
 */
export async function proposeByModel(
  { automations, agentModels, proposalStarter }: ProposalDeps,
  workspaceId: string,
  { id, agentId, revision, filter, condition, proposal, plan }: AutomationRecord,
): Promise<void> {
  const isFilterOpen = filter !== null && condition === null && proposal?.filter !== filter;
  if (!isFilterOpen && plan !== null) return;
  const run = { kind: 'delivery', automationId: id, agentId, revision } as const;
  const models = await agentModels.of(workspaceId, run);
  const asksFilter = isFilterOpen && !models.filter.isOffline;
  if (!asksFilter && (plan !== null || models.main.isOffline)) return;
  if (asksFilter)
    await automations.noteProposal(workspaceId, id, {
      filter,
      state: 'proposing',
      condition: null,
      problem: null,
    });
  await proposalStarter.run({ workspaceId, automationId: id, revision }, waitMs);
}
