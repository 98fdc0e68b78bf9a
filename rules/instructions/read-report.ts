import { readField } from '../condition/read-field.ts';
import { articles } from '../language/common-words.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import type { Action } from './program.ts';
import { readFieldList } from './read-field-list.ts';
import { deliveryNouns, reportVerbs, summaryNouns, summaryVerbs, writeVerbs } from './vocabulary.ts';

/** "summarise the delivery", "write a short summary of the order". */
export function readSummary(tokens: readonly Token[]): Action | null {
  const verb = lowerAt(tokens, 0);
  if (summaryVerbs.has(verb)) return summaryOf(tokens.slice(1));
  if (!writeVerbs.has(verb)) return null;
  let at = 1;
  while (/^(?:me|us|back|with|a|an|the|short|brief|:)$/.test(lowerAt(tokens, at))) at += 1;
  if (!summaryNouns.has(lowerAt(tokens, at))) return null;
  const of = tokens[at + 1]?.lower;
  return of === undefined ? summaryOf([]) : of === 'of' ? summaryOf(tokens.slice(at + 2)) : null;
}

/** "report what arrived" asks for no field but for all of it. */
const isWholeDelivery = (tokens: readonly Token[]): boolean =>
  /^(?:what (?:arrived|came in|was received|happened)|(?:the |this )?(?:whole |entire |incoming )?(?:delivery|payload|webhook))$/.test(
    lowerText(tokens),
  );

const oneSentence = /(?:^| )in (?:one|a single) (?:short |brief )?(?:sentence|line)$/;

function summaryOf(all: readonly Token[]): Action | null {
  const phrase = oneSentence.exec(lowerText(all))?.[0].trim();
  const tokens = phrase === undefined ? all : all.slice(0, all.length - phrase.split(' ').length);
  const isOneSentence = phrase !== undefined;
  if (isWholeDelivery(tokens)) return { kind: 'summarise', field: null, isOneSentence };
  const named = lowerAt(tokens, 0) === 'this' ? tokens.slice(1) : tokens;
  const words = named.map(({ lower }) => lower).filter((word) => !articles.has(word));
  const isDelivery = words.every(
    (word) => deliveryNouns.has(word) || /^(?:whole|entire|incoming|received)$/.test(word),
  );
  if (isDelivery) return { kind: 'summarise', field: null, isOneSentence };
  // What came back from elsewhere is not the delivery.
  const isElsewhere = words.some((word) => /^(?:page|answer|response|result|website|site|link)$/.test(word));
  const field = isElsewhere ? null : readField(named);
  return field === null ? null : { kind: 'summarise', field, isOneSentence };
}

const reportFiller = new Set(['me', 'us', 'back', 'with', 'out', ':', 'please']);

/** "report the status and the total", "list items[].sku". */
export function readReport(tokens: readonly Token[]): Action | null {
  const [verb, ...rest] = tokens;
  if (!reportVerbs.has(verb?.lower ?? '')) return null;
  let at = 0;
  while (reportFiller.has(lowerAt(rest, at))) at += 1;
  const named = rest.slice(at);
  if (isWholeDelivery(named)) return { kind: 'summarise', field: null, isOneSentence: false };
  if (isAnswer(named)) return { kind: 'report-answer' };
  // A longer quotation is something to say, not the name of a field.
  if (named.some(({ kind, text }) => kind === 'text' && /[\s{}]/.test(text))) return null;
  const fields = readFieldList(named);
  return fields === null ? null : { kind: 'report', fields };
}

/** "the response", "the answer", "the status code of the response". */
function isAnswer(tokens: readonly Token[]): boolean {
  const text = lowerText(tokens);
  return /^(?:the |its )?(?:api |http |server )?(?:response|answer|result)(?: body| status| code| status code)?$/.test(
    text,
  );
}
