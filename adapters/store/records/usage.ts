import { z } from 'zod';

import { moneyStates } from '#contracts/run.ts';
import { defineRecord } from './define.ts';
import { integer } from './fields.ts';
import { key } from './key.ts';

/** The counters of each, as for the month. */
export const shareCounters = [
  'automationRuns',
  'inputTokens',
  'outputTokens',
  'micros',
  ...moneyStates.map((state) => `money:${state}` as const),
] as const;

const ofShare = (name: string) => ({
  name: `<${name}>:<counter of the month>`,
  pattern: new RegExp(`^.+:(?:${shareCounters.join('|')})$`, 's'),
  value: integer,
});

const writers = ['scripts/admit.lua', 'scripts/finish.lua', 'usage/usage.ts'];

/**
 * The shares of automations and models in the usage of a month. The first of it is counted by runs that ended since the
 * service learned to.
 */
export const usageRecords = {
  usageByAutomation: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:usage:${'month'}:automations`,
    purpose: 'Usage of each automation in a calendar month (UTC, `YYYY-MM`); for chats, of each agent.',
    entries: [
      ofShare('automationId or agentId'),
      {
        name: '<automationId or agentId>:name',
        pattern: /^\w{3}_[\w-]+:name$/,
        value: z.string().describe('Its name at its last run.'),
      },
    ],
    writers,
    lifetime: 'Kept.',
  }),
  usageByModel: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:usage:${'month'}:models`,
    purpose: 'Usage of each model in a calendar month (UTC, `YYYY-MM`).',
    entries: [ofShare('model')],
    writers,
    lifetime: 'Kept.',
  }),
} as const;
