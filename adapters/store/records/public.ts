import { z } from 'zod';

import { defineRecord } from './define.ts';
import { integer, json } from './fields.ts';
import { address, encoded, key } from './key.ts';

/** The address as typed, the time in ISO 8601, and the normalised address for deduplication. */
export const WaitlistRow = z.object({ email: z.string(), joinedAt: z.iso.datetime(), identity: z.string() });
export type WaitlistRow = z.infer<typeof WaitlistRow>;

const twoDays = '2 days: what is under way at midnight can still be given back.';

export const publicRecords = {
  quota: defineRecord({
    type: 'string',
    key: key`quota:{${address('client')}}`,
    purpose: 'Requests of a client in its window.',
    value: integer,
    writers: ['quota.ts'],
    lifetime: 'An hour at most: the window, from its first request.',
  }),
  previewsOfClient: defineRecord({
    type: 'string',
    key: key`previews:{${'day'}}:client:${address('client')}`,
    purpose: 'Skill previews that a client used on a day (UTC).',
    value: integer,
    writers: ['scripts/use-preview.lua', 'scripts/return-preview.lua'],
    lifetime: twoDays,
  }),
  previewsOfDay: defineRecord({
    type: 'string',
    key: key`previews:{${'day'}}:all`,
    purpose: 'Skill previews that all clients used on a day (UTC).',
    value: integer,
    writers: ['scripts/use-preview.lua', 'scripts/return-preview.lua'],
    lifetime: twoDays,
  }),
  modelCallsOfDay: defineRecord({
    type: 'string',
    key: key`model-calls:${'day'}`,
    purpose: 'Model calls of the public API on a day (UTC).',
    value: integer,
    writers: ['scripts/take-model-call.lua', 'model-calls.ts'],
    lifetime: twoDays,
  }),
  waitlistAddresses: defineRecord({
    type: 'hash',
    key: key`waitlist:{${encoded('sheet')}}:addresses`,
    purpose: 'The position of an address in the embedded waitlist.',
    entries: [{ name: '<identity>', pattern: /@/, value: integer.describe('Its position, from 1.') }],
    writers: ['scripts/join-waitlist.lua'],
    lifetime: 'Kept.',
  }),
  waitlistRows: defineRecord({
    type: 'list',
    key: key`waitlist:{${encoded('sheet')}}:rows`,
    purpose: 'The rows of the embedded waitlist in the order of arrival.',
    item: json(WaitlistRow),
    writers: ['scripts/join-waitlist.lua'],
    lifetime: 'Kept.',
  }),
  sheetIndex: defineRecord({
    type: 'hash',
    key: key`sheet:{${'spreadsheetId'}:${encoded('sheet')}}:index`,
    purpose: 'The row of an address in a Google Sheet.',
    entries: [
      {
        name: '<identity>',
        pattern: /@/,
        value: z.string().describe('Its range, such as `Waitlist!A2:C2`.'),
      },
      { name: '#read', pattern: /^#read$/, value: z.literal('1').describe('The whole sheet was read.') },
    ],
    writers: ['sheet-index.ts'],
    lifetime: 'Kept.',
  }),
  sheetUncertain: defineRecord({
    type: 'set',
    key: key`sheet:{${'spreadsheetId'}:${encoded('sheet')}}:uncertain`,
    purpose: 'Writes to a Google Sheet whose end is not known.',
    member: 'id of the write',
    writers: ['sheet-index.ts'],
    lifetime: 'Each member until the sheet tells.',
  }),
  sheetLease: defineRecord({
    type: 'string',
    key: key`sheet:{${'spreadsheetId'}:${encoded('sheet')}}:lease`,
    purpose: 'The process that may write to a Google Sheet.',
    value: z.string(),
    writers: ['sheet-index.ts', 'scripts/release-lease.lua'],
    lifetime: 'A minute, or until it is given back.',
  }),
} as const;
