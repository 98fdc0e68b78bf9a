import { activityInfo, ApplicationFailure } from '@temporalio/activity';

import { type CapabilityCall, capabilityOf, type CapabilityPorts } from '#capabilities/calls.ts';
import type { ApprovalRef } from '#contracts/approval.ts';
import type { DeliveryRun } from '#contracts/run.ts';
import type { NeededApproval } from '#contracts/policy.ts';
import { approvalIdOf } from '#domain/approval-id.ts';
import { approvedWorkflowId } from '#domain/approved-workflow.ts';
import type { Approvals, NewApproval } from '#store/approval/approvals.ts';
import type { OpenRequest } from './open-request.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';

export interface AskApprovalDeps {
  readonly approvals: Pick<Approvals, 'ask' | 'find' | 'look'>;
  /** Sends the request of a chat once it is approved; the message does not wait for it. */
  readonly approvedRequests: { readonly start: (ref: ApprovalRef) => Promise<void> };
  readonly eventTelling: { readonly runWaiting: (run: DeliveryRun, approvalId: string) => Promise<void> };
  readonly ports: CapabilityPorts;
}

/** `waiting`: the run waits, or the chat goes on without it. `known`: it was decided meanwhile. `refused`: none can be asked for. */
export type AskedFor =
  | { readonly kind: 'waiting' | 'known'; readonly id: string }
  | { readonly kind: 'refused'; readonly message: string };

const tooMany = 'Too many requests of this workspace wait for an approval: this one was not sent.';

/**
 * Asks for the approval of a request, and together with it for those of the requests of its turn that come later and need
 * one too: so that they can be decided together, and what is approved is what was planned.
 */
export function createAskApproval({ approvals, approvedRequests, eventTelling, ports }: AskApprovalDeps) {
  return async function askFor(request: OpenRequest, needed: NeededApproval): Promise<AskedFor> {
    const { run, agentId, call, capability, later } = request;
    const { workspaceId } = run;
    const scope = { workspaceId, agentId };
    const also = await Promise.all(
      later.map(async (one) => {
        const other = capabilityOf(one);
        if (other.kind !== 'request') return null;
        const checked = await ports.egress.check(scope, other.leaving(one));
        return checked.kind === 'checked' ? checked.neededApproval : null;
      }),
    );
    const asked = [needed, ...also].flatMap((need, index) =>
      need === null ? [] : [newApproval(request, [call, ...later][index] ?? call, need, index)],
    );
    const target = capability.targetOf(call) ?? call.name;
    const { state } = await retryUntilPersisted(() => approvals.ask(run, asked, target));
    const id = approvalIdOf(run, request.request);
    if (state === 'over') throw ApplicationFailure.nonRetryable('The run is over.', 'RecordMissing');
    if (state === 'full') return { kind: 'refused', message: tooMany };
    if (run.kind === 'delivery') {
      if (state === 'open') await eventTelling.runWaiting(run, id);
      return { kind: state === 'open' ? 'waiting' : 'known', id };
    }
    // Another workflow sends them, whenever they are approved.
    for (const one of asked) await approvedRequests.start({ workspaceId, approvalId: one.id });
    return { kind: 'waiting', id };
  };
}

function newApproval(
  { run, agentId, turn, request, automation }: OpenRequest,
  call: CapabilityCall,
  { policyId, hours }: NeededApproval,
  offset: number,
): NewApproval {
  const id = approvalIdOf(run, request + offset);
  const place = { id, agentId, turn, request: request + offset, call, policyId, hours };
  if (run.kind === 'message') {
    const { conversationId, messageId } = run;
    return { ...place, conversationId, messageId, workflowId: approvedWorkflowId(id) };
  }
  const { workflowExecution } = activityInfo();
  return {
    ...place,
    deliveryId: run.deliveryId,
    automationId: run.automationId,
    automationName: automation?.automationName ?? null,
    workflowId: workflowExecution?.workflowId ?? '',
  };
}
