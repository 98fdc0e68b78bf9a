import { wordSet } from '../language/common-words.ts';
import { endOf, lowerAt, lowerText, type Token } from '../language/token.ts';
import { type Condition, every, hasReadings, not } from './condition-tree.ts';
import { readCondition } from './read-condition.ts';
import { readEvents } from './read-events.ts';
import { readThings } from './read-things.ts';

export const goVerbs = wordSet(
  'run wake process trigger handle act continue proceed start respond react accept allow pass let go ' +
    'execute fire work do',
);
export const stopVerbs = wordSet(
  'ignore skip drop discard reject exclude stop disregard quit abort exit halt',
);
const [go, stop] = [goVerbs, stopVerbs].map((verbs) => [...verbs].join('|'));
const passiveGo = 'be (?:only )?(?:processed|handled|run|triggered|accepted|executed)';
const passiveStop = 'be (?:ignored|skipped|dropped|discarded|rejected|excluded)';
const all = '(?:everything|anything|all|every delivery)(?: deliveries| events)?';

/** How a sentence begins that says when to run and when not to. */
const leads: readonly (readonly [isStop: boolean, pattern: RegExp])[] = (
  [
    [true, 'do not (?:bother with|care about|want)'],
    // But "no item is digital" and "no gift message" say what must hold.
    [true, 'no(?!.* (?:has|have|is|are|was|were) )(?=.*s(?: only)? $)'],
    [true, `${all} (?:but|other than)|(?:${all} )?(?:except(?: for)?|apart from)(?! (?:if|when|where))`],
    [false, '(?:only )?(?:care (?:only )?about|want|interested in|listen to)'],
    [true, `(?:never|(?:do|should|must|can|does) not(?: want to)?) (?:${passiveGo}|${go})`],
    [true, `(?:only )?(?:${passiveStop}|${stop}|do nothing)`],
    [false, `(?:only )?(?:${passiveGo}|(?!do not )(?:${go}))`],
    [false, 'only'],
  ] as const
).map(([isStop, pattern]) => {
  const polite =
    '(?:please |i |we |you |they |it |deliveries |this )*(?:(?:must|should|can|may|want to|would like to|need to) )?';
  return [isStop, new RegExp(`^${polite}(?:${pattern}) `)] as const;
});

/** Words for the delivery as a whole, or for what the service does with it. They restrict nothing. */
const whole =
  '(?:(?:it|this|that|them|these|the|a|an|any|all|every|new|incoming|delivery|deliveries|events?|requests?|webhooks?|' +
  'payloads?|messages?|notifications?|agent|automation|run|everything|on|for|to|me|up|through|only|be|anything|else|rest) )*';
const wholeWords = new RegExp(`^${whole}`);
const opened = /^(?:if|when|whenever|where|unless) /;
const opening = new RegExp(`^(?:for ${whole}|only )?${opened.source.slice(1)}`);

interface Lead {
  readonly isStop: boolean;
  /** Where the rest begins, behind words that restrict nothing. */
  readonly at: number;
  /** Where the things may be named that it is about: "new orders" in "only new orders". */
  readonly things: number;
}

/** Null for a sentence that begins with what it is about. */
function readLead(tokens: readonly Token[]): Lead | null {
  for (const [isStop, pattern] of leads) {
    const end = endOf(tokens, 0, pattern);
    if (end === null) continue;
    const things = endOf(tokens, end, /^(?:(?:only|for|on|to|about|with) )*/) ?? end;
    return { isStop, at: skipWholeWords(tokens, end), things };
  }
  return null;
}

const skipWholeWords = (tokens: readonly Token[], from: number): number =>
  endOf(tokens, from, wholeWords) ?? from;

/** The index after "if", or after "for deliveries where"; null when a sentence does not begin with a condition. */
export function conditionAt(
  tokens: readonly Token[],
): { readonly at: number; readonly holds: boolean } | null {
  const at = endOf(tokens, 0, opening);
  return at === null ? null : { at, holds: lowerAt(tokens, at - 1) !== 'unless' };
}

/** A sentence that says when to run and when not to, and nothing else; null when it is something else. */
export function readGuard(tokens: readonly Token[]): Condition | null {
  return readWhole(tokens) ?? readWithException(tokens);
}

function readWhole(tokens: readonly Token[]): Condition | null {
  const events = readEvents(tokens, false);
  if (events !== null) return events;
  const said = readLead(tokens);
  const isStop = said?.isStop === true;
  const at = said?.at ?? skipWholeWords(tokens, 0);
  const start = endOf(tokens, at, opened);
  if (start !== null) {
    const isNegated = (lowerAt(tokens, at) === 'unless') !== isStop;
    const condition = readCondition(tokens.slice(start));
    if (condition !== null) return isNegated ? not(condition) : condition;
    return said === null ? readWithConsequence(tokens, start, isNegated) : null;
  }
  if (said === null) return null;
  // "Skip anything else" adds nothing to what was said before.
  if (isStop && at === tokens.length)
    return /\b(?:else|rest|other)\b/.test(lowerText(tokens)) ? { kind: 'always' } : null;
  const named = tokens.slice(said.things);
  const things = readEvents(named, true) ?? readThings(named);
  return things === null ? null : isStop ? not(things) : things;
}

const joints = wordSet('but and ,');

/** "Only run if it is paid, except when it is a test", "…, and skip if the author is a bot". */
function readWithException(tokens: readonly Token[]): Condition | null {
  const lead = readLead(tokens);
  if (lead?.isStop === true) return null;
  for (let index = 2; index < tokens.length - 1; index += 1) {
    if (!/^(?:except|unless|skip|ignore|but|and|,)$/.test(lowerAt(tokens, index))) continue;
    let at = index;
    while (joints.has(lowerAt(tokens, at))) at += 1;
    const denied = readException(tokens.slice(at));
    const said = denied === null ? null : readSentence(tokens.slice(0, index));
    // "The role is not admin unless the plan is pro" may mean that either is enough.
    const isDouble = said?.kind === 'not' && lowerAt(tokens, at) === 'unless' && lead === null;
    if (denied === null || said === null) continue;
    // "A and B or C unless D" may except from C alone.
    const isOpen = hasReadings(denied) || (hasReadings(said) && lowerAt(tokens, index) !== ',');
    return isDouble || isOpen ? null : every([said, not(denied)]);
  }
  return null;
}

const excepted = /^(?:unless|(?:except|skip|ignore)(?: it| them)?(?: (?:for|if|when|where))?) /;

function readException(tokens: readonly Token[]): Condition | null {
  if (tokens.some(({ lower }) => lower === 'but' || lower === ',')) return null;
  const at = endOf(tokens, 0, excepted);
  if (at === null) return null;
  const rest = tokens.slice(at);
  // "If it is a test, ignore the delivery" is no exception of another sentence.
  if (skipWholeWords(rest, 0) === rest.length) return null;
  return /^(?:if|when|where|unless)$/.test(lowerAt(tokens, at - 1))
    ? readCondition(rest)
    : (readEvents(rest, true) ?? readThings(rest));
}

/** A sentence of a filter: when to run, or only what must hold. */
export function readSentence(tokens: readonly Token[]): Condition | null {
  const guard = readGuard(tokens);
  if (guard !== null) return guard;
  const said = lowerAt(tokens, 0) === 'only' ? tokens.slice(1) : tokens;
  // "Only label is bug" may mean that it is the only one.
  const isOnlyOne = said !== tokens && /^(?:the )?(?:label|tag)s? /.test(lowerText(said));
  const condition = isOnlyOne ? null : readCondition(said);
  // "Run if …" is a frame, and no run of a workflow.
  if (condition !== null || goVerbs.has(lowerAt(said, 0))) return condition;
  if (lowerAt(said, 0) !== 'not') return readThings(said);
  // "Not shipped yet".
  const things = readThings(said.slice(1, lowerAt(said, said.length - 1) === 'yet' ? -1 : undefined));
  return things === null ? null : not(things);
}

/** "If the author is a bot, skip it" and "unless it is paid, ignore". `from`: where the condition begins. */
function readWithConsequence(tokens: readonly Token[], from: number, isNegated: boolean): Condition | null {
  for (let index = from + 1; index < tokens.length; index += 1) {
    const skips = readConsequence(tokens.slice(index));
    if (skips === null) continue;
    const end = [',', ':', 'then'].includes(lowerAt(tokens, index - 1)) ? index - 1 : index;
    const comma = lowerAt(tokens, end - 1) === ',' ? end - 1 : end;
    const condition = readCondition(tokens.slice(from, comma));
    if (condition !== null) return isNegated === skips ? condition : not(condition);
  }
  return null;
}

/** True for "skip it", false for "run", null for anything else. */
function readConsequence(tokens: readonly Token[]): boolean | null {
  const first = lowerAt(tokens, 0);
  const isVerb = goVerbs.has(first) || stopVerbs.has(first) || first === 'never' || first === 'do';
  const said = isVerb ? readLead(tokens) : null;
  return said?.at === tokens.length ? said.isStop : null;
}
