import { isSkippedAtDoor } from '../../../../domain/skipped-at-door.ts';
import { asRefusal } from '../../../errors/as-refusal.ts';
import type { OperationCalls } from '../../../routing/call-operation.ts';

type Calls = Pick<OperationCalls, 'readDelivery' | 'replayDelivery' | 'runSkipped'>;

/** What became of a delivery that was to be replayed. `left`: the workspace is full. */
export type Replayed =
  | { readonly kind: 'replayed'; readonly first: string; readonly deliveryId: string; readonly title: string }
  | { readonly kind: 'refused'; readonly first: string; readonly message: string }
  | { readonly kind: 'left'; readonly first: string };

const fullCodes: readonly string[] = [
  'DELIVERY_RATE_EXCEEDED',
  'CONCURRENCY_EXCEEDED',
  'STORAGE_EXCEEDED',
  'INTAKE_UNAVAILABLE',
];

/** Processes a delivery again; one that was skipped before any run was started is run, once for its event. */
export async function replayOne(manage: Calls, first: string): Promise<Replayed> {
  try {
    const { deliveryId, automationName: title } = await manage.replayDelivery({
      params: { deliveryId: first },
    });
    return { kind: 'replayed', first, deliveryId, title };
  } catch (error) {
    return (await runOfSkipped(manage, first, error)) ?? refused(first, error);
  }
}

/** Null for what was not skipped at the door. */
async function runOfSkipped(manage: Calls, first: string, refusal: unknown): Promise<Replayed | null> {
  if (asRefusal(refusal)?.code !== 'NOT_FOUND') return null;
  try {
    const delivery = await manage.readDelivery({ params: { deliveryId: first } });
    if (!isSkippedAtDoor(delivery)) return null;
    const { automationId, automationName: title } = delivery;
    const { deliveryIds, stoppedBy } = await manage.runSkipped({
      params: { id: automationId },
      body: { deliveryIds: [first] },
    });
    const [deliveryId] = deliveryIds;
    if (deliveryId !== undefined) return { kind: 'replayed', first, deliveryId, title };
    if (stoppedBy === 'budget')
      return { kind: 'refused', first, message: 'the budget of the automation is used up for the day' };
    return stoppedBy === null
      ? { kind: 'refused', first, message: 'its event was run before, or its body is not kept' }
      : { kind: 'left', first };
  } catch (error) {
    return refused(first, error);
  }
}

function refused(first: string, error: unknown): Replayed {
  const refusal = asRefusal(error);
  if (refusal === undefined) throw error;
  const { code, message } = refusal;
  return fullCodes.includes(code) ? { kind: 'left', first } : { kind: 'refused', first, message };
}
