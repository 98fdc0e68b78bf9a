import type { AlertMemory } from '#contracts/alert-memory.ts';

/** Something in the deliveries of an automation that is of another type than before. */
export interface NotedChange {
  /** The same for each delivery that has it. */
  readonly id: string;
  /** As an alert says it. */
  readonly words: string;
}

interface ShapeJudgement {
  readonly memory: Extract<AlertMemory, { kind: 'shape_change' }>;
  /** Those that were not told before. */
  readonly fresh: readonly NotedChange[];
}

const toldMax = 500;

/** Judges what changed by one rule, which tells each change once. */
export function judgeShape(memory: AlertMemory | null, changes: readonly NotedChange[]): ShapeJudgement {
  const told = memory?.kind === 'shape_change' ? memory.told : [];
  const fresh = changes.filter(({ id }) => !told.includes(id));
  const all = [...told, ...fresh.map(({ id }) => id)].slice(-toldMax);
  return { memory: { kind: 'shape_change', told: all }, fresh };
}
