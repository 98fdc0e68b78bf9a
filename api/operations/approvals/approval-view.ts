import { type CapabilityCall, capabilityOf } from '#capabilities/calls.ts';
import { shownAct } from '#capabilities/step.ts';
import type { Approval } from '#contracts/approval.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { pickableFields } from '#rules/pick-fields.ts';
import type { ApprovalRecord, ListedApproval } from '#store/approval/approvals.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';

export interface ApprovalViewDeps {
  readonly deliveries: Pick<Deliveries, 'arrived'>;
}

/** Shorter values are in many texts by chance. */
const markedCharsMin = 3;

/** Approvals as their workspace sees them. */
export function createApprovalView({ deliveries }: ApprovalViewDeps) {
  return async function viewOf(
    workspaceId: string,
    { id, call, edited, ...record }: ListedApproval,
  ): Promise<Approval> {
    const { deliveryId, messageId, decidedBy, step } = record;
    const delivery = deliveryId === null ? null : await deliveries.arrived(workspaceId, deliveryId);
    return {
      id,
      state: record.state,
      agentId: record.agentId,
      automationId: record.automationId,
      automationName: record.automationName,
      deliveryId,
      conversationId: messageId === null ? null : record.conversationId,
      capability: call.name,
      summary: capabilityOf(call).describe(call),
      request: requestOf(call),
      edited: edited === null ? null : requestOf(edited),
      fromDelivery: delivery === null ? [] : valuesIn(delivery, call),
      policyId: record.policyId,
      askedAt: new Date(record.askedAt).toISOString(),
      expiresAt: new Date(record.expiresAt).toISOString(),
      decidedAt: record.decidedAt === null ? null : new Date(record.decidedAt).toISOString(),
      decidedBy: decidedBy || null,
      reason: record.reason,
      result: step === null || step.kind === 'model' ? null : resultOf(step),
    };
  };
}

function resultOf(step: NonNullable<ApprovalRecord['step']> & { kind: 'request' | 'email' }) {
  const { outcome, error } = shownAct(step);
  const isRequest = step.kind === 'request';
  return {
    outcome,
    status: isRequest ? step.status : null,
    error,
    body: isRequest ? step.responseBody : null,
  };
}

/** A call is plain JSON. */
function requestOf(call: CapabilityCall): Approval['request'] {
  const { callId: _, name: __, operation: ___, ...request } = call;
  return request as Approval['request'];
}

/** The values of the delivery that stand in the request, longest first. */
function valuesIn(delivery: TurnDelivery, call: CapabilityCall): string[] {
  const texts = Object.values(requestOf(call)).map((part) => JSON.stringify(part));
  const fields = pickableFields(delivery).fields.filter(({ place }) => !place.startsWith('headers'));
  const values = new Set(fields.map(({ value }) => value));
  return [...values]
    .filter((value) => value.length >= markedCharsMin && texts.some((text) => text.includes(value)))
    .toSorted((a, b) => b.length - a.length);
}
