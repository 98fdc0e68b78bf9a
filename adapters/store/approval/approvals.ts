import { z } from 'zod';

import type { CapabilityCall } from '#capabilities/calls.ts';
import { type ApprovalState, approvalStates, type RunRef } from '#contracts/run.ts';
import { limits } from '#domain/limits.ts';
import { runIdOf } from '#domain/run-ref.ts';
import type { Redis } from '../connection/connect.ts';
import { createSentOutside } from './sent-outside.ts';
import { approvalRecords } from '../records/approval.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { type ApprovalRecord, createApprovalReading, type ListedApproval } from './read-approvals.ts';
import { named, script } from '../script.ts';

const { fields } = approvalRecords.approval;
export type { ApprovalRecord, ListedApproval };

const askScript = script('ask-approvals', ['approvals', 'publish-change', 'waits']);
const settleScript = script('settle-approval', ['approvals']);

const State = z.enum(approvalStates);
const Asked = z.tuple([State.or(z.enum(['full', 'over'])), z.number()]);
const Settled = z.tuple([State.or(z.literal('missing')), z.number(), z.number()]);

export type NewApproval = Pick<
  ApprovalRecord,
  'agentId' | 'turn' | 'request' | 'call' | 'policyId' | 'workflowId'
> &
  Partial<
    Pick<ApprovalRecord, 'automationId' | 'automationName' | 'deliveryId' | 'conversationId' | 'messageId'>
  > & { readonly id: string; readonly hours: number };

/** `full`: too many are open. `over`: the run has ended. Else the state of the first, and ms until it expires. */
export interface AskedApproval {
  readonly state: ApprovalState | 'full' | 'over';
  readonly leftMs: number;
}

export interface ApprovalDecision {
  readonly state: 'approved' | 'refused' | 'void';
  readonly by: string;
  readonly reason?: string | undefined;
  readonly edited?: CapabilityCall | undefined;
}

/** The approvals of a workspace. Every moment is told by the clock of the store alone. */
export function createApprovals({ redis }: { readonly redis: Redis }) {
  const reading = createApprovalReading({ redis });
  const settle = createSettling(redis);

  /** Stores all of them at once, those that are there already aside. A delivery waits for the first, without a slot. */
  async function ask(
    run: RunRef | { readonly kind: 'owner'; readonly workspaceId: string },
    approvals: readonly NewApproval[],
    target = '',
  ): Promise<AskedApproval> {
    const { workspaceId } = run;
    const runId = run.kind === 'owner' ? undefined : runIdOf(run);
    const asked = named({
      workspaceId,
      runId,
      target,
      waits: run.kind === 'delivery',
      openMax: limits.openApprovalsMax,
      approvals: approvals.map(({ id, hours, ...rest }) => ({
        id,
        hours,
        fields: fieldsOf(fields, { ...rest, mark: '' }),
      })),
    });
    const runKeys = runId === undefined ? [] : [keys.run(workspaceId, runId), keys.slots(workspaceId)];
    const [state, leftMs] = Asked.parse(
      await askScript(redis, [keys.approvals(workspaceId, 'open'), ...runKeys], [asked]),
    );
    return { state, leftMs };
  }

  /** Its state now, and ms until it expires; one that is late expires by this. */
  const look = (workspaceId: string, approvalId: string) => settle(workspaceId, approvalId, { fields: [] });

  /** `isDecided`: this decision counts. If not, the state says why. */
  const decide = (workspaceId: string, approvalId: string, { state, by, reason, edited }: ApprovalDecision) =>
    settle(workspaceId, approvalId, {
      state,
      fields: fieldsOf(fields, { decidedBy: by, reason: reason ?? null, edited: edited ?? null }),
    });

  /** Voids the open ones that `isMeant` names; gives the workflows that waited for them. */
  async function voidOpen(
    workspaceId: string,
    isMeant: (approval: ApprovalRecord) => boolean,
  ): Promise<readonly string[]> {
    const waited: string[] = [];
    for (const id of await redis.zRange(keys.approvals(workspaceId, 'open'), 0, -1)) {
      const approval = await reading.find(workspaceId, id);
      if (approval === null || !isMeant(approval)) continue;
      const { isDecided } = await decide(workspaceId, id, { state: 'void', by: '' });
      if (isDecided) waited.push(approval.workflowId);
    }
    return waited;
  }

  return { ...reading, ...createSentOutside({ redis }), ask, look, decide, voidOpen };
}

const createSettling = (redis: Redis) =>
  async function settle(
    workspaceId: string,
    approvalId: string,
    decision: { readonly state?: string; readonly fields: string[] },
  ) {
    const key = keys.approval(workspaceId, approvalId);
    const [state, leftMs, counts] = Settled.parse(await settleScript(redis, [key], [named(decision)]));
    return { state, leftMs, isDecided: counts === 1 };
  };

export type Approvals = ReturnType<typeof createApprovals>;
