import type { ProposalRef } from '#contracts/proposal-ref.ts';
import { createOnceStarter } from './once-starter.ts';

/** Has a model read the English of a revision. */
export const createProposalStarter = (started: Parameters<typeof createOnceStarter>[0]) =>
  createOnceStarter<ProposalRef>(started, {
    workflow: 'propose',
    idOf: ({ automationId, revision, bySamples }) =>
      `propose:${automationId}:${revision}${bySamples ? ':samples' : ''}`,
    summary: 'Read a filter and instructions',
  });

export type ProposalStarter = ReturnType<typeof createProposalStarter>;
