import type { CompiledFilter } from '#contracts/compiled-filter.ts';
import type { Understood } from '#contracts/understood.ts';
import { describeSentences } from './describe-sentences.ts';
import { readFilter } from './filter.ts';

interface Content {
  readonly instructions: string;
  readonly filter: string | null;
}

/**
 * How the texts of an automation are read. `storedHeaders`: names of the headers that Network Access attaches. `compiled`:
 * what a model made of the filter, null where none did.
 */
export function understandAutomation(
  { instructions, filter }: Content,
  {
    storedHeaders,
    compiled,
  }: { readonly storedHeaders: readonly string[]; readonly compiled: CompiledFilter | null },
): Understood {
  return {
    filter: filter === null ? null : understandFilter(filter, compiled),
    sentences: [...describeSentences(instructions, storedHeaders)],
  };
}

function understandFilter(filter: string, compiled: CompiledFilter | null) {
  const read = readFilter(filter);
  return read.state === 'understood'
    ? { plain: read.plain, needsModel: false }
    : { plain: compiled?.plain ?? null, needsModel: true };
}
