import { articles } from '../language/common-words.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import type { Header, Pair, Payload, RequestAction } from './program.ts';
import { readHeaders } from './read-headers.ts';
import { readPairs } from './read-pairs.ts';
import { readPayload } from './read-payload.ts';
import { type Clause, methodIn, splitClauses, startsHeader } from './request-clauses.ts';
import { methods } from './vocabulary.ts';

/** What follows the URL of a request. */
export interface Details {
  readonly method: RequestAction['method'] | null;
  readonly headers: readonly Header[];
  readonly query: readonly Pair[];
  readonly payload: Payload | null;
  readonly encoding: 'json' | 'form';
}

const queryNouns = new Set(['query', 'parameter', 'parameters', 'param', 'params', 'string']);
const forms: readonly (readonly [RegExp, 'json' | 'form'])[] = [
  [/^(?:json|json body|json payload|application\/json|body|payload|request body)$/, 'json'],
  [/^(?:form|form data|url-?encoded|form-?urlencoded|form-data|url-?encoded form)$/, 'form'],
];

/** "with JSON {…} and header X-Source: reveille as form data"; null when a word of it is left over. */
export function readDetails(tokens: readonly Token[], storedHeaders: readonly string[]): Details | null {
  let details: Details = { method: null, headers: [], query: [], payload: null, encoding: 'json' };
  const clauses = splitClauses(withoutTail(tokens));
  if (clauses === null) return null;
  // The encoding first, wherever it is said: it decides how named values are sent.
  for (const clause of clauses) details = { ...details, encoding: encodingOf(clause) ?? details.encoding };
  for (const clause of clauses) {
    const next = encodingOf(clause) === null ? addClause(details, clause, storedHeaders) : details;
    if (next === null) return null;
    details = next;
  }
  return details;
}

/** "as is", "unchanged" and "in the body" ask for what happens anyway. */
function withoutTail(tokens: readonly Token[]): readonly Token[] {
  const tail = /(?:^| )(as is|unchanged|in the (?:request |json |post )?(?:body|payload))$/.exec(
    lowerText(tokens),
  )?.[1];
  return tail === undefined ? tokens : tokens.slice(0, tokens.length - tail.split(' ').length);
}

function encodingOf({ opener, tokens }: Clause): 'json' | 'form' | null {
  if (opener !== 'as') return null;
  const text = lowerText(tokens).replace(/^(?:its|the|an?) /, '');
  return forms.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function addClause(details: Details, { opener, tokens }: Clause, stored: readonly string[]): Details | null {
  const method = methods[methodIn(tokens) ?? ''];
  if (method !== undefined) return details.method === null ? { ...details, method } : null;
  if (startsHeader(tokens, 0)) {
    const headers = readHeaders(tokens, stored);
    return headers === null ? null : { ...details, headers: [...details.headers, ...headers] };
  }
  const query = readQuery(tokens);
  if (query !== null) return { ...details, query: [...details.query, ...query] };
  const payload = readPayload(tokens, details.encoding);
  if (payload === null || details.payload !== null) return null;
  // Without "with", only what can be nothing but a payload is one.
  return opener === 'bare' && payload.kind === 'pairs' ? null : { ...details, payload };
}

/** "with query status=open", "with the parameters id and total". */
function readQuery(tokens: readonly Token[]): readonly Pair[] | null {
  let at = 0;
  while (articles.has(lowerAt(tokens, at)) || queryNouns.has(lowerAt(tokens, at))) at += 1;
  if (!tokens.slice(0, at).some(({ lower }) => queryNouns.has(lower))) return null;
  if (lowerAt(tokens, at) === ':') at += 1;
  const pairs = readPairs(tokens.slice(at));
  if (pairs !== null) return pairs;
  const payload = readPayload(tokens.slice(at), 'json');
  return payload?.kind === 'pairs' ? payload.pairs : null;
}
