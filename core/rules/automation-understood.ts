import type { StoredCondition } from '#contracts/condition.ts';
import type { Understood } from '#contracts/understood.ts';
import { describeSentences } from './describe-sentences.ts';
import { readFilter } from './filter.ts';
import { plainCondition } from './judge-condition.ts';

interface Content {
  readonly instructions: string;
  readonly filter: string | null;
  readonly condition: StoredCondition | null;
}

/** How the texts of an automation are read. `storedHeaders`: names of the headers that Network Access attaches. */
export function understandAutomation(
  { instructions, filter, condition }: Content,
  storedHeaders: readonly string[],
): Understood {
  return {
    filter: understandFilter(filter, condition),
    sentences: [...describeSentences(instructions, storedHeaders)],
  };
}

function understandFilter(filter: string | null, condition: StoredCondition | null): Understood['filter'] {
  if (condition !== null)
    return { plain: plainCondition(condition), condition: condition.text, needsModel: false };
  if (filter === null) return null;
  const read = readFilter(filter);
  return read.state === 'understood'
    ? { plain: read.plain, condition: null, needsModel: false }
    : { plain: null, condition: null, needsModel: true };
}
