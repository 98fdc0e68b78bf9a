import type { Understood } from '../contracts/understood.ts';
import { readFilter } from './filter.ts';
import { describeSentences } from './describe-sentences.ts';

interface Content {
  readonly instructions: string;
  readonly filter: string | null;
}

/** How the rules read the texts of an automation. `storedHeaders`: names of the headers that Network Access attaches. */
export function understoodByRules(
  { instructions, filter }: Content,
  storedHeaders: readonly string[],
): Understood {
  return {
    filter: filter === null ? null : understoodFilter(filter),
    sentences: [...describeSentences(instructions, storedHeaders)],
  };
}

function understoodFilter(filter: string): NonNullable<Understood['filter']> {
  const read = readFilter(filter);
  return read.state === 'understood'
    ? { plain: read.plain, needsModel: false }
    : { plain: null, needsModel: true };
}
