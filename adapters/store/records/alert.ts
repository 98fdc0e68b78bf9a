import { z } from 'zod';

import { AlertCondition, AlertRuleState, AlertState, AlertType } from '#contracts/alert.ts';
import { AlertMemory } from '#contracts/alert-memory.ts';
import { Outcome } from '#contracts/run.ts';
import { defineRecord } from './define.ts';
import { emptyForNull, epochMs, integer, json, orNull } from './fields.ts';
import { key } from './key.ts';

const ruleWriters = [
  'alert/write-alert-rules.ts',
  'scripts/add-with-limit.lua',
  'scripts/change-version.lua',
  'scripts/remove-with-log.lua',
];
const alertWriters = [
  'scripts/settle-alerts.lua',
  'scripts/note-try.lua',
  'scripts/remove-with-log.lua',
  'alert/alert-log.ts',
  'removal/remove-owner.ts',
];
const untilRemoved = 'Until the rule, or its automation, is deleted.';

export const alertRecords = {
  alertRules: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:alerts:rules`,
    purpose: 'The alert rules of a workspace. Without one, the end of a run is noted for no alert.',
    member: 'alert rule id',
    score: '`createdAt`',
    writers: ruleWriters,
    lifetime: 'Each member until it is deleted.',
  }),
  alertRule: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:alerts:rule:${'ruleId'}`,
    purpose: 'An alert rule: when it tells, and where.',
    fields: z.object({
      id: z.string().describe('Its id.'),
      name: z.string().describe('The name that people use.'),
      automationId: emptyForNull.describe('The automation that it watches. Empty: every one.'),
      condition: json(AlertCondition).describe('When it tells.'),
      channel: z.enum(['webhook', 'email']).describe('How it tells.'),
      target: z.string().describe('The URL, or the address.'),
      sealedSecret: emptyForNull.describe('The key that signs alerts, sealed. Empty: an e-mail.'),
      sealedFormerSecret: emptyForNull.describe('The secret before it, sealed.'),
      formerSecretUntil: integer.describe(
        'Until when alerts are signed with that too, in epoch milliseconds.',
      ),
      state: AlertRuleState.describe('Whether it tells.'),
      version: integer.describe('Counts changes: what was judged by another version is judged again.'),
      watchedSince: epochMs.describe('When it began to watch as it does.'),
      createdAt: epochMs.describe('When it was made.'),
      updatedAt: epochMs.describe('When it was last changed.'),
    }),
    writers: [...ruleWriters, 'scripts/replace-field.lua'],
    lifetime: untilRemoved,
  }),
  alertMemories: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:alerts:rule:${'ruleId'}:memories`,
    purpose: 'The state of an alert rule for each automation.',
    entries: [{ name: '<automationId>', pattern: /^aut_.+$/, value: json(AlertMemory) }],
    writers: [
      'scripts/settle-alerts.lua',
      'scripts/change-version.lua',
      'scripts/remove-with-log.lua',
      'removal/remove-owner.ts',
    ],
    lifetime: 'Until the rule watches something else; each entry as long as its automation has a record.',
  }),
  alertLog: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:alerts:rule:${'ruleId'}:log`,
    purpose: 'The newest alerts of a rule, at most 200.',
    member: 'alert id',
    score: '`at`',
    writers: ['scripts/settle-alerts.lua', 'scripts/remove-with-log.lua', 'removal/remove-owner.ts'],
    lifetime: untilRemoved,
  }),
  alert: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:alert:${'alertId'}`,
    purpose: 'An alert and what became of it. It quotes nothing of a delivery.',
    fields: z.object({
      id: z.string().describe('Its id, made of the rule and the cause.'),
      ruleId: z.string().describe('Its rule.'),
      type: AlertType.describe('The kind of alert.'),
      at: epochMs.describe('When it happened.'),
      automationId: orNull(z.string()).describe('The automation it is about. Absent: a test.'),
      automationName: orNull(z.string()).describe('The name at that time.'),
      deliveryId: orNull(z.string()).describe('The delivery whose run led to it.'),
      outcome: orNull(Outcome).describe('How that ended.'),
      failures: orNull(integer).describe('How many runs failed within the time of the rule.'),
      silentSince: orNull(epochMs).describe('Since when nothing came.'),
      refusals: orNull(integer).describe('How many deliveries were refused within the time of the rule.'),
      held: orNull(integer).describe('How many deliveries were held.'),
      heldSince: orNull(epochMs).describe('Since when the oldest of them was.'),
      changes: json(z.array(z.string()))
        .default([])
        .describe('Members of another type than before, by name.'),
      state: AlertState.describe('The result.'),
      status: emptyForNull.default(null).describe('The status of the last answer.'),
      error: emptyForNull.default(null).describe('Why the last try failed.'),
      tries: integer.default(0).describe('How often it was tried.'),
      nextTryAt: orNull(epochMs).describe('When it is tried again, while it is being sent.'),
      finishedAt: orNull(epochMs).describe('When it was delivered or given up.'),
    }),
    writers: alertWriters,
    lifetime: 'As long as it is in the log of its rule.',
  }),
  openAlerts: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:alerts:open`,
    purpose: 'Alerts that are being sent; the sweep starts those that no workflow sends.',
    member: 'alert id',
    score: '`at`',
    writers: alertWriters,
    lifetime: 'Each member until it is delivered or given up.',
  }),
  alertCauses: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:alerts:causes`,
    purpose:
      'Runs that ended and that the alert rules have not judged yet; the sweep finds what a crash left.',
    member: 'delivery id',
    score: 'when it ended, ms',
    writers: ['scripts/finish.lua', 'scripts/settle-alerts.lua', 'alert/causes.ts'],
    lifetime: 'Each member for a moment.',
  }),
  alertChanges: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:alerts:changes`,
    purpose:
      'Changes of deliveries that the alert rules have not judged yet; the sweep finds those that a crash left.',
    member: 'JSON of the delivery id and what changed in it, by names of members',
    score: 'when it was noted, ms',
    writers: ['alert/changes.ts', 'scripts/settle-alerts.lua'],
    lifetime: 'Each member for a moment.',
  }),
  alertTests: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:alerts:tests`,
    purpose: 'How many test alerts a workspace sent in its hour.',
    value: integer,
    writers: ['alert/alert-rules.ts'],
    lifetime: 'An hour from the first.',
  }),
} as const;
