import { readFilter } from './filter.ts';
import { readProgramCached } from './instructions/read-program-cached.ts';
import { nothingToDo } from './instructions/read-program.ts';
import { quotedList, shorten } from './language/quote.ts';
import { isReadableLength } from './language/readable-length.ts';

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
  return [
    ...(program.state === 'understood' ? [] : [hint('', instructions, program.notUnderstood, remedy)]),
    ...(filter === null || condition?.state !== 'not-understood'
      ? []
      : [hint(' the filter', filter, condition.notUnderstood, remedy)]),
  ];
}

function hint(what: string, text: string, missed: readonly string[], remedy: string): string {
  const [fault, spelledOut] = faultOf(what, text, missed);
  return `${fault} Runs will end as needs_model until ${spelledOut} or ${remedy}.`;
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
