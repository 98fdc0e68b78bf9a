import type { Token } from '../language/token.ts';
import { cutsOf, match } from './plan-phrase.ts';
import { type Action, readEach, readRequest } from './plan-request.ts';
import { readSaying } from './plan-say.ts';
import type { Scope } from './plan-value.ts';

/** The condition of a sentence in CEL, and as its owner wrote it. */
export interface When {
  readonly cel: string;
  readonly words: string;
}

export interface SentenceReader {
  readonly source: string;
  readonly scope: Scope;
  readonly readCondition: (text: string) => string | null;
}

export interface ReadSentence {
  readonly actions: readonly Action[];
  /** Null: always. */
  readonly when: When | null;
  /** Behind a colon: it may reach to the sentences that follow. */
  readonly isOpen: boolean;
}

const joint =
  / (?:, )?(?:and )?then (?=\S)| (?:, )?and (?=(?:get|post|patch|delete|send|forward|report|list|reply|answer|respond|summari[sz]e|quote) )/g;
const opening = /^(?:if|when|whenever) (?<rest>(?:\S+ )+)$/d;
const afterCondition = / (?:[,:] (?:then )?|then )(?=\S)/g;
const trailing = / (?:, )?(?:but )?(?:(?:only )?(?:if|when)|unless|except (?:if|when)) (?=\S)/g;
const arrival =
  /^(?:an?|the|each|every) (?:new )?(?:delivery|webhook|event|payload) (?:arrives|comes in|is received) $/;
/** Words that open a filter, not a condition. */
const opener = /^(?:if|when|unless|only|skip|ignore|run|do|does|don't|except) /;
/** "The response is 404", "status is 500": said of what a request before brought back. */
const ofAnswer =
  /^(?:the )?(?:http |api |server )?(?:response|answer|result|request|reply)s? |(?:status|code) (?:is |= |== |not )*[1-5]\d\d /;

const isLoop = ({ step }: Action): boolean => step?.forEach !== undefined;

const isOpenLoop = (tokens: readonly Token[], actions: readonly Action[]): boolean =>
  actions.some(isLoop) && tokens.some(({ lower }) => lower === ':');

export const requestedBy = (actions: readonly Action[]) =>
  actions.flatMap(({ step }) => step?.request.method ?? []);

function readAction(tokens: readonly Token[], { source, scope }: SentenceReader): Action | null {
  const here = { ...scope, earlier: source.slice(0, tokens[0]?.start) };
  return readRequest(tokens, here) ?? readEach(tokens, here) ?? readSaying(tokens, here);
}

/** All ways to read one action, or several joined by "and" or "then". */
function waysOf(tokens: readonly Token[], reader: SentenceReader): readonly (readonly Action[])[] {
  const { scope } = reader;
  const whole = readAction(tokens, reader);
  const joined = cutsOf(tokens, joint).flatMap(({ before, after }) => {
    const first = readAction(before, reader);
    // "For each item, … and …" does not say whether the second is for each.
    if (first === null || isLoop(first)) return [];
    const requested = [...scope.requested, ...requestedBy([first])];
    return waysOf(after, { ...reader, scope: { ...scope, requested } }).map((rest) => [first, ...rest]);
  });
  return whole === null ? joined : [[whole], ...joined];
}

/** A sentence, or what follows "Then" and "Otherwise"; null where there is no way to read it, or more than one. */
export function readSentence(tokens: readonly Token[], reader: SentenceReader): ReadSentence | null {
  const { rest } = match(tokens, opening) ?? {};
  const plain = waysOf(tokens, reader).map((actions): ReadSentence => ({
    actions,
    when: null,
    isOpen: isOpenLoop(tokens, actions),
  }));
  const ways = rest === undefined ? [...plain, ...trailingWays(tokens, reader)] : openWays(rest, reader);
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

function openWays(rest: readonly Token[], reader: SentenceReader): readonly ReadSentence[] {
  return cutsOf(rest, afterCondition).flatMap(({ before, joint: cut, after }): readonly ReadSentence[] => {
    const ways = waysOf(after, reader);
    const isAlways = match(before, arrival) !== null;
    const when = isAlways || ways.length === 0 ? null : readWhen(before, false, reader);
    const isOpen = (actions: readonly Action[]): boolean =>
      (when !== null && cut.startsWith(':')) || isOpenLoop(after, actions);
    return isAlways || when !== null
      ? ways.map((actions) => ({ actions, when, isOpen: isOpen(actions) }))
      : [];
  });
}

/** "POST …, but only if …": of one action, since of two it may be said of the second. */
function trailingWays(tokens: readonly Token[], reader: SentenceReader): readonly ReadSentence[] {
  return cutsOf(tokens, trailing).flatMap(({ before, joint: words, after }): readonly ReadSentence[] => {
    const action = readAction(before, reader);
    if (action === null || isLoop(action)) return [];
    const when = readWhen(after, /unless|except/.test(words), reader);
    return when === null ? [] : [{ actions: [action], when, isOpen: false }];
  });
}

/** The condition of a sentence, or its denial. */
export function readWhen(tokens: readonly Token[], isDenied: boolean, reader: SentenceReader): When | null {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined || match(tokens, opener) !== null) return null;
  if (reader.scope.requested.length > 0 && match(tokens, ofAnswer) !== null) return null;
  const text = reader.source.slice(first.start, last.end);
  // After a GET a name alone may be of its answer.
  if (reader.scope.requested.includes('GET') && !/\w\.\w/.test(text)) return null;
  const cel = reader.readCondition(text);
  if (cel === null) return null;
  return isDenied ? denied({ cel, words: `if ${text}` }) : { cel, words: `if ${text}` };
}

export const denied = ({ cel, words }: When): When => ({
  cel: `!(${cel})`,
  words: words.replace(/^if /, 'unless '),
});
