import { z } from 'zod';

import { WorkspaceBudget } from '#contracts/budget.ts';
import { SecretRecord } from '#contracts/secret.ts';
import { Role, TokenFor } from '#contracts/token.ts';
import { WorkspaceState } from '#contracts/workspace.ts';
import { WorkspaceLimits } from '#contracts/workspace-limits.ts';
import { defaultTimeZone } from '#domain/time-zone.ts';
import { defineRecord } from './define.ts';
import { epochMs, integer, json, jsonOrEmpty, orNull } from './fields.ts';
import { key, named, wholeNumber } from './key.ts';

const count = integer.default(0);

const tokenWriters = [
  'workspace/workspaces.ts',
  'token/tokens.ts',
  'scripts/adopt-token.lua',
  'scripts/remove-token.lua',
  'scripts/replace-owner-tokens.lua',
];

export const workspaceRecords = {
  workspaces: defineRecord({
    type: 'sorted set',
    key: key`workspaces`,
    purpose: 'All workspaces.',
    member: 'workspace id',
    score: '`createdAt`',
    writers: ['workspace/workspaces.ts'],
    lifetime: 'Kept.',
  }),
  replicationMark: defineRecord({
    type: 'string',
    key: key`replication-mark`,
    purpose:
      'Written before replicas are waited for, where some are demanded: one that has it has all before it.',
    value: z.string(),
    writers: ['connection/replication.ts'],
    lifetime: 'A minute.',
  }),
  workspace: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:workspace`,
    purpose: 'A workspace.',
    fields: z.object({
      id: z.string().describe('Its id.'),
      name: z.string().describe('The name that people use.'),
      tokenHash: z
        .string()
        .describe('SHA-256 of the token that was made with it. Empty once that token was deleted.'),
      createdAt: epochMs.describe('When it was made.'),
      timeZone: z.string().default(defaultTimeZone).describe('IANA name of the time zone of its owner.'),
      budget: jsonOrEmpty(WorkspaceBudget)
        .default(null)
        .describe('The most that it may use in a month, as JSON. Absent or empty: as much as there is.'),
      limits: jsonOrEmpty(WorkspaceLimits)
        .default(null)
        .describe('The limits that its operator set, as JSON. Absent or empty: the usual ones.'),
      state: WorkspaceState.default('active').describe(
        '`suspended`: by the operator. `deleting`: closed for good.',
      ),
    }),
    writers: [
      'workspace/workspaces.ts',
      'scripts/change-workspace.lua',
      'scripts/remove-token.lua',
      'scripts/replace-owner-tokens.lua',
    ],
    lifetime: 'Kept.',
  }),
  workspaceToken: defineRecord({
    type: 'string',
    key: key`token:${'tokenHash'}`,
    purpose: 'The id of the workspace that a token belongs to.',
    value: z.string(),
    writers: ['workspace/workspaces.ts', 'token/tokens.ts'],
    lifetime: 'Until the token is deleted.',
  }),
  tokens: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:tokens`,
    purpose: 'The tokens of a workspace.',
    member: 'token id',
    score: '`createdAt`',
    writers: tokenWriters,
    lifetime: 'Each member until it is deleted.',
  }),
  token: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:token:${'tokenId'}`,
    purpose: 'A token of a workspace. Without this record it opens nothing.',
    fields: z.object({
      name: z.string().describe('The name that people use.'),
      role: Role.describe('Its role.'),
      for: TokenFor.default('manage').describe('The door that it opens. Absent: `manage`.'),
      tokenHash: z.string().describe('SHA-256 of the token, which is not kept.'),
      createdAt: epochMs.describe('When it was made.'),
      lastUsedAt: orNull(epochMs).describe('When it was last used, to the minute.'),
    }),
    writers: [...tokenWriters, 'scripts/touch-token.lua'],
    lifetime: 'Until it is deleted.',
  }),
  usage: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:usage:${'month'}`,
    purpose: 'Usage of a workspace in a calendar month (UTC, `YYYY-MM`).',
    fields: z.object({
      automationRuns: count.describe('Runs that are billed.'),
      inputTokens: count.describe('Tokens that models read.'),
      outputTokens: count.describe('Tokens that models wrote.'),
      micros: count.describe('The known part of what models cost, in millionths of the currency.'),
      'money:known': count.describe('Runs and trials of filters at a known price.'),
      'money:estimated': count.describe('Those at an estimated price.'),
      'money:unknown': count.describe('Those whose price is not known.'),
      'money:none': count.describe('Those that owe nothing.'),
    }),
    writers: ['scripts/admit.lua', 'scripts/finish.lua', 'usage/usage.ts'],
    lifetime: 'Kept.',
  }),
  storage: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:storage`,
    purpose: 'How much a workspace stores, which its limits count.',
    fields: z.object({
      bytes: count.describe('The sum of `storedBytes` over its runs.'),
      hotBytes: count.describe('The sum of `hotBytes` over its runs: what is not archived.'),
      day: count.describe('The day (UTC) of the last run that was stored, in days since the epoch.'),
      dayBytes: count.describe('The bytes stored on that day, even if they were deleted since.'),
    }),
    writers: [
      'scripts/admit.lua',
      'scripts/confirm.lua',
      'scripts/skip.lua',
      'scripts/finish.lua',
      'scripts/store-message.lua',
      'scripts/withdraw-message.lua',
      'scripts/strip-run.lua',
      'scripts/archive-run.lua',
      'scripts/amend-run.lua',
      'scripts/remove-run.lua',
    ],
    lifetime: 'Kept.',
  }),
  filterTrials: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:filter-trials:${wholeNumber('minute')}`,
    purpose: 'Deliveries on which a model was asked to try a filter, in a minute of the clock.',
    value: integer,
    writers: ['scripts/take-model-call.lua'],
    lifetime: '2 minutes.',
  }),
  mailsOfDay: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:mails:${named('day', String.raw`\d{4}-\d\d-\d\d`)}`,
    purpose: 'E-mails that the agents of the workspace sent on a day (UTC).',
    value: integer,
    writers: ['scripts/take-model-call.lua', 'mail-count.ts'],
    lifetime: '2 days: what is under way at midnight can still be given back.',
  }),
  minute: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:minute`,
    purpose: 'The deliveries of the last minute, which the rate limit counts.',
    member: 'delivery id',
    score: 'moment of its admission, ms',
    writers: ['scripts/admit.lua', 'scripts/release-held.lua', 'scripts/withdraw.lua'],
    lifetime: '60 s from the last delivery.',
  }),
  secrets: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:secrets`,
    purpose: 'The named secrets of a workspace, which requests name as `{{secret.<name>}}`.',
    entries: [{ name: '<name>', pattern: /^[a-z][a-z0-9_-]*$/, value: json(SecretRecord) }],
    writers: ['secret/secrets.ts', 'scripts/replace-field.lua'],
    lifetime: 'Each field until the secret is deleted.',
  }),
  secretUses: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:secrets:used`,
    purpose: 'When each named secret was last filled in.',
    entries: [{ name: '<name>', pattern: /^[a-z][a-z0-9_-]*$/, value: epochMs }],
    writers: ['secret/secrets.ts'],
    lifetime: 'Each field until the secret is deleted.',
  }),
  secretsWrappedBy: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:secrets:wrapped-by`,
    purpose: 'The id of the master key that wrapped every secret of the workspace at the last look.',
    value: z.string(),
    writers: ['secret/secret-rotation.ts'],
    lifetime: 'A day.',
  }),
} as const;
