import { randomBytes } from 'node:crypto';

import type { StoredCondition } from '#contracts/condition.ts';
import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { ConditionProposal, ProposalCost, ProposalSample } from '#contracts/proposal.ts';
import type { ProposalRef } from '#contracts/proposal-ref.ts';
import type { Purse, TurnDelivery } from '#contracts/turn.ts';
import { costOf } from '#domain/cost.ts';
import { monthOf } from '#domain/month.ts';
import { proposalMsMax } from '#domain/proposal-time.ts';
import { conditionDialect } from '#rules/condition.ts';
import { judgeCondition } from '#rules/judge-condition.ts';
import { compilePlan } from '#rules/plan.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import type { UsageStore } from '#store/usage/usage.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import type { AgentModels } from './agent-models.ts';
import { accessQueryOf } from './turn-input.ts';
import { lastingPurse } from './track-billable-attempt.ts';
import { withHeartbeat } from './with-heartbeat.ts';

export interface ProposalDeps {
  readonly automations: Pick<
    Automations,
    'find' | 'revise' | 'noteProposal' | 'notePlan' | 'noteAsking' | 'purseOf'
  >;
  readonly deliveries: Pick<Deliveries, 'newest'>;
  readonly models: AgentModels;
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  /** None where its deliveries are not known. */
  readonly samplesOfSender: (sender: string) => Promise<readonly TurnDelivery[]>;
  readonly usage: Pick<UsageStore, 'add'>;
  readonly workspaces: Pick<Workspaces, 'timeZoneOf'>;
}

const sampled = { limit: 20, bytesMax: 500_000 };

interface Asked {
  readonly ref: ProposalRef;
  readonly automation: AutomationRecord;
  readonly model: AgentModel;
  readonly samples: readonly ProposalSample[];
  readonly signal: AbortSignal;
  readonly purse: Purse;
}

/** Has a model read English that the rules do not: once for each revision, beside what is stored of its deliveries. */
export function proposalActivities(deps: ProposalDeps) {
  const { automations, models } = deps;

  /** Adopts a condition that holds, and shows a plan. A change that was made meanwhile stays as it is. */
  async function proposeMeaning(ref: ProposalRef): Promise<void> {
    const { workspaceId, automationId, revision } = ref;
    const automation = await automations.find(workspaceId, automationId);
    if (automation === null || automation.revision !== revision || automation.damaged.length > 0) return;
    await automations.noteAsking(workspaceId, automation, Date.now() + proposalMsMax);
    const samples = await samplesFor(deps, ref, automation);
    const chosen = { kind: 'delivery', automationId, agentId: automation.agentId, revision } as const;
    const { main, filter } = await models.of(workspaceId, chosen);
    await withHeartbeat(async (signal) => {
      const place = { workspaceId, ownerId: automationId, runId: null, place: `proposal-${revision}` };
      const purse = lastingPurse(automations.purseOf(place));
      const asked = { ref, automation, samples, signal, purse };
      await proposePlan(deps, { ...asked, model: main });
      await proposeCondition(deps, { ...asked, model: filter });
    });
    await endProposal(ref);
  }

  /** Nothing more comes of it, whatever it ended with. */
  const endProposal = async ({ workspaceId, automationId: id, revision }: ProposalRef): Promise<void> =>
    await automations.noteAsking(workspaceId, { id, revision }, null);

  return { proposeMeaning, endProposal };
}

async function samplesFor(
  { deliveries, samplesOfSender }: ProposalDeps,
  { workspaceId, bySamples }: ProposalRef,
  { id, sender }: AutomationRecord,
): Promise<readonly ProposalSample[]> {
  if (!bySamples) return await Array.fromAsync(deliveries.newest(workspaceId, id, sampled));
  const samples = await samplesOfSender(sender);
  return samples.map((delivery) => ({ deliveryId: delivery.eventId, delivery }));
}

async function proposeCondition(
  { automations, usage, workspaces }: ProposalDeps,
  { ref, automation, model, samples, signal, purse }: Asked,
): Promise<void> {
  const { id, condition, filter, revision, sender } = automation;
  if (model.proposeCondition === null || filter === null || condition !== null) return;
  const { workspaceId } = ref;
  const clock = { now: new Date(), timeZone: await workspaces.timeZoneOf(workspaceId) };
  const asked = { english: filter, sender: nameOf(sender), samples, clock, nonce: newNonce(), signal, purse };
  const proposed = await model.proposeCondition(asked);
  await pay(usage, { ref, spent: proposed, model });
  const text = proposed.condition;
  const read = text === null ? null : ({ dialect: conditionDialect, text, by: 'model' } as const);
  const isShown = (condition: StoredCondition) =>
    ref.bySamples === undefined ||
    samples.some(({ delivery }) => judgeCondition(condition, delivery).verdict === 'run');
  if (proposed.state === 'holds' && read !== null && isShown(read))
    return await automations.revise(workspaceId, id, { condition: read, proposal: null }, revision);
  const bySamples = ref.bySamples && { bySamples: ref.bySamples };
  const noted = { filter, condition: read, problem: problemOf(proposed), ...bySamples };
  await automations.noteProposal(workspaceId, id, noted);
}

async function proposePlan(
  { automations, policyRecords, usage }: ProposalDeps,
  { ref, automation, model, samples, signal, purse }: Asked,
): Promise<void> {
  const { id, instructions, plan, sender, answerSchema } = automation;
  if (model.proposePlan === null || plan !== null) return;
  const { items } = await policyRecords.list(...accessQueryOf(ref.workspaceId, automation));
  const proposed = await model.proposePlan({
    instructions,
    allowedDomains: items.flatMap(({ domain, isDamaged }) => (isDamaged ? [] : [domain])),
    compilePlan: (proposal) => compilePlan(proposal, answerSchema),
    answerSchema,
    sender: nameOf(sender),
    samples,
    nonce: newNonce(),
    signal,
    purse,
  });
  await pay(usage, { ref, spent: proposed, model });
  if (proposed.plan === null) return;
  const read = { dialect: conditionDialect, by: 'model', isConfirmed: false, plan: proposed.plan } as const;
  await automations.notePlan(ref.workspaceId, id, { instructions, plan: read });
}

interface Payment {
  readonly ref: ProposalRef;
  readonly spent: ProposalCost;
  readonly model: Pick<AgentModel, 'id'>;
}

async function pay(usage: ProposalDeps['usage'], { ref, spent, model }: Payment): Promise<void> {
  if (spent.calls === 0) return;
  const cost = costOf([spent], { isBilled: false });
  const { workspaceId, automationId } = ref;
  await usage.add(workspaceId, monthOf(new Date()), cost, { automationId, model: model.id });
}

const newNonce = (): string => randomBytes(16).toString('hex');

const nameOf = (sender: string): string | null => (sender === 'generic' ? null : sender);

const problemOf = ({ state, problem }: ConditionProposal): string =>
  problem ??
  (state === 'waits'
    ? 'No delivery has shown yet that its fields exist.'
    : 'None of the samples of the sender meets it: it waits for the first delivery.');
