import type { TurnCost, TurnUsage } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';

/** One call of a model, for those who watch the service: it says nothing of prompt or answer. */
interface ModelCallFacts {
  /** `provider/model-id`. */
  readonly model: string;
  readonly purpose: string;
  readonly durationMs: number;
  /** `answered`, or the kind of failure. */
  readonly result: string;
  /** Null where there was no answer. */
  readonly spent: { readonly usage: TurnUsage; readonly cost: TurnCost } | null;
}

export type OnModelCall = (facts: ModelCallFacts) => void;

/** The model as `LoadedModel` describes it. */
interface Observed {
  readonly id: string;
  readonly costOf: (usage: TurnUsage) => TurnCost;
  readonly onCall?: OnModelCall | undefined;
}

/** Tells of a call when it is over, however it ends. */
export async function observedCall<T>(
  { id, onCall, costOf }: Observed,
  purpose: string,
  call: () => Promise<T>,
  usageOf: (answer: T) => TurnUsage,
): Promise<T> {
  const startedAt = performance.now();
  const tell = (result: string, spent: ModelCallFacts['spent']) =>
    onCall?.({ model: id, purpose, durationMs: performance.now() - startedAt, result, spent });
  let answer;
  try {
    answer = await call();
  } catch (error) {
    tell(error instanceof ModelFailure ? error.failure.kind : 'defect', null);
    throw error;
  }
  const usage = usageOf(answer);
  tell('answered', { usage, cost: costOf(usage) });
  return answer;
}
