import type { Condition } from './condition/condition-tree.ts';
import { describeCondition } from './condition/describe-condition.ts';
import { describeAction } from './instructions/describe-action.ts';
import type { Arrival } from './instructions/read-guarded.ts';
import { readProgramCached } from './instructions/read-program-cached.ts';
import type { ReadSentence } from './instructions/read-program.ts';

/** A sentence of the instructions of an automation, and what the offline rules do for it. */
export interface SentenceDescription {
  readonly text: string;
  /** Such as `Sends POST to https://… with members customer and total, when status is "paid".`; null: not understood. */
  readonly does: string | null;
  /** Not understood: while one sentence needs a model, the rules do nothing of all. */
  readonly needsModel: boolean;
}

/**
 * What the offline rules do for each sentence of the instructions, in their order. `storedHeaders`: names of the headers
 * that Network Access attaches. No sentence where there is no text, or where it is too long to be read (4 KB).
 */
export const describeSentences = (
  instructions: string,
  storedHeaders: readonly string[],
): readonly SentenceDescription[] =>
  readProgramCached(instructions, storedHeaders).sentences.map(({ text, read }) => ({
    text,
    does: read === null ? null : describe(read),
    needsModel: read === null,
  }));

function describe(read: NonNullable<ReadSentence['read']>): string {
  if (read.kind === 'guard') return `Does nothing unless ${describeCondition(read.when)}.`;
  if (read.rules.length === 0) return 'Introduces what follows.';
  const parts = read.rules.map(({ when, perhaps, actions }) => {
    const done = actions.map(describeAction).join(', then ');
    const said = `${done}${describeOccasion(when, read.arrival ?? null)}`;
    // Where this does not hold the run needs a model.
    const isUnsure = perhaps !== null && perhaps.kind !== 'always';
    return isUnsure ? `${said}; certain only when ${describeCondition(perhaps)}` : said;
  });
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** `, when status is "paid"`; empty without a condition. */
function describeOccasion(when: Condition, arrival: Arrival | null): string {
  if (arrival === null) return when.kind === 'always' ? '' : `, when ${describeCondition(when)}`;
  const rest = arrival.when.kind === 'always' ? '' : ` and ${describeCondition(arrival.when)}`;
  return `, ${arrival.said}${rest}`;
}
