import type { Token } from '../language/token.ts';
import { cutsOf, isPhrase, match } from './plan-phrase.ts';
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
}

const forms = [readRequest, readEach, readSaying];

const joint =
  / (?:, )?(?:and )?then (?=\S)| (?:, )?and (?=(?:get|post|patch|delete|send|forward|report|list|reply|answer|respond|summari[sz]e|quote) )/g;

/** All ways to read one action, or several joined by "and" or "then". */
function waysOf(tokens: readonly Token[], reader: SentenceReader): readonly (readonly Action[])[] {
  const { source, scope } = reader;
  const here = { ...scope, earlier: source.slice(0, tokens[0]?.start ?? 0) };
  const whole = actionOf(tokens, here);
  const joined = (cutsOf(tokens, joint) ?? []).flatMap(({ before, after }) => {
    const first = actionOf(before, here);
    // "For each item, … and …" does not say whether the second is for each.
    if (first === null || first.step?.forEach !== undefined) return [];
    return waysOf(after, { ...reader, scope: scopeAfter(scope, [first]) }).map((rest) => [first, ...rest]);
  });
  return whole === null ? joined : [[whole], ...joined];
}

const actionOf = (tokens: readonly Token[], scope: Scope): Action | null =>
  forms.map((read) => read(tokens, scope)).find((action) => action !== null) ?? null;

const opening = /^(?:if|when|whenever) (?<rest>(?:\S+ )+)$/d;
const afterCondition = / (?:[,:] (?:then )?|then )(?=\S)/g;
const trailing = / (?:, )?(?:but )?(?:(?:only )?(?:if|when)|unless|except (?:if|when)) (?=\S)/g;
const arrival =
  /^(?:an?|the|each|every) (?:new )?(?:delivery|webhook|event|payload) (?:arrives|comes in|is received) $/;

/** A sentence without the word that ties it to the one before; null where there is no way to read it, or more than one. */
export function readSentence(tokens: readonly Token[], reader: SentenceReader): ReadSentence | null {
  const { rest } = match(tokens, opening) ?? {};
  const ways =
    rest === undefined
      ? [...plainWays(tokens, reader), ...trailingWays(tokens, reader)]
      : openWays(rest, reader);
  const [only, ...others] = ways;
  return others.length > 0 ? null : (only ?? null);
}

const plainWays = (tokens: readonly Token[], reader: SentenceReader): readonly ReadSentence[] =>
  waysOf(tokens, reader).map((actions) => ({ actions, when: null }));

function openWays(rest: readonly Token[], reader: SentenceReader): readonly ReadSentence[] {
  return (cutsOf(rest, afterCondition) ?? []).flatMap(({ before, after }): readonly ReadSentence[] => {
    const ways = waysOf(after, reader);
    if (ways.length === 0) return [];
    const isAlways = isPhrase(before, arrival);
    const when = isAlways ? null : readWhen(before, false, reader);
    return isAlways || when !== null ? ways.map((actions) => ({ actions, when })) : [];
  });
}

/** "POST …, but only if …": of one action, since of two it may be said of the second. */
function trailingWays(tokens: readonly Token[], reader: SentenceReader): readonly ReadSentence[] {
  return (cutsOf(tokens, trailing) ?? []).flatMap(
    ({ before, joint: words, after }): readonly ReadSentence[] => {
      const action = actionOf(before, {
        ...reader.scope,
        earlier: reader.source.slice(0, tokens[0]?.start ?? 0),
      });
      const when =
        action === null || action.step?.forEach !== undefined
          ? null
          : readWhen(after, /unless|except/.test(words), reader);
      return action === null || when === null ? [] : [{ actions: [action], when }];
    },
  );
}

/** Words that open a filter, not a condition. */
const opener = /^(?:if|when|unless|only|skip|ignore|run|do|does|don't|except) /;
/** "The response is 404", "status is 500": said of what a request before brought back. */
const ofAnswer =
  /^(?:the )?(?:http |api |server )?(?:response|answer|result|request|reply)s? |(?:status|code) (?:is |= |== |not )*[1-5]\d\d /;

/** The condition of a sentence, or its denial. */
export function readWhen(
  tokens: readonly Token[],
  isDenied: boolean,
  { source, scope, readCondition }: SentenceReader,
): When | null {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined || isPhrase(tokens, opener)) return null;
  if (scope.requested.length > 0 && isPhrase(tokens, ofAnswer)) return null;
  const text = source.slice(first.start, last.end);
  const cel = readCondition(text);
  if (cel === null) return null;
  return isDenied ? denied({ cel, words: text }) : { cel, words: `if ${text}` };
}

export const denied = ({ cel, words }: When): When => ({
  cel: `!(${cel})`,
  words: `unless ${words.replace(/^if /, '')}`,
});

/** What the sentences after some actions may be about. */
export const scopeAfter = (scope: Scope, actions: readonly Action[]): Scope => ({
  ...scope,
  requested: [...scope.requested, ...actions.flatMap(({ step }) => step?.request.method ?? [])],
});
