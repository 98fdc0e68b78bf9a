import { lowerAt, lowerText, type Token } from '../language/token.ts';
import type { Action } from './program.ts';
import { readEach } from './read-each.ts';
import { readReply } from './read-reply.ts';
import { readReport, readSummary } from './read-report.ts';
import { readRequest } from './read-request.ts';
import { actionVerbs, sequenceWords } from './vocabulary.ts';

/** Names of the headers that Network Access attaches, lower case. */
export type StoredHeaders = readonly string[];

const piecesMax = 24;

/** The actions of a sentence, joined by "and", "then" or commas; null when a word of it is not understood. */
export function readActions(tokens: readonly Token[], stored: StoredHeaders): readonly Action[] | null {
  const each = readEach(tokens, (rest) => readActions(rest, stored));
  if (each !== null) return [each];
  const starts = [0, ...jointsOf(tokens)];
  if (starts.length > piecesMax) return null;
  const known = new Map<number, readonly Action[] | null>();
  const from = (start: number): readonly Action[] | null => {
    const cached = known.get(start);
    if (cached !== undefined) return cached;
    const read = readFrom(start);
    known.set(start, read);
    return read;
  };
  const readFrom = (start: number): readonly Action[] | null => {
    for (const next of starts.filter((candidate) => candidate > start)) {
      const action = readAction(trim(tokens.slice(start, next)), stored);
      const rest = action === null ? null : from(next);
      if (action !== null && rest !== null) return [action, ...rest];
    }
    const action = readAction(trim(tokens.slice(start)), stored);
    return action === null ? null : [action];
  };
  return from(0);
}

/** Where a verb follows a joint: another action may begin there. */
function jointsOf(tokens: readonly Token[]): readonly number[] {
  return tokens.flatMap(({ lower }, index) => {
    const before = lowerAt(tokens, index - 1);
    const isJoined = before === ',' || sequenceWords.has(before);
    return index > 0 && isJoined && (actionVerbs.has(lower) || lower === 'do') ? [index] : [];
  });
}

/** Without the words that only put actions in order. */
function trim(tokens: readonly Token[]): readonly Token[] {
  let [start, end] = [0, tokens.length];
  const isFrame = (at: number): boolean => {
    const { lower = '', kind } = tokens[at] ?? {};
    return kind !== 'text' && (lower === ',' || sequenceWords.has(lower));
  };
  while (start < end && isFrame(start)) start += 1;
  while (end > start && isFrame(end - 1)) end -= 1;
  return tokens.slice(start, end);
}

function readAction(tokens: readonly Token[], stored: StoredHeaders): Action | null {
  return (
    readNothing(tokens) ??
    readRequest(tokens, stored) ??
    readReply(tokens) ??
    readSummary(tokens) ??
    readReport(tokens)
  );
}

function readNothing(tokens: readonly Token[]): Action | null {
  const text = lowerText(tokens);
  const isNothing =
    /^(?:do nothing(?: else)?|(?:ignore|skip)(?: (?:it|this|the delivery|the event|this delivery))?|stop)$/.test(
      text,
    );
  return isNothing ? { kind: 'nothing' } : null;
}
