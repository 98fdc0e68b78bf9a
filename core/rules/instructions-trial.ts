import type { TurnDelivery } from '#contracts/turn.ts';
import { decide, type OfflineTask } from './decide.ts';
import type { PlannedRequest } from './plan.ts';

/** What the rules would do about a delivery. */
export interface InstructionsTrial {
  /** What would be sent, in this order. */
  readonly requests: readonly PlannedRequest[];
  /** What would be answered; null where that depends on what comes back, and where nothing is done. */
  readonly answer: string | null;
  /** Why nothing would be done; null where something would be. */
  readonly problem: string | null;
}

/** Pure: nothing is asked, sent or stored. A plan that is not confirmed is shown as if it was. */
export function tryInstructions(
  task: Omit<OfflineTask, 'delivery'>,
  delivery: TurnDelivery,
): InstructionsTrial {
  const plan = task.plan === null ? null : { ...task.plan, isConfirmed: true };
  const decision = decide({ ...task, plan, delivery }, []);
  switch (decision.kind) {
    case 'requests':
      return { requests: decision.requests, answer: null, problem: null };
    case 'answer':
      return { requests: [], answer: decision.text, problem: null };
    case 'refusal':
      return { requests: [], answer: null, problem: decision.needsModel };
  }
}
