import type { CompiledFilter } from '#contracts/compiled-filter.ts';
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

/**
 * How the texts of an automation are read. `storedHeaders`: names of the headers that Network Access attaches. `compiled`:
 * what a model made of the filter, null where none did.
 */
export function understandAutomation(
  { instructions, filter, condition }: Content,
  {
    storedHeaders,
    compiled,
  }: { readonly storedHeaders: readonly string[]; readonly compiled: CompiledFilter | null },
): Understood {
  return {
    filter: understandFilter(filter, condition, compiled),
    sentences: [...describeSentences(instructions, storedHeaders)],
  };
}

function understandFilter(
  filter: string | null,
  condition: StoredCondition | null,
  compiled: CompiledFilter | null,
): Understood['filter'] {
  if (condition !== null)
    return { plain: plainCondition(condition), condition: condition.text, needsModel: false };
  if (filter === null) return null;
  const read = readFilter(filter);
  return read.state === 'understood'
    ? { plain: read.plain, condition: null, needsModel: false }
    : { plain: compiled?.plain ?? null, condition: null, needsModel: true };
}
