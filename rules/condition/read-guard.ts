import { wordSet } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import { type Condition, not } from './condition-tree.ts';
import { readCondition } from './read-condition.ts';
import { readEvents } from './read-events.ts';

/** Words for the delivery as a whole, or for what the service does with it. They restrict nothing. */
const wholeWords = wordSet(
  'it this that them these the a an any all every new incoming delivery deliveries event events request ' +
    'requests webhook webhooks payload payloads message messages notification notifications agent automation ' +
    'run everything on for to me up through',
);
const goVerbs = wordSet(
  'run wake process trigger handle act continue proceed start respond react accept allow pass let go ' +
    'execute fire work do',
);
const stopVerbs = wordSet('ignore skip drop discard reject exclude stop disregard');
const openers = new Set(['if', 'when', 'whenever', 'where']);

function skipWholeWords(tokens: readonly Token[], from: number): number {
  let at = from;
  while (wholeWords.has(lowerAt(tokens, at)) || lowerAt(tokens, at) === 'only') at += 1;
  return at;
}

interface Frame {
  /** Where the condition begins. */
  readonly at: number;
  /** Run when it does not hold. */
  readonly isNegated: boolean;
}

/** "only run when", "ignore it unless", "do not run if"; null when the sentence has no such frame. */
function readFrame(tokens: readonly Token[]): Frame | null {
  let at = lowerAt(tokens, 0) === 'please' ? 1 : 0;
  if (lowerAt(tokens, at) === 'only') at += 1;
  let isStop = false;
  const first = lowerAt(tokens, at);
  const denied = first === 'never' ? 1 : first === 'do' && lowerAt(tokens, at + 1) === 'not' ? 2 : 0;
  if (denied > 0) {
    at += denied;
    isStop = true;
    if (!goVerbs.has(lowerAt(tokens, at))) return null;
    at = skipWholeWords(tokens, at + 1);
  } else if (stopVerbs.has(first)) {
    isStop = true;
    at = skipWholeWords(tokens, at + 1);
  } else if (first === 'do' && lowerAt(tokens, at + 1) === 'nothing') {
    isStop = true;
    at += 2;
  } else if (goVerbs.has(first)) at = skipWholeWords(tokens, at + 1);
  else if (wholeWords.has(first) && openers.has(lowerAt(tokens, skipWholeWords(tokens, at))))
    at = skipWholeWords(tokens, at);
  const opener = lowerAt(tokens, at);
  if (opener === 'unless') return { at: at + 1, isNegated: !isStop };
  if (openers.has(opener)) return { at: at + 1, isNegated: isStop };
  return null;
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
  const frame = readFrame(tokens);
  if (frame === null) return readEvents(tokens);
  const condition = readCondition(tokens.slice(frame.at)) ?? null;
  if (condition !== null) return frame.isNegated ? not(condition) : condition;
  return frame.at === 1 ? readWithConsequence(tokens, frame) : null;
}

/** "If the author is a bot, skip it" and "unless it is paid, ignore". */
function readWithConsequence(tokens: readonly Token[], { at, isNegated }: Frame): Condition | null {
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
  const first = lowerAt(tokens, 0);
  const isNothing = first === 'do' && lowerAt(tokens, 1) === 'nothing';
  if (isNothing) return tokens.length === 2 ? true : null;
  const isDenied = first === 'never' || (first === 'do' && lowerAt(tokens, 1) === 'not');
  const verbAt = isDenied ? (first === 'never' ? 1 : 2) : 0;
  const verb = lowerAt(tokens, verbAt);
  const isWhole = skipWholeWords(tokens, verbAt + 1) === tokens.length;
  if (!isWhole) return null;
  if (stopVerbs.has(verb)) return !isDenied;
  return goVerbs.has(verb) ? isDenied : null;
}
