import type { ProposalRef } from '#contracts/proposal-ref.ts';
import { createOnceStarter } from './once-starter.ts';

/** Has a model read the English of a revision, once. Nothing is read while Temporal is away. */
export const createProposalStarter = (deps: Parameters<typeof createOnceStarter>[0]) =>
  createOnceStarter<ProposalRef>(deps, {
    workflow: 'propose',
    workflowIdOf: ({ automationId, revision }) => `propose:${automationId}:${revision}`,
    summary: 'Read a filter and instructions',
  });

export type ProposalStarter = ReturnType<typeof createProposalStarter>;
