import { CapabilityCall } from '#capabilities/calls.ts';
import type { Approval } from '#contracts/approval.ts';
import type { OutboundRequest } from '#contracts/outbound.ts';
import type { AgentScope, NeededApproval } from '#contracts/policy.ts';
import { approvedWorkflowId } from '#domain/approved-workflow.ts';
import { DomainError } from '#domain/domain-error.ts';
import { newId } from '#domain/ids.ts';
import type { Approvals } from '#store/approval/approvals.ts';
import type { ApprovedRequests } from '#temporal/approved-requests.ts';
import { type ApprovalViewDeps, createApprovalView } from './approval-view.ts';
import { currentApproval } from './current-approval.ts';

export interface AskApprovalDeps extends ApprovalViewDeps {
  readonly approvals: Pick<Approvals, 'ask' | 'decide' | 'find' | 'look'>;
  readonly approvedRequests: Pick<ApprovedRequests, 'start'>;
}

/** Asks for the approval of a request that the owner sends as an agent. Throws SERVICE_UNAVAILABLE where nothing could wait for it. */
export function createAskApproval({ approvals, approvedRequests, ...deps }: AskApprovalDeps) {
  const viewOf = createApprovalView(deps);
  return async function askFor(
    { workspaceId, agentId }: AgentScope,
    { method, url, headers, body }: OutboundRequest,
    { policyId, hours }: NeededApproval,
  ): Promise<Approval> {
    const id = newId('approval');
    const call = CapabilityCall.parse({
      callId: id,
      name: 'http_request',
      method: method.toUpperCase(),
      url,
      headers:
        headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body === undefined || body === null || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const { state } = await approvals.ask({ kind: 'owner', workspaceId }, [
      { id, agentId, turn: 0, request: 1, call, policyId, hours, workflowId: approvedWorkflowId(id) },
    ]);
    if (state === 'full')
      throw new DomainError('OUTBOUND_FAILED', 'Too many requests of this workspace wait for an approval', {
        hint: 'Decide some of them at /manage/approvals first.',
      });
    try {
      await approvedRequests.start({ workspaceId, approvalId: id });
    } catch (error) {
      await approvals.decide(workspaceId, id, { state: 'void', by: '' });
      throw error;
    }
    return await viewOf(workspaceId, await currentApproval(approvals, workspaceId, id));
  };
}
