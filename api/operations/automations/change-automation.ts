import { AutomationChange, Automation, type SenderChange } from '#contracts/automation.ts';
import type { HeldWaker } from '#intake/wake-held.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { assertKnownModels, type Models } from '../agents/agent-view.ts';
import { guardSave, type GuardDeps } from '../cases/guard-save.ts';
import { idParam } from '../path-params.ts';
import { assertEventIdFrom } from './assert-event-id-from.ts';
import { assertSender, type SenderDeps } from './assert-sender.ts';
import {
  type ChangingDeps,
  findAutomation,
  type TriedAutomationDeps,
  triedAutomationView,
} from './automation-view.ts';
import { type ProposalDeps, proposeByModel } from './propose-by-model.ts';
import { concretePlan, type ConcretePlanDeps } from '#meaning/concrete-plan.ts';
import { readMeaning, samplesOf } from '#meaning/read-meaning.ts';

interface Deps
  extends
    ChangingDeps,
    SenderDeps,
    GuardDeps,
    ConcretePlanDeps,
    TriedAutomationDeps,
    Omit<ProposalDeps, 'automations'> {
  readonly models: Models;
  readonly doorNotes: Pick<DoorNotes, 'read' | 'forgetSuggestion' | 'forgetPayloadDuplicates'>;
  readonly heldWaker: Pick<HeldWaker, 'afterChange'>;
}

const examples = {
  instructed: { summary: 'New instructions', value: { instructions: 'Quote the delivery.' } },
};

export const changeAutomation = (deps: Deps) =>
  defineOperation({
    method: 'patch',
    path: '/manage/automations/{id}',
    id: 'changeAutomation',
    access: 'owner',
    summary: 'Change an automation',
    description: 'The URL stays. The next delivery uses the new instructions.',
    params: { id: idParam('automation') },
    body: jsonBody(AutomationChange, { examples }),
    answers: { 200: json('The automation.', Automation) },
    refusals: ['REVISION_CHANGED', 'CASES_BROKEN', 'INVALID_CONDITION', 'INVALID_PLAN'],
    handle: async ({ workspace, params, body }) => {
      const present = await findAutomation(deps.automations, workspace.id, params.id);
      const { form, budget, burst, order, basedOnRevision, force, condition, plan, ...given } = await body();
      const { settings, change } = splitSender(given);
      assertKnownModels(change.model, deps.models);
      await assertSender(deps, settings, present);
      assertEventIdFrom(settings.eventIdFrom);
      const { id } = present;
      const hook = { workspaceId: workspace.id, automationId: id };
      const context = {
        samples: hasEnglish(change) ? await samplesOf(deps, workspace.id, id) : [],
        sender: settings.sender ?? present.sender,
      };
      const scope = { workspaceId: workspace.id, agentId: present.agentId };
      const concrete = await concretePlan(deps, scope, plan, present.plan?.plan ?? null);
      const meaning = readMeaning({ ...change, condition, plan: concrete }, present, context);
      // First: a change of another revision changes nothing.
      const revising = { ...change, ...meaning };
      const saved = { automation: present, change: revising, isForced: force === true };
      const guarded = await guardSave(deps, workspace.id, saved);
      await deps.automations.revise(workspace.id, id, revising, basedOnRevision, workspace.tokenName);
      await deps.automations.setLimits(hook, { budget, burst, order });
      if (budget !== undefined) await deps.heldWaker.afterChange(workspace.id, id);
      await changeSender(deps, hook, settings);
      await deps.automations.changeForm(hook, form);
      if (hasEnglish(change)) await proposeByModel(deps, hook, context.samples.length > 0);
      const revised = await findAutomation(deps.automations, workspace.id, id);
      await deps.eventTelling.automationChanged(workspace.id, revised, 'changed');
      await guarded.afterSave(revised);
      return {
        status: 200,
        body: { ...(await triedAutomationView(deps, workspace, revised)), ...guarded.members },
      };
    },
  });

/** The settings of the sender, and the rest of a change. */
function splitSender<Given extends SenderChange>(given: Given) {
  const { sender, customSender, signingSecret, formerSigningSecret, eventIdFrom, payloadDedupe, ...change } =
    given;
  return {
    settings: { sender, customSender, signingSecret, formerSigningSecret, eventIdFrom, payloadDedupe },
    change,
  };
}

/** Deliveries are looked at only where there is English to be read beside them. */
const hasEnglish = (change: { filter?: unknown; instructions?: unknown; answerSchema?: unknown }): boolean =>
  change.filter !== undefined || change.instructions !== undefined || change.answerSchema !== undefined;

async function changeSender(
  { automations, doorNotes }: Deps,
  hook: Hook,
  change: SenderChange,
): Promise<void> {
  const { sender, customSender, eventIdFrom, payloadDedupe } = change;
  // Before the change: what is recognised after it is suggested anew.
  if (sender !== undefined) await doorNotes.forgetSuggestion(hook);
  await automations.changeSender(hook, change);
  if ([sender, customSender, eventIdFrom, payloadDedupe].some((value) => value !== undefined))
    await doorNotes.forgetPayloadDuplicates(hook);
}
