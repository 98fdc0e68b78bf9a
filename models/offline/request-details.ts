import type { Token } from '../../domain/filter-lexer.ts';
import { articles } from '../../domain/filter-words.ts';
import type { Pair, Payload, RequestAction } from './program.ts';
import { readPairs, readPayload } from './read-payload.ts';
import { methods } from './words.ts';

/** What follows the URL of a request. */
export interface Details {
  readonly method: RequestAction['method'] | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly Pair[];
  readonly payload: Payload | null;
  readonly encoding: 'json' | 'form';
}

const clauseWords = new Set(['with', 'using', 'via', 'including', 'containing', 'carrying', 'passing', 'as']);
const headerAdjectives = new Set(
  'stored configured saved custom extra additional request http attached'.split(' '),
);
const queryNouns = new Set(['query', 'parameter', 'parameters', 'param', 'params']);
const headerName = /^[A-Za-z][\w-]*$/;
const forms: readonly (readonly [RegExp, 'json' | 'form'])[] = [
  [/^(?:json|a json body|json body|application\/json)$/, 'json'],
  [/^(?:form|form data|a form|url-?encoded|form-?urlencoded|form-data)$/, 'form'],
];

/** "with JSON {…} and header X-Source: reveille as form data"; null when a word of it is left over. */
export function readDetails(tokens: readonly Token[], storedHeaders: readonly string[]): Details | null {
  let details: Details = { method: null, headers: {}, query: [], payload: null, encoding: 'json' };
  const clauses = splitClauses(withoutAsIs(tokens));
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

/** "as is" and "unchanged" ask for what happens anyway. */
function withoutAsIs(tokens: readonly Token[]): readonly Token[] {
  if (tokens.at(-1)?.lower === 'unchanged') return tokens.slice(0, -1);
  return textOf(tokens.slice(-2)) === 'as is' ? tokens.slice(0, -2) : tokens;
}

interface Clause {
  readonly opener: string;
  readonly tokens: readonly Token[];
}

/** A clause begins at "with" and its kin, and at "header" after "and" or a comma. */
function splitClauses(tokens: readonly Token[]): readonly Clause[] | null {
  const clauses: { opener: string; tokens: Token[] }[] = [];
  tokens.forEach((token, index) => {
    const previous = tokens[index - 1]?.lower ?? '';
    const isJoint = [',', 'and'].includes(token.lower);
    const opensNext =
      isJoint &&
      (startsHeader(tokens, index + 1) ||
        clauseWords.has(tokens[index + 1]?.lower ?? '') ||
        (isHeaderClause(clauses.at(-1)) && startsBody(tokens, index + 1)));
    const isOpener =
      clauseWords.has(token.lower) &&
      // "order id as ref" and "JSON containing" belong to the clause that they stand in.
      !(token.lower === 'as' && !isEncodingAfter(tokens, index)) &&
      !(token.lower === 'containing' && clauses.at(-1)?.tokens.length !== 0 && index > 0) &&
      token.kind === 'word';
    if (isOpener) clauses.push({ opener: token.lower, tokens: [] });
    else if (isJoint && (opensNext || previous === ',')) {
      if (opensNext && !clauseWords.has(tokens[index + 1]?.lower ?? ''))
        clauses.push({ opener: 'with', tokens: [] });
    } else if (clauses.length === 0)
      clauses.push({ opener: token.lower === ':' ? 'with' : '', tokens: token.lower === ':' ? [] : [token] });
    else clauses.at(-1)?.tokens.push(token);
  });
  return clauses.some(({ opener, tokens: content }) => opener === '' || content.length === 0)
    ? null
    : clauses;
}

const isHeaderClause = (clause: Clause | undefined): boolean =>
  clause !== undefined && startsHeader(clause.tokens, 0);

/** "and JSON {…}", "and the body …" after a header. */
function startsBody(tokens: readonly Token[], from: number): boolean {
  const at = articles.has(tokens[from]?.lower ?? '') ? from + 1 : from;
  return (
    tokens[at]?.kind === 'json' || /^(?:json|body|payload|whole|query|summary)$/.test(tokens[at]?.lower ?? '')
  );
}

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ lower }) => lower)
    .join(' ')
    .trim();

function isEncodingAfter(tokens: readonly Token[], index: number): boolean {
  const rest = textOf(tokens.slice(index + 1, index + 4));
  return /^(?:a |an |its |the )?(?:json|form|url-?encoded|body|payload|query|application\/json)\b/.test(rest);
}

function encodingOf({ opener, tokens }: Clause): 'json' | 'form' | null {
  if (opener !== 'as') return null;
  const text = textOf(tokens).replace(/^(?:its|the|an?) /, '');
  if (text === 'body' || text === 'payload') return 'json';
  return forms.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function startsHeader(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (articles.has(tokens[at]?.lower ?? '') || headerAdjectives.has(tokens[at]?.lower ?? '')) at += 1;
  const isNamedFirst =
    headerName.test(tokens[at]?.text ?? '') && /^headers?$/.test(tokens[at + 1]?.lower ?? '');
  return /^headers?$/.test(tokens[at]?.lower ?? '') || isNamedFirst;
}

function addClause(details: Details, { tokens }: Clause, storedHeaders: readonly string[]): Details | null {
  const method = methodOf(tokens);
  if (method !== null) return details.method === null ? { ...details, method } : null;
  if (startsHeader(tokens, 0)) {
    const headers = readHeaders(tokens, storedHeaders);
    return headers === null ? null : { ...details, headers: { ...details.headers, ...headers } };
  }
  const query = readQuery(tokens);
  if (query !== null) return { ...details, query: [...details.query, ...query] };
  const payload = readPayload(tokens, details.encoding);
  return payload === null || details.payload !== null ? null : { ...details, payload };
}

/** "using POST", "via a PATCH request", "with method DELETE". */
function methodOf(tokens: readonly Token[]): Details['method'] {
  const match = /^(?:an? |the )?(?:http )?(?:method )?(get|post|patch|delete)(?: (?:request|method))?$/.exec(
    textOf(tokens),
  );
  return methods[match?.[1] ?? ''] ?? null;
}

function readQuery(tokens: readonly Token[]): readonly Pair[] | null {
  let at = 0;
  while (articles.has(tokens[at]?.lower ?? '') || queryNouns.has(tokens[at]?.lower ?? '')) at += 1;
  if (!tokens.slice(0, at).some(({ lower }) => queryNouns.has(lower))) return null;
  if (tokens[at]?.lower === ':') at += 1;
  const pairs = readPairs(tokens.slice(at));
  if (pairs !== null) return pairs;
  const payload = readPayload(tokens.slice(at), 'json');
  return payload?.kind === 'pairs' ? payload.pairs : null;
}

/** "header X-Source: reveille", "the header `X-Source: reveille`", "the stored X-API-Key header". Values are literal. */
function readHeaders(
  tokens: readonly Token[],
  storedHeaders: readonly string[],
): Record<string, string> | null {
  const words = tokens.filter(
    ({ lower }) => !articles.has(lower) && !headerAdjectives.has(lower) && !/^headers?$/.test(lower),
  );
  const [name, joint, value, ...rest] = words;
  if (name === undefined) return null;
  if (name.kind === 'text' && joint === undefined) return readHeaderLine(name.text);
  if (!headerName.test(name.text)) return null;
  if (joint === undefined)
    // A header of Network Access is attached by the service; naming it asks for nothing more.
    return storedHeaders.includes(name.lower) ? {} : null;
  const isJoint = [':', '=', 'set', 'of'].includes(joint.lower);
  const at = isJoint ? (joint.lower === 'set' ? rest[0] : value) : joint;
  const expected = isJoint ? (joint.lower === 'set' ? 4 : 3) : 2;
  const isLiteral = at?.kind === 'text' || at?.kind === 'word' || at?.kind === 'number';
  if (at === undefined || !isLiteral || words.length !== expected || at.text.includes('{{')) return null;
  return { [name.text]: at.text };
}

function readHeaderLine(line: string): Record<string, string> | null {
  const match = /^([A-Za-z][\w-]*)\s*:\s*(.+)$/.exec(line);
  const [, name, value] = match ?? [];
  return name === undefined || value === undefined || value.includes('{{') ? null : { [name]: value };
}
