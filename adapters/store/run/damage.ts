import type { Cost } from '#contracts/run.ts';
import { damageSentence } from '#domain/damage-sentence.ts';
import { moneyOf } from '#domain/cost.ts';

/** How a record that cannot be read as a whole is shown: what is left of it, and that it is damaged. */

const unknownCost: Cost = {
  automationRuns: 0,
  inputTokens: 0,
  outputTokens: 0,
  money: moneyOf('unknown', 0),
};

/** Fields that every run has, where they are missing or cannot be read. Nothing is claimed of what is not known. */
export const damagedRun = {
  outcome: 'unknown_effect',
  workflowId: '',
  receivedAt: '0',
  cost: JSON.stringify(unknownCost),
};

/** The reason of a run with the names of what cannot be read of its record. */
export function reasonWithDamage(reason: string | null, damaged: readonly string[]): string | null {
  if (damaged.length === 0) return reason;
  const sentence = damageSentence(damaged);
  return reason === null ? sentence : `${sentence} ${reason}`;
}
