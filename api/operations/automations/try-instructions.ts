import { cutToBytes } from '#domain/cut-text.ts';
import { readEnglishPlan } from '#rules/english-plan.ts';
import { planOf } from '#meaning/read-meaning.ts';
import { createFilterTrial } from '#rules/filter-trial.ts';
import { tryInstructions as tryOne } from '#rules/instructions-trial.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { InstructionsTrial, NewInstructionsTrial, shownBytesMax } from './instructions-trial.ts';
import { openTrial, type TrialDeps, trialOperation } from './open-trial.ts';

interface Deps extends TrialDeps {
  /** Requests that a run may send. */
  readonly runRequestsMax: number;
}

/** The limit of all bodies together that one trial reads. */
const bytesMax = 2_000_000;

export const tryInstructions = (deps: Deps) =>
  defineOperation({
    ...trialOperation,
    path: '/manage/automations/{id}/trial',
    id: 'tryInstructions',
    summary: 'Try instructions on what arrived lately',
    description:
      'Says which requests a plan would send for the newest stored deliveries, or what they would answer. Nothing is sent, no model is asked, and the automation keeps the instructions that it has. An agent with a model reads the same instructions by itself, and may do it in another way.',
    body: jsonBody(NewInstructionsTrial, {
      examples: {
        own: { summary: 'The instructions that it has', value: {} },
        others: {
          summary: 'Others',
          value: { instructions: 'POST https://api.example.com/orders with the order id.', limit: 10 },
        },
      },
    }),
    answers: { 200: json('The plan for each of them, newest first.', InstructionsTrial) },
    handle: async (request) => {
      const { automation, asked, newest } = await openTrial(deps, request, bytesMax);
      const { instructions = automation.instructions } = asked;
      const deliveries = await Array.fromAsync(newest);
      const context = { samples: deliveries.map(({ delivery }) => delivery), sender: automation.sender };
      const isOwn = instructions === automation.instructions;
      const plan = isOwn ? automation.plan : planOf(instructions, context, automation.answerSchema);
      const { answerSchema } = automation;
      const task = { instructions, plan, answerSchema, maxRequests: deps.runRequestsMax };
      const { evaluate } = createFilterTrial(automation);
      const items: InstructionsTrial['items'] = [];
      for (const { deliveryId, delivery } of deliveries) {
        const { receivedAt } = delivery;
        const tried = { deliveryId, receivedAt, ...evaluate(delivery) };
        items.push({ ...tried, ...(tried.matched === false ? nothing() : shown(tryOne(task, delivery))) });
      }
      const { sentences: read } = readEnglishPlan(instructions, context);
      const sentences = read.map(({ text, does }) => ({
        text,
        does,
        needsModel: does === null && plan === null,
      }));
      return { status: 200, body: { sentences, of: items.length, items } };
    },
  });

const nothing = () => ({ requests: [], answer: null, problem: null });

const shown = ({ requests, ...rest }: ReturnType<typeof tryOne>) => ({
  ...rest,
  requests: requests.map(({ method, url, headers, body }) => {
    const cut = body === null ? null : cutToBytes(body, shownBytesMax);
    return { method, url, headers, body: cut?.text ?? null, truncated: cut?.truncated ?? false };
  }),
});
