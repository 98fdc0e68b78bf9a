import { readFilter } from './filter.ts';
import { readProgramCached } from './instructions/read-program-cached.ts';
import { nothingToDo } from './instructions/read-program.ts';
import { quotedList, shorten } from './language/quote.ts';
import { isReadableLength } from './language/readable-length.ts';
import { asSentence, filterSpelling, instructionsSpelling } from './spelling.ts';

const sentenceCharsMax = 200;

interface Content {
  readonly instructions: string;
  readonly filter: string | null;
}

/**
 * What the owner of an automation should know before its first delivery: which sentences the offline rules do not
 * understand. Empty where they understand all. `remedy`: what else would help, such as `MODEL is set`.
 */
export function offlineHints(
  { instructions, filter }: Content,
  { storedHeaders, remedy }: { readonly storedHeaders: readonly string[]; readonly remedy: string },
): readonly string[] {
  const program = readProgramCached(instructions, storedHeaders);
  const condition = filter === null ? null : readFilter(filter);
  const hints: string[] = [];
  if (program.state === 'not-understood') {
    const missed = program.notUnderstood;
    const spelling = instructionsSpelling(missed, storedHeaders);
    hints.push(hint({ what: '', text: instructions, missed, spelling, remedy }));
  }
  if (filter !== null && condition?.state === 'not-understood') {
    const missed = condition.notUnderstood;
    hints.push(hint({ what: ' the filter', text: filter, missed, spelling: filterSpelling(missed), remedy }));
  }
  return hints;
}

interface Missed {
  /** Which text, after "understand". */
  readonly what: '' | ' the filter';
  readonly text: string;
  readonly missed: readonly string[];
  /** A question about a word that may be misspelt. */
  readonly spelling: string | null;
  readonly remedy: string;
}

function hint({ what, text, missed, spelling, remedy }: Missed): string {
  const [fault, spelledOut] = faultOf(what, text, missed);
  return `${fault}${asSentence(spelling)} Runs will end as needs_model until ${spelledOut} or ${remedy}.`;
}

function faultOf(
  what: string,
  text: string,
  missed: readonly string[],
): readonly [fault: string, spelledOut: string] {
  if (!isReadableLength(text))
    return [`Offline rules do not read${what || ' instructions'} of more than 4 KB.`, 'the text is shorter'];
  if (missed.includes(nothingToDo))
    return ['Offline rules find nothing to do in the instructions.', 'they say what to do'];
  const list = quotedList(missed.map((sentence) => shorten(sentence, sentenceCharsMax)));
  const spelledOut = missed.length === 1 ? 'the sentence is spelled out' : 'the sentences are spelled out';
  return [`Offline rules do not understand${what}: ${list}.`, spelledOut];
}
