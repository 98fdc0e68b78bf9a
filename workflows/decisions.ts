import { condition, defineSignal, setHandler } from '@temporalio/workflow';

import { approvalDecidedSignal } from '#domain/approved-workflow.ts';

const approvalDecided = defineSignal(approvalDecidedSignal);

/** Decisions about approvals that this workflow is told of. One that comes while a step looks for it is not missed. */
export function watchDecisions() {
  let count = 0;
  setHandler(approvalDecided, () => void (count += 1));
  return {
    count: () => count,
    /** Until there are more than `seen`, at most `ms`. */
    waitForMore: (seen: number, ms: number, summary: string) =>
      condition(() => count > seen, ms, { summary }),
  };
}
