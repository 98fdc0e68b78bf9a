import { Automation, AutomationChange } from '#contracts/automation.ts';
import type { HeldWaker } from '#intake/wake-held.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { assertKnownModels } from '../agents/agent-view.ts';
import { idParam } from '../path-params.ts';
import { assertEventIdFrom } from './assert-event-id-from.ts';
import { assertSender } from './assert-sender.ts';
import {
  type ChangingDeps,
  findAutomation,
  type TriedAutomationDeps,
  triedAutomationView,
} from './automation-view.ts';
import { type ProposalDeps, proposeByModel } from './propose-by-model.ts';
import { readMeaning, samplesOf } from '#meaning/read-meaning.ts';

interface Deps extends ChangingDeps, TriedAutomationDeps, Omit<ProposalDeps, 'automations'> {
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
    refusals: ['REVISION_CHANGED', 'INVALID_CONDITION', 'INVALID_PLAN'],
    handle: async ({ workspace, params, body }) => {
      const present = await findAutomation(deps.automations, workspace.id, params.id);
      const { form, budget, burst, order, basedOnRevision, condition, plan, ...given } = await body();
      const { sender, signingSecret, formerSigningSecret, eventIdFrom, payloadDedupe, ...change } = given;
      assertKnownModels(change.model, deps.models);
      assertSender({ sender, signingSecret }, present);
      assertEventIdFrom(eventIdFrom);
      const { id } = present;
      const hook = { workspaceId: workspace.id, automationId: id };
      const context = {
        samples: hasEnglish(change) ? await samplesOf(deps, workspace.id, id) : [],
        sender: sender ?? present.sender,
      };
      const meaning = readMeaning({ ...change, condition, plan }, present, context);
      // First: a change of another revision changes nothing.
      const revising = { ...change, ...meaning };
      await deps.automations.revise(workspace.id, id, revising, basedOnRevision, workspace.tokenName);
      await deps.automations.setLimits(hook, { budget, burst, order });
      if (budget !== undefined) await deps.heldWaker.afterChange(workspace.id, id);
      // Before the change: what is recognised after the change is suggested anew.
      if (sender !== undefined) await deps.doorNotes.forgetSuggestion(hook);
      await deps.automations.changeSender(hook, {
        sender,
        signingSecret,
        formerSigningSecret,
        eventIdFrom,
        payloadDedupe,
      });
      if ([sender, eventIdFrom, payloadDedupe].some((value) => value !== undefined))
        await deps.doorNotes.forgetPayloadDuplicates(hook);
      await deps.automations.changeForm(hook, form);
      if (hasEnglish(change)) await proposeByModel(deps, hook, context.samples.length > 0);
      const revised = await findAutomation(deps.automations, workspace.id, id);
      await deps.eventTelling.automationChanged(workspace.id, revised, 'changed');
      return { status: 200, body: await triedAutomationView(deps, workspace, revised) };
    },
  });

/** Deliveries are looked at only where there is English to be read beside them. */
const hasEnglish = (change: { filter?: unknown; instructions?: unknown; answerSchema?: unknown }): boolean =>
  change.filter !== undefined || change.instructions !== undefined || change.answerSchema !== undefined;
