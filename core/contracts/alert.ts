import { z } from 'zod';

import { Outcome } from './run.ts';

/** Rules of a workspace, also those that are off. */
export const alertRulesMax = 20;

const window = z.int().min(1).max(1440).describe('How long the window is that slides over them, in minutes.');

/** When a rule tells something. Each automation counts for itself. */
export const AlertCondition = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('first_failure').describe('The first failure after a success.') }),
    z.object({
      kind: z.literal('failures').describe('So many failures within the time.'),
      count: z.int().min(1).max(100).describe('How many failures.'),
      minutes: window,
    }),
    z.object({
      kind: z.literal('silence').describe('No delivery for the time.'),
      minutes: z.int().min(5).max(43_200).describe('How long nothing arrived, in minutes.'),
    }),
    z.object({
      kind: z
        .literal('shape_change')
        .describe('Something in the deliveries is of another type than it was before.'),
    }),
    z.object({
      kind: z.literal('case_broken').describe('A case of an automation holds no more.'),
    }),
    z.object({
      kind: z.literal('connection_broken').describe('A run meets a connection (OAuth 2) that broke.'),
    }),
    z.object({
      kind: z.literal('refused').describe('So many deliveries refused within the time.'),
      count: z.int().min(1).max(10_000).describe('How many were refused because there was no room.'),
      minutes: window,
    }),
    z
      .object({
        kind: z.literal('held').describe('Deliveries are held for long, or many are.'),
        minutes: z.int().min(1).max(1440).optional().describe('For how long the oldest is held, in minutes.'),
        count: z.int().min(1).max(1_000).optional().describe('How many are held.'),
      })
      .refine(({ minutes, count }) => minutes !== undefined || count !== undefined, {
        message: 'must have minutes or count',
      }),
  ])
  .describe(
    'When it tells. `first_failure`: a run of an automation fails, and again only after one succeeded, which is told too. `failures`: so many runs of an automation failed within the time; then it rests for that time. `silence`: an automation that is not paused accepted no delivery for that time (looked at every five minutes); told once, until a delivery comes. `shape_change`: a member of the deliveries of an automation is of another type than it was, such as a text in the place of a number; each change is told once, before its run acts on it. `case_broken`: a change of an automation breaks one of its cases; each is told once for a revision. `connection_broken`: a run meets a connection (OAuth 2) whose server refuses further tokens; each break is told once. `refused`: so many deliveries of an automation were answered 429 within that time, because there was no room for them, tries of the same delivery included (looked at every five minutes); those that were told do not count again. `held`: an automation holds its oldest delivery for that time, or so many (looked at every five minutes); told once, until neither is so. A run fails when its outcome is `failed`, `unknown_effect` or `needs_model`.',
  );
export type AlertCondition = z.infer<typeof AlertCondition>;

const url = z.string().max(2048).describe('The target of alerts: an https URL at a public address.');
const to = z.string().max(254).describe('The address that alerts are sent to.');

/** The target of a rule, as it is entered. */
export const NewAlertChannel = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('webhook').describe('A signed POST.'), url }),
    z.object({ kind: z.literal('email').describe('An e-mail.'), to }),
  ])
  .describe(
    'The place to which alerts go. `webhook`: a signed POST by the rules of Standard Webhooks. `email`: where the operator set SMTP_URL.',
  );
export type NewAlertChannel = z.infer<typeof NewAlertChannel>;

const AlertChannel = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('webhook').describe('A signed POST.'),
      url,
      hasSecret: z.boolean().describe('Whether alerts are signed. The secret is never shown again.'),
    }),
    z.object({ kind: z.literal('email').describe('An e-mail.'), to }),
  ])
  .describe('The place to which alerts go.');

const name = z.string().trim().min(1, 'must not be blank').max(200).describe('The name that people use.');
const automationId = z.string().nullable().describe('The automation that it watches. Null: every one.');

export const NewAlertRule = z.object({
  name,
  automationId: automationId.default(null),
  condition: AlertCondition,
  channel: NewAlertChannel,
});
export type NewAlertRule = z.infer<typeof NewAlertRule>;

export const AlertRuleState = z.enum(['on', 'off']).describe('Whether it tells anything.');

/** Absent members stay unchanged. */
export const AlertRuleChange = z.object({
  name: name.optional(),
  automationId: automationId.optional(),
  condition: AlertCondition.optional(),
  channel: NewAlertChannel.optional(),
  state: AlertRuleState.optional(),
});
export type AlertRuleChange = z.infer<typeof AlertRuleChange>;

/** The kinds of alerts. */
export const AlertType = z
  .enum([
    'automation.failed',
    'automation.recovered',
    'automation.failures',
    'automation.silent',
    'automation.shape_changed',
    'automation.case_broken',
    'automation.connection_broken',
    'automation.refused',
    'automation.held',
    'alert.test',
  ])
  .describe(
    'The kind of alert. `automation.failed`: a run failed, the one before did not. `automation.recovered`: a run succeeded after that. `automation.failures`: so many runs failed within the time. `automation.silent`: no delivery came. `automation.shape_changed`: something in its deliveries is of another type than before. `automation.case_broken`: cases of it hold no more. `automation.connection_broken`: a run met a connection (OAuth 2) that broke. `automation.refused`: so many deliveries were refused within the time. `automation.held`: deliveries are held for long, or many are. `alert.test`: somebody tries the rule.',
  );
export type AlertType = z.infer<typeof AlertType>;

export const AlertState = z
  .enum(['sending', 'delivered', 'failed', 'withheld'])
  .describe(
    'The result. `sending`: it is tried, or tried again at `nextTryAt`. `delivered`: it was answered with 2xx, or the mail server took it. `failed`: no try was left, or none would help. `withheld`: not sent, because the rule told more than 60 alerts within an hour.',
  );
export type AlertState = z.infer<typeof AlertState>;

const moment = z.iso.datetime();

/** One alert of a rule. */
export const Alert = z.object({
  id: z.string().describe('Also the header `webhook-id`: the same for every try.'),
  ruleId: z.string(),
  type: AlertType,
  at: moment.describe('When it happened.'),
  automationId: z.string().nullable().describe('The automation it is about. Null for a test.'),
  automationName: z.string().nullable().describe('The name at that time.'),
  deliveryId: z.string().nullable().describe('The delivery whose run led to it, if one did.'),
  outcome: Outcome.nullable().describe('How that run ended.'),
  failures: z.int().nullable().describe('How many runs failed within the time of the rule.'),
  silentSince: moment.nullable().describe('When the last delivery came, or the rule began to watch.'),
  refusals: z.int().nullable().describe('How many deliveries were refused within the time of the rule.'),
  held: z.int().nullable().describe('How many deliveries were held.'),
  heldSince: moment.nullable().describe('Since when the oldest of them was.'),
  changes: z
    .array(z.string())
    .describe(
      'Members of another type than before, by names of members, never by their values: `` `order.total` was a number, is a text ``. For a broken case: its name and why; for a broken connection: its domain and why. Empty for every other alert.',
    ),
  state: AlertState,
  status: z
    .int()
    .nullable()
    .describe('The status of the last answer. Null: there was none, or it is an e-mail.'),
  error: z.string().nullable().describe('Why the last try failed.'),
  tries: z.int().describe('How often it was tried.'),
  nextTryAt: moment.nullable().describe('When it is tried again. Null: it is not.'),
  finishedAt: moment.nullable().describe('When it was delivered or given up.'),
});
export type Alert = z.infer<typeof Alert>;

/** A rule as its owner sees it. */
export const AlertRule = z.object({
  id: z.string(),
  name,
  automationId,
  condition: AlertCondition,
  channel: AlertChannel,
  state: AlertRuleState,
  lastAlert: Alert.nullable().describe('The newest alert of its log. Null: it told nothing yet.'),
  createdAt: moment,
  updatedAt: moment,
});
export type AlertRule = z.infer<typeof AlertRule>;

const secretOnce = z
  .string()
  .nullable()
  .describe(
    'The key that signs alerts, by Standard Webhooks. It is shown this once: keep it. Null where there is none: for an e-mail, or a URL that has one already.',
  );

/** A rule with its secret, where one was made. */
export const AlertRuleWithSecret = AlertRule.extend({ secret: secretOnce });
export type AlertRuleWithSecret = z.infer<typeof AlertRuleWithSecret>;

/** An alert on its way: ids alone, so that a history holds nothing else. */
export interface AlertRef {
  readonly workspaceId: string;
  readonly alertId: string;
}
