import { articles, wordSet } from '../language/common-words.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';

/** A piece of what follows the URL: "with …", "using …", "as …". `bare`: a payload without such a word. */
export interface Clause {
  readonly opener: string;
  readonly tokens: readonly Token[];
}

const openers = new Set([
  'with',
  'using',
  'via',
  'including',
  'containing',
  'carrying',
  'passing',
  'saying',
  'as',
]);
const headerAdjectives = wordSet('stored configured saved custom extra additional request http attached');
export const headerName = /^[A-Za-z][\w-]*$/;

/** Cuts the tokens after a URL into clauses; null when one of them is empty. */
export function splitClauses(tokens: readonly Token[]): readonly Clause[] | null {
  const clauses: { opener: string; tokens: Token[] }[] = [];
  tokens.forEach((token, index) => {
    const current = clauses.at(-1);
    const isJoint = token.lower === ',' || token.lower === 'and';
    if (isOpener(tokens, index, current)) clauses.push({ opener: token.lower, tokens: [] });
    else if (isJoint && opensClause(tokens, index + 1, current)) {
      // An opener of its own makes the clause; the others are taken for "with".
      if (!openers.has(lowerAt(tokens, index + 1))) clauses.push({ opener: 'with', tokens: [] });
    } else if (isJoint && lowerAt(tokens, index - 1) === ',') return;
    else if (current !== undefined) current.tokens.push(token);
    else if (token.lower === ':') clauses.push({ opener: 'with', tokens: [] });
    else clauses.push({ opener: 'bare', tokens: [token] });
  });
  return clauses.some((clause) => clause.tokens.length === 0) ? null : clauses;
}

function isOpener(tokens: readonly Token[], index: number, current: Clause | undefined): boolean {
  const { kind, lower = '' } = tokens[index] ?? {};
  if (kind !== 'word' || !openers.has(lower)) return false;
  // "order id as ref" and "JSON containing" belong to the clause that they are in.
  if (lower === 'as') return isEncodingAfter(tokens, index);
  return !(lower === 'containing' && current !== undefined && current.tokens.length > 0);
}

function isEncodingAfter(tokens: readonly Token[], index: number): boolean {
  const rest = lowerText(tokens.slice(index + 1, index + 4));
  return /^(?:a |an |its |the )?(?:json|form|url-?encoded|body|payload|query|parameters?|application\/json)\b/.test(
    rest,
  );
}

function opensClause(tokens: readonly Token[], at: number, current: Clause | undefined): boolean {
  if (startsHeader(tokens, at) || isOpener(tokens, at, undefined)) return true;
  const isSettled =
    current !== undefined && (startsHeader(current.tokens, 0) || methodIn(current.tokens) !== null);
  return isSettled && startsBody(tokens, at);
}

/** "JSON {…}", "the body …". */
function startsBody(tokens: readonly Token[], from: number): boolean {
  const at = articles.has(lowerAt(tokens, from)) ? from + 1 : from;
  return (
    tokens[at]?.kind === 'json' || /^(?:json|body|payload|whole|query|summary)$/.test(lowerAt(tokens, at))
  );
}

/** "header X-A: 1", "the stored X-API-Key header". */
export function startsHeader(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (isHeaderFrame(tokens[at]) && !isHeaderNoun(tokens[at])) at += 1;
  const isNamedFirst = headerName.test(tokens[at]?.text ?? '') && isHeaderNoun(tokens[at + 1]);
  return isHeaderNoun(tokens[at]) || isNamedFirst;
}

const isHeaderNoun = (token: Token | undefined): boolean => /^headers?$/.test(token?.lower ?? '');

/** Words of a header clause that are neither name nor value. */
export const isHeaderFrame = (token: Token | undefined): boolean =>
  articles.has(token?.lower ?? '') || headerAdjectives.has(token?.lower ?? '') || isHeaderNoun(token);

const methodWordsMax = 5;

/** "POST", "a PATCH request", "method DELETE", lower case; null when the words say something else. */
export function methodIn(tokens: readonly Token[]): string | null {
  if (tokens.length > methodWordsMax) return null;
  const said = /^(?:an? |the )?(?:http )?(?:method )?(get|post|patch|delete)(?: (?:request|method))?$/;
  return said.exec(lowerText(tokens))?.[1] ?? null;
}
