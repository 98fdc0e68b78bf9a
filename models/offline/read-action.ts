import { readField } from '../../domain/filter-field.ts';
import type { Token } from '../../domain/filter-lexer.ts';
import { articles } from '../../domain/filter-words.ts';
import { readFieldList } from './field-list.ts';
import type { Action } from './program.ts';
import { readRequest } from './read-request.ts';
import { readTemplate } from './template.ts';
import {
  actionVerbs,
  deliveryNouns,
  replyVerbs,
  reportVerbs,
  sequenceWords,
  summaryNouns,
  summaryVerbs,
  writeVerbs,
} from './words.ts';

/** Names of the headers that Network Access attaches, lower case. */
export type StoredHeaders = readonly string[];

const piecesMax = 24;

/** The actions of a sentence, joined by "and", "then" or commas; null when a word of it is not understood. */
export function readActions(tokens: readonly Token[], stored: StoredHeaders): readonly Action[] | null {
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
    const before = tokens[index - 1]?.lower ?? '';
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
  const text = tokens.map(({ lower }) => lower).join(' ');
  const isNothing =
    /^(?:do nothing(?: else)?|(?:ignore|skip)(?: (?:it|this|the delivery|the event|this delivery))?|stop)$/.test(
      text,
    );
  return isNothing ? { kind: 'nothing' } : null;
}

const replyFiller = new Set([
  'with',
  'the',
  'text',
  'message',
  'exactly',
  'by',
  'saying',
  ':',
  'words',
  'to',
  'sender',
]);

/** `reply with the text "…"`. What is not in quotation marks is not a reply but something to be written. */
function readReply(tokens: readonly Token[]): Action | null {
  const [verb, ...rest] = tokens;
  const last = rest.at(-1);
  if (!replyVerbs.has(verb?.lower ?? '') || last?.kind !== 'text') return null;
  if (!rest.slice(0, -1).every(({ lower }) => replyFiller.has(lower))) return null;
  const template = readTemplate(last.text);
  return template === null ? null : { kind: 'reply', template };
}

/** "summarise the delivery", "write a short summary of the order". */
function readSummary(tokens: readonly Token[]): Action | null {
  const verb = tokens[0]?.lower ?? '';
  if (summaryVerbs.has(verb)) return summaryOf(tokens.slice(1));
  if (!writeVerbs.has(verb)) return null;
  let at = 1;
  while (/^(?:me|us|back|with|a|an|the|short|brief|:)$/.test(tokens[at]?.lower ?? '')) at += 1;
  if (!summaryNouns.has(tokens[at]?.lower ?? '')) return null;
  const of = tokens[at + 1]?.lower;
  return of === undefined ? summaryOf([]) : of === 'of' ? summaryOf(tokens.slice(at + 2)) : null;
}

function summaryOf(tokens: readonly Token[]): Action | null {
  const named = tokens[0]?.lower === 'this' ? tokens.slice(1) : tokens;
  const words = named.map(({ lower }) => lower).filter((word) => !articles.has(word));
  const isDelivery = words.every(
    (word) => deliveryNouns.has(word) || /^(?:whole|entire|incoming|received)$/.test(word),
  );
  if (isDelivery) return { kind: 'summarise', field: null };
  // What came back from elsewhere is not the delivery.
  const isElsewhere = words.some((word) => /^(?:page|answer|response|result|website|site|link)$/.test(word));
  const field = isElsewhere ? null : readField(named);
  return field === null ? null : { kind: 'summarise', field };
}

const reportFiller = new Set(['me', 'us', 'back', 'with', 'out', ':', 'please']);

/** "report the status and the total", "list items[].sku". */
function readReport(tokens: readonly Token[]): Action | null {
  const [verb, ...rest] = tokens;
  if (!reportVerbs.has(verb?.lower ?? '')) return null;
  let at = 0;
  while (reportFiller.has(rest[at]?.lower ?? '')) at += 1;
  const named = rest.slice(at);
  if (isAnswer(named)) return { kind: 'report-answer' };
  // A longer quotation is something to say, not the name of a field.
  if (named.some(({ kind, text }) => kind === 'text' && /[\s{}]/.test(text))) return null;
  const fields = readFieldList(named);
  return fields === null ? null : { kind: 'report', fields };
}

/** "the response", "the answer", "the status code of the response". */
function isAnswer(tokens: readonly Token[]): boolean {
  const text = tokens.map(({ lower }) => lower).join(' ');
  return /^(?:the |its )?(?:api |http |server )?(?:response|answer|result)(?: body| status| code| status code)?$/.test(
    text,
  );
}
