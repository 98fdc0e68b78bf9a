import type { ApprovalRef } from '#contracts/approval.ts';
import { remote } from './activities.ts';
import { watchDecisions } from './decisions.ts';

/** Sends a request of a chat or of the owner once it is approved, or notes that it was not. */
export async function approvedRequest(ref: ApprovalRef): Promise<void> {
  const decisions = watchDecisions();
  for (;;) {
    const seen = decisions.count();
    const { retryAfterMs } = await remote('Send it if it is approved').sendApproved(ref);
    if (retryAfterMs === null) return;
    await decisions.waitForMore(seen, retryAfterMs, 'Waiting for an approval');
  }
}
