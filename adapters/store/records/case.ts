import { StoredCase } from '#contracts/case.ts';
import { defineRecord } from './define.ts';
import { json } from './fields.ts';
import { key } from './key.ts';

/** Deliveries that an automation is held against. */
export const caseRecords = {
  cases: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:cases`,
    purpose: 'The cases of an automation: deliveries with the requests that are expected of them.',
    entries: [{ name: '<case id>', pattern: /^cas_/, value: json(StoredCase) }],
    writers: ['case/cases.ts', 'scripts/remove-automation.lua'],
    lifetime: 'Until the automation is deleted. Each field until its delivery is erased or removed.',
  }),
} as const;
