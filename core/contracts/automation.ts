import { z } from 'zod';

import { OptionalAnswerSchema } from './answer-schema.ts';
import { ConditionText, StoredCondition } from './condition.ts';
import { HtmlForm } from './form.ts';
import { BrokenCases } from './case.ts';
import { Burst, Order } from './hold-settings.ts';
import { BudgetUsed, Budget } from './budget.ts';
import { Expects } from './expectation.ts';
import { GivenPlan, Plan, StoredPlan } from './plan.ts';
import { ModelChoice, ModelSettings } from './model-settings.ts';
import { defaultRetryPolicy, RetryPolicy } from './retry.ts';
import { CustomSender } from './sender-data.ts';
import { EventIdFrom, PayloadDedupe, SenderId, senderMembers, SigningSecret } from './sender.ts';
import { ReadsEarlierRuns } from './reads-earlier-runs.ts';
import { Understood, WouldRun } from './understood.ts';

const name = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(200)
  .describe('The name that people use. Renaming it never changes its URL.');
const instructions = z
  .string()
  .min(1, 'must not be blank')
  .max(20_000)
  .describe(
    "The agent's task for each delivery, in plain language. Without a model every sentence must be one that the offline rules understand, else nothing is done.",
  );
const filter = z
  .string()
  .max(4_000)
  .transform((text) => (text.trim() === '' ? null : text))
  .nullable()
  .describe(
    'The deliveries that wake the agent, in plain language, such as `Only run when order.total is greater than 100`. The others are `skipped` and not billed. Null or blank: every delivery does.',
  );

const model = ModelChoice.describe(
  'The main model as `provider/model-id`, or settings; members that are absent are those of its agent. Null: all of them.',
);

const plan = GivenPlan.nullable().describe(
  'The requests and the answer as data, with CEL in `{{ }}`: they are carried out without a model. Null: none. Absent: the one that the rules read out of `instructions`, if they do.',
);

const form = HtmlForm.nullable().describe(
  'The answer to a visitor whose browser posts an HTML form to the URL. Null: what every sender gets.',
);

export const NewAutomation = z.object({
  name,
  instructions,
  filter: filter.default(null),
  condition: ConditionText.optional(),
  plan: plan.optional(),
  expects: Expects.default([]),
  answerSchema: OptionalAnswerSchema.default(null),
  readsEarlierRuns: ReadsEarlierRuns.default(false),
  retry: RetryPolicy.default(defaultRetryPolicy),
  model: model.default(null),
  agentId: z.string().optional().describe('The agent that it wakes. Absent: the first one of the workspace.'),
  sender: SenderId.default('generic'),
  customSender: CustomSender.default(null),
  eventIdFrom: EventIdFrom.default(null),
  payloadDedupe: PayloadDedupe.default(true),
  budget: Budget.default(null),
  burst: Burst.default('refuse'),
  order: Order.default('none'),
  signingSecret: SigningSecret.default(null),
  form: form.default(null),
});
export type NewAutomation = z.infer<typeof NewAutomation>;

/** A change that makes a new revision. */
const RevisionChange = z.object({
  name: name.optional(),
  instructions: instructions.optional(),
  filter: filter.optional(),
  condition: ConditionText.optional().describe(
    `${ConditionText.description} A change of \`filter\` without one drops the condition, and the new text is read.`,
  ),
  plan: plan.optional(),
  expects: Expects.optional(),
  answerSchema: OptionalAnswerSchema.optional(),
  readsEarlierRuns: ReadsEarlierRuns.optional(),
  retry: RetryPolicy.optional(),
  model: model.optional(),
});
const SenderChange = z.object({
  sender: SenderId.optional(),
  customSender: CustomSender.optional(),
  eventIdFrom: EventIdFrom.optional(),
  payloadDedupe: PayloadDedupe.optional(),
  signingSecret: SigningSecret.optional(),
  formerSigningSecret: z
    .null()
    .optional()
    .describe('Null: the signing secret before the present one counts no more.'),
});
export type SenderChange = z.infer<typeof SenderChange>;

export const AutomationChange = RevisionChange.extend(SenderChange.shape).extend({
  form: form.optional(),
  budget: Budget.optional(),
  burst: Burst.optional(),
  force: z.boolean().optional().describe('True: saves it although it breaks cases that must hold.'),
  order: Order.optional(),
  basedOnRevision: z
    .int()
    .min(0)
    .optional()
    .describe(
      'The revision that the change is based on. If another one is the newest, nothing is changed: 409 `REVISION_CHANGED`. Absent: not compared.',
    ),
});

/** The texts of an automation; a delivery keeps the number of the revision it was accepted under. */
export const Revision = z.object({
  name: z.string(),
  instructions: z.string(),
  filter: z.string().nullable(),
  condition: StoredCondition.nullable(),
  plan: StoredPlan.nullable(),
  expects: Expects,
  answerSchema: OptionalAnswerSchema,
  readsEarlierRuns: z.boolean(),
  retry: RetryPolicy,
  model: ModelSettings.nullable(),
  agentId: z.string(),
});
export type Revision = z.infer<typeof Revision>;

export const Automation = z.object({
  id: z.string(),
  agentId: z.string().describe('The agent that its deliveries wake, whose Network Access they use.'),
  name: z.string(),
  instructions: z.string().describe("The agent's task for each delivery, as it was written."),
  filter: z
    .string()
    .nullable()
    .describe('The deliveries that wake the agent, as it was written. Null: every delivery does.'),
  condition: z
    .string()
    .nullable()
    .describe('The condition on deliveries, as an expression in CEL. Null: there is none.'),
  conditionState: z
    .enum(['none', 'proposing', 'proposed', 'adopted'])
    .describe(
      '`adopted`: the condition decides. `proposed`: one was read out of the filter and does not decide, see `understood.filter`. `proposing`: a model is asked for one. `none`: there is none. Without one a model judges each delivery by the filter.',
    ),
  plan: Plan.nullable().describe('The requests and the answer as data. Null: there is no plan.'),
  planState: z
    .enum(['none', 'proposing', 'proposed', 'confirmed'])
    .describe(
      '`confirmed`: the plan is carried out, and a model acts only where it is unknown on a delivery. `proposed`: the model acts until the plan is confirmed. `proposing`: a model is asked for one.',
    ),
  expects: Expects,
  answerSchema: OptionalAnswerSchema,
  readsEarlierRuns: ReadsEarlierRuns,
  planDigest: z.string().nullable().describe('Names this plan to `plan/confirm`. Null: there is no plan.'),
  retry: RetryPolicy,
  model: ModelSettings.nullable().describe('Its models and how they act. Null: those of its agent.'),
  state: z
    .enum(['active', 'paused'])
    .describe(
      '`active`: deliveries wake the agent. `paused`: they are answered `skipped`, and kept while there is room.',
    ),
  url: z
    .string()
    .nullable()
    .describe(
      'The URL to which senders POST their deliveries. Anyone who has it can wake the agent, and, where there is no signing secret, use up an event id before your sender does: keep it private. Null for a token with a role below `editor`.',
    ),
  revision: z
    .int()
    .describe(
      'Counts changes of name, instructions, filter, retry policy and model. Each delivery keeps the number that it was accepted under.',
    ),
  ...senderMembers,
  form,
  budget: Budget,
  budgetUsed: BudgetUsed,
  burst: Burst,
  order: Order,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  understood: Understood,
  wouldRun: WouldRun.exactOptional(),
  brokenCases: BrokenCases.exactOptional(),
  hints: z
    .array(z.string())
    .exactOptional()
    .describe(
      'Only where there is something to say: which sentences of the instructions or the filter the offline rules do not understand, while the agent has no other model. Its runs would end as `needs_model`. Members of `model` that have no effect. Or what of its record cannot be read; something neutral stands there.',
    ),
});
export type Automation = z.infer<typeof Automation>;
