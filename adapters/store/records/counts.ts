import { EndedOutcome } from '#contracts/run.ts';
import { defineRecord } from './define.ts';
import { integer } from './fields.ts';
import { key, named } from './key.ts';

const what = `[A-Z_]+|duplicate|${EndedOutcome.options.join('|')}`;
const writers = [
  'scripts/admit.lua',
  'scripts/count-refusal.lua',
  'scripts/count-spam.lua',
  'scripts/finish.lua',
  'scripts/note-duplicate.lua',
  'scripts/skip.lua',
];

const dayWriters = [...writers, 'scripts/recount-days.lua'];

export const countRecords = {
  hourlyCounts: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:counts:${'ownerId'}:${named('day', String.raw`\d{4}-\d\d-\d\d`)}`,
    purpose:
      'Arrivals in the hours of a day (UTC), for an automation or (`all`) the workspace: how it ended, duplicates, and by its code what was refused.',
    entries: [
      {
        name: '<hour>:<outcome>, <hour>:duplicate or <hour>:<code>',
        pattern: new RegExp(String.raw`^\d\d:(?:${what})$`),
        value: integer,
      },
    ],
    writers,
    lifetime: '3 days.',
  }),
  dailyCounts: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:counts:${'ownerId'}:${named('month', String.raw`\d{4}-\d\d`)}`,
    purpose: 'The same in the days of a month (UTC).',
    entries: [
      {
        name: '<day>:<outcome>, <day>:duplicate or <day>:<code>',
        pattern: new RegExp(String.raw`^\d\d:(?:${what})$`),
        value: integer,
      },
    ],
    writers: dayWriters,
    lifetime: '432 days.',
  }),
} as const;
