import { wordSet } from '../language/common-words.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import { type Condition, every, not } from './condition-tree.ts';
import { readCondition } from './read-condition.ts';
import { readEvents } from './read-events.ts';
import { readThings } from './read-things.ts';

/** Words for the delivery as a whole, or for what the service does with it. They restrict nothing. */
const wholeWords = wordSet(
  'it this that them these the a an any all every new incoming delivery deliveries event events request ' +
    'requests webhook webhooks payload payloads message messages notification notifications agent automation ' +
    'run everything on for to me up through only be anything else rest',
);
export const goVerbs = wordSet(
  'run wake process trigger handle act continue proceed start respond react accept allow pass let go ' +
    'execute fire work do',
);
const passiveVerbs = wordSet('processed handled run triggered accepted executed');
export const stopVerbs = wordSet(
  'ignore skip drop discard reject exclude stop disregard quit abort exit halt',
);
const passiveStops = wordSet('ignored skipped dropped discarded rejected excluded');
const openers = new Set(['if', 'when', 'whenever', 'where']);

function skipWholeWords(tokens: readonly Token[], from: number): number {
  let at = from;
  while (wholeWords.has(lowerAt(tokens, at))) at += 1;
  return at;
}

/** How a sentence begins: whether it says when to run or when not to, and where the rest begins. */
interface Lead {
  readonly isStop: boolean;
  readonly at: number;
  /** Where the things may be named that it is about: "new orders" in "only new orders". */
  readonly things: number;
}

/** A lead up to a token, and the words after it that restrict nothing. */
const lead = (tokens: readonly Token[], isStop: boolean, at: number): Lead => {
  let things = at;
  while (/^(?:only|for|on|to|about|with)$/.test(lowerAt(tokens, things))) things += 1;
  return { isStop, at: skipWholeWords(tokens, at), things };
};

const politeness =
  /^(?:please |i |we |you |they |it |deliveries |this )*(?:(?:must|should|can|may|want to|would like to|need to) )?/;
const deniedVerb = /^(?:never|(?:do|should|must|can|does) not(?: want to)?) (?:be )?/;
const carelessly =
  /^(?:(?:only )?care (?:only )?about|(?:only )?want|(?:only )?(?:interested in|listen to)) /;
/** But "no item is digital" and "no gift message" say what must hold. */
const bother =
  /^(?:do not (?:bother with|care about|want)|no(?!.* (?:has|have|is|are|was|were) )(?=.*s(?: only)? $)) /;
const exceptions =
  /^(?:(?:everything|anything|all|every delivery)(?: deliveries| events)? (?:but|other than)|(?:(?:everything|anything|all|every delivery)(?: deliveries| events)? )?(?:except(?: for)?|apart from)(?! (?:if|when|where)))(?= )/;

/** Null for a sentence that begins with what it is about. */
function readLead(tokens: readonly Token[]): Lead | null {
  const text = `${lowerText(tokens)} `;
  const polite = politeness.exec(text)?.[0] ?? '';
  const rest = text.slice(polite.length);
  const after = (words: string): number => `${polite}${words}`.trim().split(' ').length;
  const stop = bother.exec(rest)?.[0] ?? exceptions.exec(rest)?.[0];
  if (stop !== undefined) return lead(tokens, true, after(stop));
  const careful = carelessly.exec(rest)?.[0];
  if (careful !== undefined) return lead(tokens, false, after(careful));
  const only = /^(?:only )?(?:be )?(?:only )?/.exec(rest)?.[0] ?? '';
  const denied = deniedVerb.exec(rest)?.[0];
  const before = polite + (denied ?? only);
  const at = before === '' ? 0 : before.trim().split(' ').length;
  const isPassive = /\bbe\b/.test(before);
  const verb = lowerAt(tokens, at);
  const goes = (isPassive ? passiveVerbs : goVerbs).has(verb);
  if (denied !== undefined) return goes ? lead(tokens, true, at + 1) : null;
  if ((isPassive ? passiveStops : stopVerbs).has(verb)) return lead(tokens, true, at + 1);
  if (verb === 'do' && lowerAt(tokens, at + 1) === 'nothing') return lead(tokens, true, at + 2);
  if (goes) return lead(tokens, false, at + 1);
  return only.includes('only') ? lead(tokens, false, at) : null;
}

/** The index after "if", or after "for deliveries where"; null when a sentence does not begin with a condition. */
export function conditionAt(
  tokens: readonly Token[],
): { readonly at: number; readonly holds: boolean } | null {
  const start =
    lowerAt(tokens, 0) === 'for' ? skipWholeWords(tokens, 0) : lowerAt(tokens, 0) === 'only' ? 1 : 0;
  const opener = lowerAt(tokens, start);
  if (opener === 'unless') return { at: start + 1, holds: false };
  return openers.has(opener) ? { at: start + 1, holds: true } : null;
}

/** A sentence that says when to run and when not to, and nothing else; null when it is something else. */
export function readGuard(tokens: readonly Token[]): Condition | null {
  return readWhole(tokens) ?? readWithException(tokens);
}

function readWhole(tokens: readonly Token[]): Condition | null {
  const events = readEvents(tokens);
  if (events !== null) return events;
  const said = readLead(tokens);
  const start = skipWholeWords(tokens, 0);
  const at = said?.at ?? (openers.has(lowerAt(tokens, start)) ? start : 0);
  const isStop = said?.isStop === true;
  const opener = lowerAt(tokens, at);
  if (opener === 'unless' || openers.has(opener)) {
    const condition = readCondition(tokens.slice(at + 1));
    if (condition !== null) return (opener === 'unless') === isStop ? condition : not(condition);
    return at === 0 ? readWithConsequence(tokens, 1, opener === 'unless') : null;
  }
  if (said === null) return null;
  // "Skip anything else" adds nothing to what was said before.
  if (isStop && at === tokens.length)
    return /\b(?:else|rest|other)\b/.test(lowerText(tokens)) ? { kind: 'always' } : null;
  const named = tokens.slice(said.things);
  const things = readEvents(named, true) ?? readThings(named);
  return things === null ? null : isStop ? not(things) : things;
}

const exception = /^(?:except|unless|skip|ignore|but|and|,)$/;

/** "Only run if it is paid, except when it is a test", "…, and skip if the author is a bot". */
function readWithException(tokens: readonly Token[]): Condition | null {
  if (readLead(tokens)?.isStop === true) return null;
  for (let index = 2; index < tokens.length - 1; index += 1) {
    if (!exception.test(lowerAt(tokens, index))) continue;
    let at = index;
    while (['but', 'and', ','].includes(lowerAt(tokens, at))) at += 1;
    const denied = readException(tokens.slice(at));
    const said = denied === null ? null : readSentence(tokens.slice(0, index));
    // "The role is not admin unless the plan is pro" may mean that either is enough.
    const isDouble = said?.kind === 'not' && lowerAt(tokens, at) === 'unless' && readLead(tokens) === null;
    if (denied !== null && said !== null) return isDouble ? null : every([said, not(denied)]);
  }
  return null;
}

function readException(tokens: readonly Token[]): Condition | null {
  const match = /^(?:unless|(?:except|skip|ignore)(?: it| them)?(?: (?:for|if|when|where))?)(?= )/.exec(
    lowerText(tokens),
  );
  if (match === null || tokens.some(({ lower }) => lower === 'but' || lower === ',')) return null;
  const rest = tokens.slice(match[0].split(' ').length);
  // "If it is a test, ignore the delivery" is no exception of another sentence.
  if (skipWholeWords(rest, 0) === rest.length) return null;
  return /(?:if|when|where|unless)$/.test(match[0])
    ? readCondition(rest)
    : (readEvents(rest) ?? readThings(rest));
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
  const end = lowerAt(said, said.length - 1) === 'yet' ? -1 : undefined;
  const things = readThings(said.slice(1, end));
  return things === null ? null : not(things);
}

/** "If the author is a bot, skip it" and "unless it is paid, ignore". */
function readWithConsequence(tokens: readonly Token[], at: number, isNegated: boolean): Condition | null {
  for (let index = at + 1; index < tokens.length; index += 1) {
    const skips = readConsequence(tokens.slice(index));
    if (skips === null) continue;
    const end = [',', ':', 'then'].includes(lowerAt(tokens, index - 1)) ? index - 1 : index;
    const comma = lowerAt(tokens, end - 1) === ',' ? end - 1 : end;
    const condition = readCondition(tokens.slice(at, comma));
    if (condition !== null) return isNegated === skips ? condition : not(condition);
  }
  return null;
}

/** True for "skip it", false for "run", null for anything else. */
function readConsequence(tokens: readonly Token[]): boolean | null {
  const said = readLead(tokens);
  const first = lowerAt(tokens, 0);
  const isVerb = goVerbs.has(first) || stopVerbs.has(first) || first === 'never' || first === 'do';
  return said !== null && isVerb && said.at === tokens.length ? said.isStop : null;
}
