import { z } from 'zod';

import { defineRecord } from './define.ts';
import { integer, json, optionalText } from './fields.ts';
import { key, named } from './key.ts';

const dayPattern = String.raw`\d{4}-\d\d-\d\d`;
const month = named('month', String.raw`\d{4}-\d\d`);

const use = z.object({
  tokens: integer.default(0).describe('Tokens, input and output.'),
  micros: integer.default(0).describe('The cost of models, in millionths of a US dollar.'),
  runs: integer
    .default(0)
    .describe('The runs of a month that were started, those aside that are not billed.'),
});

const runWriters = [
  'scripts/admit.lua',
  'scripts/release-held.lua',
  'scripts/withdraw.lua',
  'scripts/finish.lua',
];
const useWriters = [...runWriters, 'scripts/settle-reservation.lua'];

/** Fields of the record of a run that budgets are about. */
export const budgetFields = {
  budgetDay: optionalText.describe('Deliveries only: the day on which it began to use budgets.'),
  budgetTokens: integer.default(0).describe('The tokens of its calls of models that budgets counted.'),
  budgetMicros: integer.default(0).describe('The same in millionths of a US dollar.'),
};

/** The use of budgets, and the part that calls of models which are under way have taken of them. */
export const budgetRecords = {
  budgetRuns: defineRecord({
    type: 'set',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:budget-runs:${named('day', dayPattern)}`,
    purpose:
      'The runs that an automation with a budget started on a day of the time zone of its workspace, those aside that are not billed.',
    member: 'delivery id',
    writers: runWriters,
    lifetime: '3 days.',
  }),
  budgetUse: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:budget-use:${named('day or month', `${dayPattern}|${month.pattern}`)}`,
    purpose: 'The usage of an automation with a budget on that day, or in that month.',
    fields: use,
    writers: useWriters,
    lifetime: '3 days; of a month 62 days.',
  }),
  workspaceBudgetUse: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:budget-use:${month}`,
    purpose: 'The same of all automations and chats of a workspace, while any budget holds for them.',
    fields: use,
    writers: useWriters,
    lifetime: '62 days.',
  }),
  reservations: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:reservations`,
    purpose: 'The most that each call of a model that is under way may use, where a budget holds for it.',
    entries: [
      {
        name: '<what asks>/<place>/<attempt>/<number>',
        pattern: /^.+$/,
        value: json(
          z.object({
            use: z.string().describe('The key of the day that it is of.'),
            tokens: z.int(),
            micros: z.int(),
            endsAt: z.int().describe('The end of its lease, unless it was settled.'),
          }),
        ),
      },
    ],
    writers: ['scripts/reserve.lua', 'scripts/settle-reservation.lua'],
    lifetime: '2 days from the last call. Each field until its call is over, or a day from its end.',
  }),
} as const;

/** The prefixes of the keys of the days of a budget, for scripts that find the day in a record: of runs, and of usage. */
export const budgetPrefixes = (workspaceId: string, automationId: string): readonly [string, string] => {
  const anyDay = '0000-00-00';
  return [
    budgetRecords.budgetRuns.key(workspaceId, automationId, anyDay).slice(0, -anyDay.length),
    budgetRecords.budgetUse.key(workspaceId, automationId, anyDay).slice(0, -anyDay.length),
  ];
};
