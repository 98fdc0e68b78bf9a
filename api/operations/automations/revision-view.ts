import { z } from 'zod';

import { Automation } from '#contracts/automation.ts';
import type { SavedRevision } from '#store/automation/automations.ts';

/** A numbered revision of an automation. */
export const RevisionView = Automation.pick({
  name: true,
  instructions: true,
  filter: true,
  condition: true,
  plan: true,
  planState: true,
  expects: true,
  answerSchema: true,
  readsEarlierRuns: true,
  retry: true,
  model: true,
  agentId: true,
}).extend({
  revision: z.int().describe('Its number, which deliveries keep.'),
  by: z
    .string()
    .nullable()
    .describe('The name that the token that made it had. Null: the service did, or it was not noted.'),
  savedAt: z.iso.datetime().nullable().describe('When it was saved. Null where that was not noted.'),
});
type RevisionView = z.infer<typeof RevisionView>;

export const revisionView = ({ savedAt, condition, plan, ...revision }: SavedRevision): RevisionView => ({
  ...revision,
  condition: condition?.text ?? null,
  plan: plan?.plan ?? null,
  planState: plan === null ? 'none' : plan.isConfirmed ? 'confirmed' : 'proposed',
  savedAt: savedAt === null ? null : new Date(savedAt).toISOString(),
});
