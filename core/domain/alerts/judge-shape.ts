import type { AlertMemory } from '#contracts/alert-memory.ts';

/** Something in the deliveries of an automation that is of another type than before, or a case or connection of it that broke. */
export interface NotedChange {
  /** The same for each time that it is noted. */
  readonly id: string;
  /** As an alert says it. */
  readonly words: string;
}

type ToldMemory = Extract<AlertMemory, { kind: 'shape_change' | 'case_broken' | 'connection_broken' }>;

interface ShapeJudgement {
  readonly memory: ToldMemory;
  /** Those that were not told before. */
  readonly fresh: readonly NotedChange[];
}

const toldMax = 500;

/** Judges what changed by one rule, which tells each change once. */
export function judgeShape(
  kind: ToldMemory['kind'],
  memory: AlertMemory | null,
  changes: readonly NotedChange[],
): ShapeJudgement {
  const told = memory?.kind === kind ? memory.told : [];
  const fresh = changes.filter(({ id }) => !told.includes(id));
  const all = [...told, ...fresh.map(({ id }) => id)].slice(-toldMax);
  return { memory: { kind, told: all }, fresh };
}
