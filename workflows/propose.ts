import { proxyActivities } from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import type { ProposalRef } from '#contracts/proposal-ref.ts';
import { proposalMsMax } from '#domain/proposal-time.ts';
import { local } from './activities.ts';

/** Models are paid for each attempt: what fails twice is left to the next save. */
const { proposeMeaning } = proxyActivities<Activities>({
  startToCloseTimeout: '10m',
  scheduleToCloseTimeout: proposalMsMax,
  heartbeatTimeout: '10s',
  retry: { initialInterval: '5s', maximumAttempts: 2 },
  summary: 'Read a filter and instructions',
});

const { endProposal } = local('Note that nothing was read');

/** Has a model read the English of a revision once; see activities/propose.ts. */
export async function propose(ref: ProposalRef): Promise<void> {
  try {
    await proposeMeaning(ref);
  } catch (error) {
    await endProposal(ref);
    throw error;
  }
}
