import { setCurrentDetails, sleep } from '@temporalio/workflow';

import type { RequestReport } from '#activities/request-report.ts';
import { type localRequest, remote } from './activities.ts';
import { watchDecisions } from './decisions.ts';
import type { createRunClock } from './run-clock.ts';

type Steps = typeof remote | typeof localRequest;

/** The waits of a request between its tries, which do not count as time of its run: for its target, or for an approval. */
export function createRequestWaits(clock: Pick<ReturnType<typeof createRunClock>, 'pauseDuring'>) {
  const decisions = watchDecisions();

  async function forNextTry(waitMs: number, summary: string): Promise<void> {
    if (waitMs === 0) return;
    setCurrentDetails(`${summary}: next try at ${new Date(Date.now() + waitMs).toISOString()}`);
    await clock.pauseDuring(sleep(waitMs, { summary: `Next try: ${summary}` }));
  }

  /** `seen`: the decisions that were known before the request was looked at. */
  async function forApproval(waitMs: number, summary: string, seen: number): Promise<void> {
    setCurrentDetails(`${summary}: waits for an approval`);
    await clock.pauseDuring(decisions.waitForMore(seen, waitMs, `Approval: ${summary}`));
  }

  /** Sends a request until it has ended: by `first`, then by remote steps. */
  async function untilEnded(
    summary: string,
    first: Steps,
    send: (steps: Steps) => Promise<RequestReport>,
  ): Promise<RequestReport> {
    for (let steps = first; ; steps = remote) {
      const seen = decisions.count();
      const report = await send(steps);
      const { retryAfterMs, isAsked } = report;
      if (retryAfterMs === undefined) return report;
      if (isAsked) await forApproval(retryAfterMs, summary, seen);
      else await forNextTry(retryAfterMs, summary);
    }
  }

  return { untilEnded };
}
