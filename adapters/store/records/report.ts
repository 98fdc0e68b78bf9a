import { z } from 'zod';

import { shapeTypes } from '#domain/shape.ts';
import { defineRecord } from './define.ts';
import { integer, json } from './fields.ts';
import { key } from './key.ts';

const Sighting = z.object({
  count: z.int().positive(),
  first: z.int(),
  last: z.int(),
  was: z.enum(shapeTypes).exactOptional(),
});

/** The types that something in a body had. */
export const Sightings = z.partialRecord(z.enum(shapeTypes), Sighting);
export type Sightings = z.infer<typeof Sightings>;

const day = { name: 'day', pattern: String.raw`\d{4}-\d\d-\d\d`, write: (value: string) => value };

export const reportRecords = {
  answerTimes: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:counts:${'automationId'}:answer-times:${day}`,
    purpose: 'How long requests at a hook waited for their answer, on a day (UTC).',
    entries: [
      {
        name: '<milliseconds> or more',
        pattern: /^(?:\d+|more)$/,
        value: integer.describe('How many took at most so long, and longer than the next shorter time.'),
      },
    ],
    writers: ['report/door-ledger.ts'],
    lifetime: '32 days.',
  }),
  refusedEvents: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:refused-events`,
    purpose: 'The last 1,000 events that were answered 429, to see whether they came back.',
    member: 'id that the delivery has once it is taken',
    score: 'when it was first refused, ms',
    writers: ['report/door-ledger.ts', 'scripts/remove-automation.lua'],
    lifetime: '30 days from the last one.',
  }),
  shapes: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:shapes`,
    purpose: "The types of the members of an automation's deliveries.",
    entries: [
      {
        name: '<event name>|<JSON pointer>',
        pattern: /^[^|]*\|\/.+$/s,
        value: json(Sightings).describe(
          'By type: how often it was seen (no more than 6 are counted), first and last, and the type that it took the place of.',
        ),
      },
    ],
    writers: ['scripts/write-run.lua', 'scripts/finish.lua', 'scripts/remove-automation.lua'],
    lifetime: 'Until the automation was deleted and the last of its deliveries is gone.',
  }),
} as const;
