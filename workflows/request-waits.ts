import { setCurrentDetails, sleep } from '@temporalio/workflow';

import type { KnownReport, RequestReport } from '#activities/request-report.ts';
import { type localRequest, remote } from './activities.ts';
import { watchDecisions } from './decisions.ts';
import type { createRunClock } from './run-clock.ts';

type Steps = typeof remote | typeof localRequest;

/** The waits of a request between its tries, which do not count as time of its run: for its target, or for an approval. */
export function createRequestWaits(clock: Pick<ReturnType<typeof createRunClock>, 'add' | 'pauseDuring'>) {
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

  /** Sends a request until it has ended: by `first`, then by remote steps. `known`: as it was before the first. */
  async function untilEnded(
    summary: string,
    first: Steps,
    send: (steps: Steps, known?: KnownReport) => Promise<RequestReport>,
    known?: KnownReport,
  ): Promise<RequestReport> {
    clock.add(known?.tookMs ?? 0);
    // The decision may have come while the step that began the run looked for it.
    let seen = known === undefined ? decisions.count() : 0;
    for (let report = await send(first, known); ; report = await send(remote)) {
      const { retryAfterMs, isAsked } = report;
      if (retryAfterMs === undefined) return report;
      if (isAsked) await forApproval(retryAfterMs, summary, seen);
      else await forNextTry(retryAfterMs, summary);
      seen = decisions.count();
    }
  }

  return { untilEnded };
}
