import { defineRecord } from './define.ts';
import { integer } from './fields.ts';
import { key } from './key.ts';

const writers = ['scripts/admit.lua', 'scripts/release-held.lua', 'scripts/finish.lua'];

/** Deliveries that are accepted, and wait for room (`burst` of their automation is `hold`) or for another of their reference (`order`). */
export const heldRecords = {
  heldDeliveries: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:held`,
    purpose:
      'The deliveries that an automation holds and that need nothing but room, in the order in which they are run.',
    member: 'delivery id',
    score:
      'when it arrived, µs of the clock of Redis, and more than the one before; of one that stood in line, little less than that of the oldest at least',
    writers,
    lifetime: 'Each member until its run is started, or it is erased.',
  }),
  heldInLine: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:held:line`,
    purpose: 'The deliveries that an automation holds behind another of their reference.',
    member: 'delivery id',
    score: 'when it arrived, as above',
    writers,
    lifetime: 'Each member until it is the first of its line, or it is erased.',
  }),
  line: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:line:${'digest'}`,
    purpose: 'The deliveries of one reference that are run one after the other, by its SHA-1.',
    member: 'delivery id',
    score: 'when it arrived, µs; of one that ran before its automation asked for an order, ms',
    writers: [...writers, 'scripts/set-limits.lua'],
    lifetime: 'Each member until its run is over.',
  }),
  heldBytes: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:held:bytes`,
    purpose: 'The bytes of their bodies.',
    value: integer,
    writers,
    lifetime: 'As long as one is held.',
  }),
  holdingAutomations: defineRecord({
    type: 'set',
    key: key`{${'workspaceId'}}:held`,
    purpose:
      'The automations that hold deliveries which need nothing but room; the sweep finds those of which no workflow runs them.',
    member: 'automation id',
    writers,
    lifetime: 'Each member as long as it holds one.',
  }),
  automationsWithLines: defineRecord({
    type: 'set',
    key: key`{${'workspaceId'}}:held:line`,
    purpose:
      'The automations that hold deliveries behind others of their reference; the sweep looks at their lines.',
    member: 'automation id',
    writers,
    lifetime: 'Each member as long as it holds one.',
  }),
  refusals: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:refusals`,
    purpose:
      'How many deliveries were refused because there was no room, by minutes since the epoch, while the workspace has alert rules.',
    entries: [{ name: '<minute>', pattern: /^\d+$/, value: integer }],
    writers: ['scripts/admit.lua'],
    lifetime: '25 hours from the last; each field about as long.',
  }),
} as const;
