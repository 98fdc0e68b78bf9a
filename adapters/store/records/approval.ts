import { z } from 'zod';

import { CapabilityCall } from '#capabilities/calls.ts';
import { Step } from '#capabilities/step.ts';
import { ApprovalState, approvalStates } from '#contracts/run.ts';
import { defineRecord } from './define.ts';
import { epochMs, integer, json, optionalText, orNull } from './fields.ts';
import { key, oneOf } from './key.ts';

/** The schema of a call takes what models write, so that it reads only in one direction. */
const storedCall = z.codec(z.string(), z.custom<CapabilityCall>(), {
  decode: (text) => CapabilityCall.parse(JSON.parse(text)),
  encode: (call) => JSON.stringify(call),
});

const writers = [
  'scripts/ask-approvals.lua',
  'scripts/settle-approval.lua',
  'scripts/finish.lua',
  'scripts/strip-run.lua',
  'scripts/remove-run.lua',
  'approval/remove-old.ts',
  'approval/sent-outside.ts',
  'scripts/replace-field.lua',
  'scripts/write-existing.lua',
];

/** Requests that wait for an approval, or waited for one. */
export const approvalRecords = {
  approval: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:approval:${'approvalId'}`,
    purpose: 'A request that a policy lets leave only once somebody approved it.',
    fields: z.object({
      state: ApprovalState.describe('Whether it was decided, and how.'),
      agentId: z.string().describe('The agent whose request it is.'),
      automationId: optionalText.describe('The automation. Absent for a chat and a request of the owner.'),
      automationName: optionalText.describe('Its name at acceptance.'),
      deliveryId: optionalText.describe('The delivery whose run waits.'),
      conversationId: optionalText.describe('For a message of a chat: its conversation.'),
      messageId: optionalText.describe('The message of a chat whose turn asked.'),
      turn: integer.describe('The turn that asked for the request; 0 for a request of the owner.'),
      request: integer.describe('The number of the request within the run.'),
      call: storedCall.describe('The request as it is sent, secrets as placeholders.'),
      edited: orNull(storedCall).describe('The request that is sent in its place.'),
      policyId: z.string().describe('The policy that asks for the approval.'),
      workflowId: z.string().describe('The Temporal workflow that waits.'),
      askedAt: epochMs.describe('When it was asked for.'),
      expiresAt: epochMs.describe('From then on it is refused.'),
      decidedAt: orNull(epochMs).describe('When it was decided.'),
      decidedBy: optionalText.describe('The name of the token or link that decided.'),
      reason: optionalText.describe('The sentence that the agent is told with a refusal.'),
      mark: z
        .enum(['', 'sending'])
        .describe('Outside of a run: whether the request is about to leave, or left.'),
      step: orNull(json(Step)).describe('Outside of a run: what became of the request.'),
    }),
    writers,
    lifetime: 'Until its run is removed or erased; outside of a run, until the retention has passed.',
  }),
  approvals: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:approvals:${oneOf('list', ['all', ...approvalStates])}`,
    purpose: 'The approvals of a workspace, all and by state.',
    member: 'approval id',
    score: '`askedAt`',
    writers,
    lifetime: 'Each member as long as the approval.',
  }),
} as const;
