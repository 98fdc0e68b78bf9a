import type { ApprovalNote, ApprovalState } from '#contracts/run.ts';
import type { ApprovalRecord, Approvals } from '#store/approval/approvals.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';

/** An approval as a step finds it. One that is gone counts as void. `leftMs`: until it expires. */
export interface KnownApproval {
  readonly id: string;
  readonly state: ApprovalState;
  readonly leftMs: number;
  readonly record: ApprovalRecord | null;
}

export async function readApproval(
  approvals: Pick<Approvals, 'find' | 'look'>,
  workspaceId: string,
  id: string,
): Promise<KnownApproval> {
  return await retryUntilPersisted(async () => {
    const { state, leftMs } = await approvals.look(workspaceId, id);
    const record = await approvals.find(workspaceId, id);
    return { id, state: state === 'missing' ? 'void' : state, leftMs, record };
  });
}

export const noteOf = ({ id, state, record }: KnownApproval): ApprovalNote => ({
  id,
  state,
  by: record?.decidedBy || null,
  at: record?.decidedAt == null ? null : new Date(record.decidedAt).toISOString(),
});

/** Why a request is not sent, for the agent and its owner; null where it may be. */
export function refusalOf({ state, record }: KnownApproval): string | null {
  switch (state) {
    case 'open':
    case 'approved':
      return null;
    case 'refused':
      return `The owner refused this request${record?.reason == null ? '.' : `: ${record.reason}`}`;
    case 'expired':
      return 'This request was not approved in time.';
    case 'void':
      return 'The approval of this request became void: its automation or policy was deleted.';
  }
}

const [leastMs, mostMs] = [60_000, 3_600_000];

/** Until a decision is looked for again, in case its signal was lost: the longer it waits, the less often. */
export function nextLookMs({ leftMs, record }: KnownApproval): number {
  const waitedMs = Date.now() - (record?.askedAt ?? 0);
  return Math.max(1_000, Math.min(leftMs, Math.min(Math.max(waitedMs, leastMs), mostMs)));
}
