import { z } from 'zod';

import { Narrowing } from './policy-bounds.ts';

const log = {
  since: z.iso.datetime().describe('When the oldest decision that was looked at may have been made.'),
  decisions: z.int().describe('How many decisions of the log were looked at, at most 10,000.'),
  isComplete: z.boolean().describe('Whether they are all of the last 30 days.'),
};

const NarrowingProposal = Narrowing.extend({
  policyId: z.string(),
  domain: z.string().describe('The domain of the policy.'),
  requests: z.int().describe('The requests that it allowed.'),
  runs: z.int().describe('The deliveries whose runs sent them. 0: no run used it.'),
  hosts: z
    .array(z.string())
    .describe('For a wildcard: the hosts that it was used for, at most 100. Else empty.'),
}).describe('The smallest methods and paths that would have allowed everything that the policy allowed.');

export const NarrowingProposals = z.object({
  ...log,
  items: z.array(NarrowingProposal).describe('One for each policy of kind `host`, newest first.'),
});
export type NarrowingProposals = z.infer<typeof NarrowingProposals>;

export const NarrowingPreview = z.object({
  ...log,
  requests: z.int().describe('The requests that the policy allowed.'),
  refused: z
    .int()
    .describe('How many of them it would have refused, or another policy sent without its header.'),
  examples: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When it was decided.'),
        method: z.string(),
        host: z.string(),
        path: z.string(),
      }),
    )
    .describe('Some of those, each method and path once, as the log shows them.'),
});
export type NarrowingPreview = z.infer<typeof NarrowingPreview>;
