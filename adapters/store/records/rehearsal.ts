import { z } from 'zod';

import { Revision } from '#contracts/automation.ts';
import { RehearsalBudget, RehearsalState, RehearsedDelivery } from '#contracts/rehearsal.ts';
import { defineRecord } from './define.ts';
import { epochMs, integer, json, optionalText, orNull } from './fields.ts';
import { key } from './key.ts';

const lifetime = '7 days from its start.';
const count = (what: string) => integer.default(0).describe(what);

/** Stored deliveries that were played through a changed automation. */
export const rehearsalRecords = {
  rehearsal: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:rehearsal:${'rehearsalId'}`,
    purpose: 'A rehearsal: what is changed, which deliveries are played, and what came of it so far.',
    fields: z.object({
      automationId: z.string().describe('The automation.'),
      state: RehearsalState.describe('How far it is.'),
      reason: optionalText.describe('Why it failed.'),
      draft: json(Revision).describe('The revision as it would be.'),
      revision: integer.describe('The revision that it was compared with at its start.'),
      reads: z.enum(['recorded', 'live']).describe('The source of answers for requests that read.'),
      budget: json(RehearsalBudget).describe('The most that it may spend on models.'),
      deliveryIds: json(z.array(z.string())).describe(
        'The deliveries, in the order in which they are played.',
      ),
      boundTokens: count('The most tokens that it was expected to use.'),
      boundMicros: orNull(integer).describe(
        'The most that it was expected to cost. Absent: no price is known.',
      ),
      by: optionalText.describe('The name of the token that started it. Absent: the service did, for cases.'),
      startedAt: epochMs.describe('When it was started.'),
      finishedAt: orNull(epochMs).describe('When it was over.'),
      done: count('How many deliveries are played.'),
      same: count('How many have this verdict; the same for the other verdicts.'),
      otherRequest: count('As `same`.'),
      newlyRun: count('As `same`.'),
      newlySkipped: count('As `same`.'),
      fails: count('As `same`.'),
      unknown: count('As `same`.'),
      takenTokens: count('The tokens that its calls of models used, or have taken of its budget.'),
      takenMicros: count('The same in millionths of a US dollar.'),
      inputTokens: count('The input tokens of its calls of models.'),
      outputTokens: count('The output tokens.'),
      micros: count('The known part of what they cost, in millionths of a US dollar.'),
      unpriced: count('How many deliveries cost what is not known.'),
    }),
    writers: ['rehearsal/rehearsals.ts', 'rehearsal/rehearsal-budget.ts', 'scripts/keep-rehearsed.lua'],
    lifetime,
  }),
  rehearsed: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:rehearsal:${'rehearsalId'}:deliveries`,
    purpose: 'The deliveries of a rehearsal as they were played.',
    entries: [
      {
        name: '<delivery id>',
        pattern: /^dlv_/,
        value: z.union([z.literal('').describe('It was erased meanwhile.'), json(RehearsedDelivery)]),
      },
    ],
    writers: ['scripts/keep-rehearsed.lua', 'rehearsal/rehearsed.ts'],
    lifetime: `${lifetime} A field goes with the erasure of its delivery.`,
  }),
  rehearsedGroups: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:rehearsal:${'rehearsalId'}:groups`,
    purpose: 'The deliveries of a rehearsal by what differs.',
    entries: [
      {
        name: '<verdict> <summary>',
        pattern: /^\w+ /,
        value: z.string().describe('How many, and the first of them: `37 dlv_…`.'),
      },
    ],
    writers: ['scripts/keep-rehearsed.lua'],
    lifetime,
  }),
  rehearsals: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:rehearsals`,
    purpose: 'The rehearsals of a workspace.',
    member: 'rehearsal id',
    score: '`startedAt`',
    writers: ['rehearsal/rehearsals.ts'],
    lifetime: 'Each member as long as the rehearsal.',
  }),
} as const;
