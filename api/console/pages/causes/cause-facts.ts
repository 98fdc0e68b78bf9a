import { failureOfStep } from '#capabilities/failure.ts';
import type { AnswerTo, OperationCalls } from '#api/routing/call-operation.ts';
import { ifFound } from '../../parts/if-found.ts';
import type { ShownDelivery } from '../deliveries/delivery-path.ts';
import type { Act } from '../deliveries/requests-part.ts';
import type { ShownDecisions } from '../deliveries/read-facts.ts';

/** A delivery of a cause, and the request that failed; null where it was none. */
export interface Failed {
  readonly delivery: ShownDelivery;
  readonly act: Act | null;
}

export interface CauseFacts {
  readonly cause: AnswerTo<'readCause'>;
  /** The first and the last one; one where there is no other, and none where they were erased meanwhile. */
  readonly failed: readonly Failed[];
  /** The access log of the last one. */
  readonly decisions: ShownDecisions | null;
  /** Whether its automation is still there. */
  readonly isKept: boolean;
}

/** Throws NOT_FOUND for a cause without deliveries. */
export async function readCauseFacts(
  manage: OperationCalls,
  causeId: string,
  to: string | undefined,
): Promise<CauseFacts> {
  const cause = await manage.readCause({ params: { causeId }, query: { to } });
  const [first, last] = [cause.first.deliveryId, cause.last.deliveryId];
  const [automation, decisions, ...deliveries] = await Promise.all([
    ifFound(manage.readAutomation({ params: { id: cause.automationId }, query: { wouldRun: 'false' } })),
    ifFound(manage.listDeliveryDecisions({ params: { deliveryId: last } })),
    ...[...new Set([first, last])].map((deliveryId) =>
      ifFound(manage.readDelivery({ params: { deliveryId } })),
    ),
  ]);
  const failed = deliveries.flatMap((delivery) => (delivery === null ? [] : [failedOf(delivery)]));
  return { cause, failed, decisions, isKept: automation !== null };
}

function failedOf(delivery: ShownDelivery): Failed {
  const acts = delivery.steps.filter((step) => step.kind !== 'model');
  const isIt = (act: Act) => {
    const { kind, target, status } = failureOfStep(act) ?? {};
    const { failure } = delivery;
    return kind === failure?.kind && target === failure?.target && status === failure?.status;
  };
  return { delivery, act: acts.findLast(isIt) ?? null };
}
