import { filterInput } from '#domain/filter-input.ts';
import type { ConditionSource } from '#contracts/condition.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import type { Arrival } from '#store/admission/admissions.ts';
import type { CertainNo } from '#store/admission/certain-no.ts';
import type { DoorCondition, DoorConditions } from '#store/automation/door-conditions.ts';
import type { Hook } from '#store/automation/hooks.ts';
import { remember } from './remember.ts';

/** The revision by which a delivery was judged; absent where that decides nothing. `no`: it certainly does not match. */
export interface DoorVerdict {
  readonly revision?: string;
  readonly no?: CertainNo;
}

const open: DoorVerdict = {};

/**
 * Judges deliveries by the conditions of their automations before they are stored. A condition is remembered: whatever was judged by
 * a former one is sent back by admission, and is judged again once that is forgotten.
 */
export function createDoorVerdicts({
  doorCondition,
  deliveryOf,
  certainNo,
}: {
  readonly doorCondition: DoorConditions;
  /** The delivery as its run would read it. */
  readonly deliveryOf: (arrival: Arrival) => TurnDelivery;
  /** Null where a worker has to judge. */
  readonly certainNo: (
    condition: ConditionSource,
    delivery: TurnDelivery,
  ) => { readonly reason: string; readonly evidence: string } | null;
}) {
  const known = new Map<string, DoorCondition | null>();

  async function judge(hook: Hook, arrival: Arrival): Promise<DoorVerdict> {
    const found = known.get(hook.automationId);
    const kept = found === undefined ? await read(hook) : found;
    if (kept === null) return open;
    const { stored, condition, automationName } = kept;
    const { revision } = stored;
    const judged = condition === null ? null : certainNo(condition, deliveryOf(arrival));
    if (judged === null) return { revision };
    const { filter: text } = filterInput(kept);
    const { reason, evidence } = judged;
    const filter = { text, matched: false, evidence };
    return { revision, no: { ...stored, automationName, reason, filter } };
  }

  /** Null: a worker judges whatever arrives. */
  async function read(hook: Hook): Promise<DoorCondition | null> {
    const condition = await doorCondition(hook);
    remember(known, hook.automationId, condition);
    return condition;
  }

  const forget = ({ automationId }: Hook): void => void known.delete(automationId);

  return { judge, forget };
}

export type DoorVerdicts = ReturnType<typeof createDoorVerdicts>;
