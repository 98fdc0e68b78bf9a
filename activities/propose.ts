import { randomBytes } from 'node:crypto';

import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { ConditionProposal, ProposalCost, ProposalSample } from '#contracts/proposal.ts';
import type { ProposalRef } from '#contracts/proposal-ref.ts';
import { costOf } from '#domain/cost.ts';
import { monthOf } from '#domain/month.ts';
import { conditionDialect } from '#rules/condition.ts';
import { compilePlan } from '#rules/plan.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import type { UsageStore } from '#store/usage/usage.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import type { AgentModels } from './agent-models.ts';
import { accessQueryOf } from './turn-input.ts';
import { withHeartbeat } from './with-heartbeat.ts';

export interface ProposalDeps {
  readonly automations: Pick<Automations, 'find' | 'revise' | 'noteProposal' | 'notePlan'>;
  readonly deliveries: Pick<Deliveries, 'newest'>;
  readonly models: AgentModels;
  readonly policyRecords: Pick<PolicyStore, 'list'>;
  readonly usage: Pick<UsageStore, 'add'>;
  readonly workspaces: Pick<Workspaces, 'timeZoneOf'>;
}

const sampled = { limit: 20, bytesMax: 500_000 };

/** Has a model read English that the rules do not: once for each revision, beside what is stored of its deliveries. */
export function proposalActivities(deps: ProposalDeps) {
  const { automations, deliveries, models, policyRecords, usage, workspaces } = deps;

  /** Adopts a condition that holds, and shows a plan. What was changed meanwhile stays as it is. */
  async function proposeMeaning(ref: ProposalRef): Promise<void> {
    const { workspaceId, automationId, revision } = ref;
    const automation = await automations.find(workspaceId, automationId);
    if (automation === null || automation.revision !== revision || automation.damaged.length > 0) return;
    const samples = await Array.fromAsync(deliveries.newest(workspaceId, automationId, sampled));
    const chosen = { kind: 'delivery', automationId, agentId: automation.agentId, revision } as const;
    const { main, filter } = await models.of(workspaceId, chosen);
    await withHeartbeat(async (signal) => {
      await proposePlan(ref, { automation, model: main, samples, signal });
      await proposeCondition(ref, { automation, model: filter, samples, signal });
    });
  }

  interface Asked {
    readonly automation: AutomationRecord;
    readonly model: AgentModel;
    readonly samples: readonly ProposalSample[];
    readonly signal: AbortSignal;
  }

  async function pay({ workspaceId, automationId }: ProposalRef, spent: ProposalCost, model: string) {
    if (spent.calls === 0) return;
    const cost = costOf([spent], { isBilled: false });
    await usage.add(workspaceId, monthOf(new Date()), cost, { automationId, model });
  }

  async function proposeCondition(ref: ProposalRef, { automation, model, samples, signal }: Asked) {
    const { id, condition, filter, revision, sender } = automation;
    if (model.proposeCondition === null || filter === null || condition !== null) return;
    const { workspaceId } = ref;
    const clock = { now: new Date(), timeZone: await workspaces.timeZoneOf(workspaceId) };
    const asked = { english: filter, sender: nameOf(sender), samples, clock, nonce: newNonce(), signal };
    const proposed = await model.proposeCondition(asked);
    await pay(ref, proposed, model.id);
    const text = proposed.condition;
    const read = text === null ? null : ({ dialect: conditionDialect, text, by: 'model' } as const);
    if (proposed.state === 'holds' && read !== null)
      await automations.revise(workspaceId, id, { condition: read, proposal: null }, revision);
    else
      await automations.noteProposal(workspaceId, id, {
        filter,
        state: 'proposed',
        condition: read,
        problem: problemOf(proposed),
      });
  }

  async function proposePlan(ref: ProposalRef, { automation, model, samples, signal }: Asked) {
    const { id, instructions, plan, sender } = automation;
    if (model.proposePlan === null || plan !== null) return;
    const { items } = await policyRecords.list(...accessQueryOf(ref.workspaceId, automation));
    const proposed = await model.proposePlan({
      instructions,
      allowedDomains: items.flatMap(({ domain, isDamaged }) => (isDamaged ? [] : [domain])),
      compilePlan,
      sender: nameOf(sender),
      samples,
      nonce: newNonce(),
      signal,
    });
    await pay(ref, proposed, model.id);
    if (proposed.plan === null) return;
    const read = { dialect: conditionDialect, by: 'model', isConfirmed: false, plan: proposed.plan } as const;
    await automations.notePlan(ref.workspaceId, id, { instructions, plan: read });
  }

  return { proposeMeaning };
}

const newNonce = (): string => randomBytes(16).toString('hex');

const nameOf = (sender: string): string | null => (sender === 'generic' ? null : sender);

const problemOf = ({ state, problem }: ConditionProposal): string =>
  problem ?? (state === 'waits' ? 'No delivery has shown yet that its fields exist.' : 'It was not checked.');
